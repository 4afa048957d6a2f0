import SQLPlusPlus
import Testing

@Suite struct PropertyPathTests {
    static let texts: [(text: String, components: [PropertyPath.Component], canonical: String)] = [
        ("", [], ""),
        ("name", [.key("name")], "name"),
        ("address.city", [.key("address"), .key("city")], "address.city"),
        ("phones[0].x", [.key("phones"), .index(0), .key("x")], "phones[0].x"),
        ("mat[1][-1]", [.key("mat"), .index(1), .index(-1)], "mat[1][-1]"),
        ("[2].a", [.index(2), .key("a")], "[2].a"),
        ("a\\.b.c", [.key("a.b"), .key("c")], "`a.b`.c"),
        ("a\\[0\\]", [.key("a[0]")], "`a[0]`"),
        ("a\\\\b", [.key("a\\b")], "`a\\b`"),
        ("`a.b`[0]", [.key("a.b"), .index(0)], "`a.b`[0]"),
        ("`a``b`", [.key("a`b")], "`a``b`"),
        ("``", [.key("")], "``"),
        ("free breakfast", [.key("free breakfast")], "`free breakfast`"),
        ("1st", [.key("1st")], "`1st`"),
        ("Größe", [.key("Größe")], "`Größe`"),
        ("sel$", [.key("sel$")], "sel$"),
        ("order.by", [.key("order"), .key("by")], "`order`.`by`"),
        ("_id", [.key("_id")], "_id"),
    ]

    @Test(arguments: texts)
    func `a path is parsed to its steps`(
        text: String, components: [PropertyPath.Component], canonical: String
    ) throws {
        #expect(try PropertyPath(text).components == components)
    }

    @Test(arguments: texts)
    func `a path prints in one form`(
        text: String, components: [PropertyPath.Component], canonical: String
    ) {
        #expect(PropertyPath(components).description == canonical)
    }

    @Test(arguments: texts)
    func `the printed form survives a round trip`(
        text: String, components: [PropertyPath.Component], canonical: String
    ) throws {
        #expect(try PropertyPath(canonical).components == components)
    }

    static let malformed: [(text: String, offset: Int, message: String)] = [
        (".a", 0, "expected a key, found '.' in a path"),
        ("a.", 2, "expected a key, found the end of the text in a path"),
        ("a..b", 2, "expected a key, found '.' in a path"),
        ("é..b", 3, "expected a key, found '.' in a path"),
        ("a]", 1, "expected '.' or '[', found ']' in a path"),
        ("a[]", 2, "expected an index, found ']' in a path"),
        ("a[x]", 2, "expected an index, found 'x' in a path"),
        ("a[-]", 3, "expected an index, found ']' in a path"),
        ("a[1", 3, "expected ']', found the end of the text in a path"),
        ("a[1.5]", 3, "expected ']', found '.' in a path"),
        ("a[0]b", 4, "expected '.' or '[', found 'b' in a path"),
        ("`a`b", 3, "expected '.' or '[', found 'b' in a path"),
        ("a`b`", 1, "expected '.' or '[', found '`' in a path"),
        ("`a", 0, "the key that begins here has no closing ` in a path"),
        ("a\\", 2, "expected a character after the backslash, found the end of the text in a path"),
        ("a[9223372036854775808]", 2, "the index is out of range in a path"),
    ]

    @Test(arguments: malformed)
    func `a malformed path is rejected at the offending byte`(
        text: String, offset: Int, message: String
    ) {
        let error = #expect(throws: SQLPlusPlusError.self) { try PropertyPath(text) }
        #expect(error.map { [$0.message, "\($0.offset)"] } == [message, "\(offset)"])
    }

    @Test func `keys that contain dots and indexes can be appended to a path`() {
        let path = PropertyPath().appending(key: "a.b").appending(index: -1).appending(key: "c")
        #expect(path.description == "`a.b`[-1].c")
    }

    @Test(arguments: [(PropertyPath(), true), (PropertyPath([.key("")]), false)])
    func `only a path without steps is empty`(path: PropertyPath, isEmpty: Bool) {
        #expect(path.isEmpty == isEmpty)
    }
}
