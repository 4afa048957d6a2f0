import Fleece
import Testing

@Suite struct JSONLinesTests {
    /// Returns a source that returns the bytes in chunks.
    static func source(_ bytes: [UInt8], chunk: Int) -> JSONLines.Source {
        var position = 0
        return { buffer in
            let count = min(chunk, buffer.count, bytes.count - position)
            buffer.copyBytes(from: bytes[position..<(position + count)])
            position += count
            return count
        }
    }

    /// Returns the results of all lines: "line: text", or "line.column: message" for an error.
    static func outcomes(_ text: String, chunk: Int, limit: Int = 1 << 20) throws -> [String] {
        var lines = JSONLines(
            maximumLineLength: limit, source: source(Array(text.utf8), chunk: chunk))
        let writer = FleeceWriter()
        var outcomes: [String] = []
        while outcomes.count < 100 {
            do {
                guard try lines.readNext(into: writer) else { break }
                let root = try #require(FleeceStorage(try writer.finish()).root)
                outcomes.append("\(lines.line): \(try root.json())")
            } catch let error as JSONError {
                writer.reset()
                outcomes.append("\(error.line).\(error.column): \(error.message)")
            }
        }
        return outcomes
    }

    /// Files and the results of their lines.
    static let files: [(text: String, outcomes: [String])] = [
        ("", []),
        ("\n", []),
        ("\n\n \t\r\n", []),
        ("1", ["1: 1"]),
        ("1\n", ["1: 1"]),
        ("1\r\n", ["1: 1"]),
        ("1\n2", ["1: 1", "2: 2"]),
        ("{\"a\":1}\n\n[2]", ["1: {\"a\":1}", "3: [2]"]),
        ("\n\n1\r\n\r\n2\n \n\t3 \n", ["3: 1", "5: 2", "7: 3"]),
        ("\"é€😀\"\n\"\\n\"", ["1: \"é€😀\"", "2: \"\\n\""]),
        // After an error, reading continues with the next line.
        (
            "1\n[2\n3\n{\"a\":}\n\n4 5\n6",
            [
                "1: 1", "2.3: expected ',' or ']', found the end of the text", "3: 3",
                #"4.6: expected a value, found "}""#,
                #"6.3: expected the end of the text, found "5""#, "7: 6",
            ]
        ),
        ("x\nx", [#"1.1: expected a value, found "x""#, #"2.1: expected a value, found "x""#]),
        // A line feed ends a text, even in a string.
        ("\"a\nb\"", ["1.1: a string is not closed", #"2.1: expected a value, found "b""#]),
        ("\"é\" x\n1", [#"1.5: expected the end of the text, found "x""#, "2: 1"]),
        // A single carriage return does not end a line.
        ("1\r2", [#"1.3: expected the end of the text, found "2""#]),
        ("\u{FEFF}1\n\u{FEFF}2", ["1: 1", #"2.1: expected a value, found "\u{FEFF}""#]),
        ("\u{FEFF}\n2", ["2: 2"]), ("\u{FEFF}", []),
    ]

    @Test(arguments: files)
    func `lines are read one by one`(text: String, outcomes: [String]) throws {
        #expect(try Self.outcomes(text, chunk: .max) == outcomes)
    }

    @Test(arguments: files)
    func `the sizes of the chunks do not matter`(text: String, outcomes: [String]) throws {
        let differing = try (1...17).filter { try Self.outcomes(text, chunk: $0) != outcomes }
        #expect(differing == [])
    }

    /// Around the size of the first buffer, and beyond it.
    @Test(arguments: [65534, 65535, 65536, 65537, 131072, 300_000], [7919, .max])
    func `a long line is read completely`(length: Int, chunk: Int) throws {
        let long = "\"" + String(repeating: "x", count: length - 2) + "\""
        let outcomes = try Self.outcomes("1\n\(long)\n\(long)\n2", chunk: chunk)
        #expect(outcomes == ["1: 1", "2: \(long)", "3: \(long)", "4: 2"])
    }

    @Test func `a line can be as long as the limit`() throws {
        let outcomes = try Self.outcomes("\"12345678\"\n\"12345678\"", chunk: 1, limit: 10)
        #expect(outcomes == ["1: \"12345678\"", "2: \"12345678\""])
    }

    /// The source never ends a line.
    @Test func `a line longer than the limit is rejected`() {
        var given = 0
        var lines = JSONLines(maximumLineLength: 1 << 20) { buffer in
            buffer.initializeMemory(as: UInt8.self, repeating: UInt8(ascii: "1"))
            given += buffer.count
            return buffer.count
        }
        let error = #expect(throws: JSONError.self) { try lines.readNext(into: FleeceWriter()) }
        #expect(error?.description == "a line has more than 1048576 bytes at line 1, column 1")
    }

    @Test(arguments: [1, 7, Int.max])
    func `a line over the limit is rejected for any chunk sizes, and the next line is read`(
        chunk: Int
    ) throws {
        let long = String(repeating: "1", count: 40)
        let outcomes = try Self.outcomes("1\n\(long)\n2\n", chunk: chunk, limit: 10)
        #expect(outcomes == ["1: 1", "2.1: a line has more than 10 bytes", "3: 2"])
    }

    @Test func `a last line over the limit ends the lines`() throws {
        let outcomes = try Self.outcomes("1\n222222222222", chunk: 1, limit: 10)
        #expect(outcomes == ["1: 1", "2.1: a line has more than 10 bytes"])
    }

    @Test func `an error of the source is rethrown`() {
        var lines = JSONLines { _ in throw CancellationError() }
        #expect(throws: CancellationError.self) { try lines.readNext(into: FleeceWriter()) }
    }

    @Test func `lines can become the items of one array`() throws {
        var lines = JSONLines(source: Self.source(Array("1\n[2]\n".utf8), chunk: 3))
        let writer = FleeceWriter()
        writer.beginArray()
        while try lines.readNext(into: writer) {}
        writer.endArray()
        #expect(try FleeceStorage(try writer.finish()).root?.json() == "[1,[2]]")
    }

    /// 40 MB of lines that are generated on demand, read with a buffer of at most 64 KB.
    @Test func `memory use does not grow with the number of lines`() throws {
        let line = Array("{\"text\":\"\(String(repeating: "x", count: 4080))\"}\n".utf8)
        var position = 0
        var largest = 0
        var lines = JSONLines { buffer in
            largest = max(largest, buffer.count)
            var filled = 0
            while filled + line.count <= buffer.count, position < 40 << 20 {
                UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).copyBytes(from: line)
                filled += line.count
                position += line.count
            }
            return filled
        }
        let writer = FleeceWriter()
        while try lines.readNext(into: writer) { writer.reset() }
        #expect([lines.line * line.count == position, largest <= 64 << 10] == [true, true])
    }
}
