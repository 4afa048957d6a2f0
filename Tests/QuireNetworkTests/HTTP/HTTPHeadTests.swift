import QuireNetwork
import Testing

@Suite struct HTTPHeadTests {
    static let request = """
        GET /db/_blipsync?client=a%20b HTTP/1.1\r
        Host: example.com:4984\r
        Accept: a, ,b\r
        ACCEPT:\tc \t\r
        X-Empty:\r
        X-Name: Käse: 1\r
        \r

        """

    static func parse<Head: HTTPHead>(
        _ text: String, as type: Head.Type = Head.self, limits: HTTPLimits = HTTPLimits()
    ) throws -> Head? {
        var input = Array(text.utf8)[...]
        var parser = HTTPHeadParser<Head>(limits: limits)
        return try parser.parse(&input)
    }

    static func status(of text: String, limits: HTTPLimits = HTTPLimits()) -> Int? {
        do {
            return try parse(text, as: HTTPRequestHead.self, limits: limits) == nil ? 0 : nil
        } catch {
            return (error as? HTTPError)?.status
        }
    }

    @Test func `a request is parsed with its fields in their order`() throws {
        let head = try #require(try Self.parse(Self.request, as: HTTPRequestHead.self))
        #expect(head.method == "GET")
        #expect(head.target == "/db/_blipsync?client=a%20b")
        #expect(head.version == .http11)
        #expect(head.headers["host"] == "example.com:4984")
        #expect(head.headers.values(of: "accept") == ["a, ,b", "c"])
        #expect(head.headers.items(of: "Accept") == ["a", "b", "c"])
        #expect(head.headers["x-empty"] == "")
        #expect(head.headers["X-Name"] == "Käse: 1")
        #expect(head.headers["X-Other"] == nil)
        #expect(head.headers.hasItem("C", in: "accept"))
        #expect(!head.headers.hasItem("d", in: "accept"))
    }

    @Test func `the bytes of a request may arrive in any two parts`() throws {
        let bytes = Array(Self.request.utf8) + [7, 8]
        let whole = try Self.parse(Self.request, as: HTTPRequestHead.self)
        for cut in 0...bytes.count {
            var parser = HTTPHeadParser<HTTPRequestHead>()
            var first = bytes[..<cut]
            var head = try parser.parse(&first)
            var second = first + bytes[cut...]
            if head == nil { head = try parser.parse(&second) }
            #expect(head == whole)
            #expect(Array(second) == [7, 8])
        }
    }

    @Test func `the bytes of a request may arrive one by one`() throws {
        var parser = HTTPHeadParser<HTTPRequestHead>()
        var heads = 0
        for byte in Self.request.utf8 {
            #expect(heads == 0)
            var input = [byte][...]
            if try parser.parse(&input) != nil { heads += 1 }
        }
        #expect(heads == 1)
    }

    static let refused: [(text: String, status: Int)] = [
        ("GET / HTTP/1.1\nHost: a\n\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\n\r\n", 400),
        ("GET / HTTP/1.1\rHost: a\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n", 400),
        ("\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        (" GET / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /\u{0}a HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /ä HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET  HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /\r\nHost: a\r\n\r\n", 400),
        ("G(T / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        (String(repeating: "A", count: 33) + " / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET / HTTP/1.1 \r\nHost: a\r\n\r\n", 400),
        ("GET / http/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505),
        ("GET / HTTP/1.2\r\nHost: a\r\n\r\n", 505),
        ("GET / HTTP/11\r\nHost: a\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nHOST: b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nA : b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nA\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nA: b\r\n c\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\n Host: a\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nA: b\u{0}\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nA: b\u{7F}\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nÄ: b\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1 1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ١\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9223372036854775808\r\n\r\n", 400),
        (
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
            400
        ),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n", 501),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \u{B}chunked\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity\r\n\r\n", 501),
        (
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n",
            501
        ),
        ("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nA: " + String(repeating: "a", count: 8_190), 431),
        ("GET /" + String(repeating: "a", count: 8_190), 431),
    ]

    @Test(arguments: refused)
    func `an ambiguous or invalid request is refused`(text: String, status: Int) {
        #expect(Self.status(of: text) == status)
    }

    static let incomplete = [
        "", "G", "GET / HTTP/1.1\r\nHost: a\r\n", "GET / HTTP/1.1\r\nHost: a\r\n\r",
    ]

    @Test(arguments: incomplete)
    func `more bytes are needed before the empty line`(text: String) {
        #expect(Self.status(of: text) == 0)
    }

    @Test func `the number of fields has a limit`() {
        let field = "A: b\r\n"
        let start = "GET / HTTP/1.1\r\nHost: a\r\n"
        #expect(Self.status(of: start + String(repeating: field, count: 99) + "\r\n") == nil)
        #expect(Self.status(of: start + String(repeating: field, count: 100) + "\r\n") == 431)
    }

    @Test func `the size of a head has a limit`() {
        let field = "A: \(String(repeating: "b", count: 8_000))\r\n"
        let start = "GET / HTTP/1.1\r\nHost: a\r\n"
        #expect(Self.status(of: start + String(repeating: field, count: 8) + "\r\n") == nil)
        #expect(Self.status(of: start + String(repeating: field, count: 9) + "\r\n") == 431)
    }

    static let responses: [(text: String, status: Int?, reason: String)] = [
        ("HTTP/1.1 101 Switching Protocols", 101, "Switching Protocols"),
        ("HTTP/1.0 404 Not Found", 404, "Not Found"), ("HTTP/1.1 200 ", 200, ""),
        ("HTTP/1.1 200", 200, ""), ("HTTP/1.1 999 x", 999, "x"),
        ("HTTP/1.1 99 x", nil, ""), ("HTTP/1.1 099 x", nil, ""), ("HTTP/1.1 1000 x", nil, ""),
        ("HTTP/1.1 +20 x", nil, ""), ("HTTP/1.1  200 x", nil, ""), ("HTTP/1.1", nil, ""),
        ("ICY 200 OK", nil, ""), ("HTTP/3.0 200 OK", nil, ""), ("HTTP/1.1 200 a\u{1}b", nil, ""),
    ]

    @Test(arguments: responses)
    func `the first line of a response has a status`(text: String, status: Int?, reason: String) {
        let head = try? Self.parse(text + "\r\n\r\n", as: HTTPResponseHead.self)
        #expect(head?.status == status)
        #expect((head?.reason ?? "") == reason)
    }

    static let framings: [(text: String, framing: HTTPBodyFraming)] = [
        ("HTTP/1.1 200 OK\r\n\r\n", .untilEnd),
        ("HTTP/1.1 200 OK\r\nContent-Length: 007\r\n\r\n", .length(7)),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n", .chunked),
        ("HTTP/1.1 204 OK\r\nContent-Length: 7\r\n\r\n", .length(0)),
        ("HTTP/1.1 304 OK\r\nContent-Length: 7\r\n\r\n", .length(0)),
        ("HTTP/1.1 101 OK\r\n\r\n", .length(0)),
    ]

    @Test(arguments: framings)
    func `the head of a response determines its body`(
        text: String, framing: HTTPBodyFraming
    ) throws {
        let head = try #require(try Self.parse(text, as: HTTPResponseHead.self))
        #expect(try head.bodyFraming() == framing)
    }

    @Test func `an encoded head is parsed to the same head`() throws {
        let head = HTTPRequestHead(
            method: "GET", target: "/a", headers: HTTPHeaders([("Host", "a"), ("X", "ä b")]))
        let text = String(decoding: try head.encoded(), as: UTF8.self)
        #expect(text == "GET /a HTTP/1.1\r\nHost: a\r\nX: ä b\r\n\r\n")
        #expect(try Self.parse(text) == head)
    }

    static let injected: [(name: String, value: String)] = [
        ("A", "b\r\nC: d"), ("A", "b\nC: d"), ("A", "b\rC"), ("A", "\u{0}"), ("A: b\r\nC", "d"),
        ("", "a"), ("A B", "c"), ("Ä", "c"),
    ]

    @Test(arguments: injected)
    func `a field that would inject another one is not encoded`(name: String, value: String) {
        let head = HTTPRequestHead(
            method: "GET", target: "/", headers: HTTPHeaders([("Host", "a"), (name, value)]))
        #expect(throws: HTTPError.self) { try head.encoded() }
    }

    @Test func `a target that would inject a field is not encoded`() {
        let head = HTTPRequestHead(
            method: "GET", target: "/ HTTP/1.1\r\nA: b", headers: HTTPHeaders())
        #expect(throws: HTTPError.self) { try head.encoded() }
    }

    @Test func `a value that is not UTF-8 is read as ISO 8859-1`() throws {
        var input = (Array("GET / HTTP/1.0\r\nA: K".utf8) + [0xE4] + Array("se\r\n\r\n".utf8))[...]
        var parser = HTTPHeadParser<HTTPRequestHead>()
        #expect(try parser.parse(&input)?.headers["A"] == "Käse")
    }
}
