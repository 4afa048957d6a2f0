import Fleece
import Testing

@Suite struct FleeceKeyTests {
    static let names = [
        "", "a", "b", "a\0", "\0", "name", "Name", "0123456789abcdef", "0123456789abcdeF",
        "0123456789abcdefg", "\u{E9}", "e\u{301}", "名前",
    ]

    @Test(arguments: names, names)
    func `keys are equal if their bytes are equal`(left: String, right: String) {
        let areSame = Array(left.utf8) == Array(right.utf8)
        #expect((FleeceKey(left) == FleeceKey(right)) == areSame)
    }

    @Test func `a set distinguishes keys by their bytes`() {
        #expect(Set(Self.names.map { FleeceKey($0) }).count == Self.names.count)
    }

    @Test func `a key can be a literal`() {
        let key: FleeceKey = "name"
        #expect(key == FleeceKey("name"))
    }

    @Test(arguments: names, names)
    func `a table distinguishes keys by their bytes`(stored: String, sought: String) throws {
        let bytes = try FleeceWriter.document { writer in
            writer.beginArray()
            writer.write(stored)
            writer.endArray()
        }
        let table = try bytes.withUnsafeBytes { try SharedKeys(encoded: $0) }
        let isSame = stored.utf8.count <= 16 && Array(stored.utf8) == Array(sought.utf8)
        #expect(table.number(for: sought) == (isSame ? 0 : nil))
    }
}
