import Foundation
import Quire
import QuireTestSupport
import Testing

@Suite struct JSONLinesDecodingTests {
    struct Hotel: Codable, Equatable {
        var name: String
        var stars: Int?
    }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func lines(_ text: String) throws -> JSONLines {
        try JSONLines(contentsOf: folder.write(text, to: "hotels.jsonl"))
    }

    @Test func `the lines of a file are decoded in order`() throws {
        var lines = try lines("{\"name\":\"A\"}\n\n{\"name\":\"B\",\"stars\":4}")
        #expect(try lines.decodeNext(Hotel.self) == Hotel(name: "A"))
        #expect(try lines.decodeNext(Hotel.self) == Hotel(name: "B", stars: 4))
        #expect(lines.line == 3)
        #expect(try lines.decodeNext(Hotel.self) == nil)
        #expect(try lines.decodeNext(Hotel.self) == nil)
    }

    @Test func `the lines of a string are decoded in order`() throws {
        let name = String(repeating: "é", count: 100_000)
        var lines = JSONLines("{\"name\":\"A\"}\r\n\n{\"name\":\"\(name)\",\"stars\":4}")
        #expect(try lines.decodeNext(Hotel.self) == Hotel(name: "A"))
        #expect(try lines.decodeNext(Hotel.self) == Hotel(name: name, stars: 4))
        #expect(lines.line == 3)
        #expect(try lines.decodeNext(Hotel.self) == nil)
        var empty = JSONLines("")
        #expect(try empty.decodeNext(Hotel.self) == nil)
    }

    @Test func `an empty file has no values`() throws {
        var lines = try lines("")
        #expect(try lines.decodeNext(Hotel.self) == nil)
    }

    @Test func `a file that is longer than the buffer is read completely`() throws {
        let count = 20_000
        let text = (0..<count).map { "{\"name\":\"Hotel \($0)\",\"stars\":\($0)}" }
            .joined(separator: "\n")
        var lines = try lines(text)
        for number in 0..<count {
            #expect(try lines.decodeNext(Hotel.self)?.stars == number)
        }
        #expect(try lines.decodeNext(Hotel.self) == nil)
    }

    @Test func `reading continues after a line with an error`() throws {
        var lines = try lines("{\"name\":}\n{\"stars\":1}\n{\"name\":\"C\"}\n")
        let syntax = #expect(throws: JSONError.self) { try lines.decodeNext(Hotel.self) }
        #expect(syntax?.line == 1)
        #expect(throws: DecodingError.self) { try lines.decodeNext(Hotel.self) }
        #expect(lines.line == 2)
        #expect(try lines.decodeNext(Hotel.self)?.name == "C")
    }

    @Test func `a decoder converts the keys`() throws {
        struct Rate: Codable { var roomRate: Int }
        var decoder = DocumentDecoder()
        decoder.keyDecodingStrategy = .snakeCase
        var lines = try lines(#"{"room_rate":121}"#)
        #expect(try lines.decodeNext(Rate.self, using: decoder)?.roomRate == 121)
    }

    @Test func `a file that does not exist is an error`() {
        let url = folder.url.appending(path: "missing.jsonl")
        #expect(throws: CocoaError.self) { try JSONLines(contentsOf: url) }
    }
}
