import QuireNetwork
import Testing

@Suite struct HTTPBodyTests {
    /// Returns the body and the bytes that follow it, or the status of the error.
    static func decode(
        _ text: String, _ framing: HTTPBodyFraming, parts: Int = .max,
        limits: HTTPLimits = HTTPLimits()
    ) -> Result<String, HTTPError> {
        do throws(HTTPError) {
            var decoder = try HTTPBodyDecoder(framing, limits: limits)
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty, !decoder.isComplete {
                var part = rest.prefix(parts)
                let count = part.count
                try decoder.decode(&part)
                rest = rest.dropFirst(count - part.count)
            }
            try decoder.end()
            return .success(
                String(decoding: decoder.body, as: UTF8.self) + "|"
                    + String(decoding: rest, as: UTF8.self))
        } catch {
            return .failure(error)
        }
    }

    static let bodies: [(text: String, framing: HTTPBodyFraming, result: String)] = [
        ("abc", .length(0), "|abc"), ("abcd", .length(3), "abc|d"), ("abc", .untilEnd, "abc|"),
        ("", .untilEnd, "|"), ("0\r\n\r\nx", .chunked, "|x"),
        ("3\r\nabc\r\n0\r\n\r\nx", .chunked, "abc|x"),
        ("1\r\na\r\n0A\r\n0123456789\r\n0;a=b\r\n\r\n", .chunked, "a0123456789|"),
        ("3;name=\"value\"\r\nabc\r\n000\r\nA: b\r\nC: d\r\n\r\nx", .chunked, "abc|x"),
        ("5\r\n\r\n\r\n1\r\n0\r\n\r\n", .chunked, "\r\n\r\n1|"),
    ]

    @Test(arguments: bodies, [1, 2, 3, 1_000])
    func `a body ends where its framing says`(
        body: (text: String, framing: HTTPBodyFraming, result: String), parts: Int
    ) throws {
        #expect(try Self.decode(body.text, body.framing, parts: parts).get() == body.result)
    }

    static let refused: [(text: String, status: Int)] = [
        ("", 400), ("3\r\nab", 400), ("3\r\nabc\r\n", 400), ("3\r\nabc\r\n0\r\n", 400),
        ("3\nabc\r\n0\r\n\r\n", 400), ("3\r\nabcd\r\n0\r\n\r\n", 400), ("x\r\n", 400),
        ("\r\n", 400), (" 3\r\nabc\r\n0\r\n\r\n", 400), ("3 \r\nabc\r\n0\r\n\r\n", 400),
        ("+3\r\nabc\r\n0\r\n\r\n", 400), ("0x3\r\nabc\r\n0\r\n\r\n", 400),
        ("-1\r\nabc\r\n0\r\n\r\n", 400), ("3;a\nb\r\nabc\r\n0\r\n\r\n", 400),
        ("3;a\u{0}\r\nabc\r\n0\r\n\r\n", 400), ("ffffffffffffffff\r\nabc", 400),
        ("7fffffffffffff\r\nabc", 413), ("1000001\r\nabc", 413),
        ("0\r\nA b\r\n\r\n", 400), ("0\r\n A: b\r\n\r\n", 400),
        ("0\r\n" + String(repeating: "A: b\r\n", count: 101) + "\r\n", 431),
        (String(repeating: "1;\(String(repeating: "a", count: 8_000))\r\nx\r\n", count: 12), 413),
        ("1;" + String(repeating: "a", count: 9_000), 431),
    ]

    @Test(arguments: refused)
    func `invalid chunks are refused`(text: String, status: Int) {
        guard case .failure(let error) = Self.decode(text, .chunked) else {
            Issue.record("\(text) was accepted")
            return
        }
        #expect(error.status == status)
    }

    @Test func `a long body of small chunks is accepted`() throws {
        let text = String(repeating: "1\r\nx\r\n", count: 50_000) + "0\r\n\r\n"
        let body = try Self.decode(text, .chunked).get()
        #expect(body.count == 50_001)
    }

    @Test(arguments: [HTTPBodyFraming.length(101), .untilEnd])
    func `a body has a limit`(framing: HTTPBodyFraming) {
        var limits = HTTPLimits()
        limits.body = 100
        let result = Self.decode(
            String(repeating: "a", count: 101), framing, limits: limits)
        #expect(throws: HTTPError(status: 413, "The body has more than 100 bytes.")) {
            try result.get()
        }
    }

    @Test func `the end of the connection within a body is an error`() {
        guard case .failure(let error) = Self.decode("ab", .length(3)) else {
            Issue.record("the body was accepted")
            return
        }
        #expect(error.status == 400)
    }
}
