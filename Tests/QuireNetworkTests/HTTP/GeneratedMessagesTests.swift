import QuireNetwork
import QuireTestSupport
import Testing

/// Damaged HTTP messages.
@Suite struct GeneratedMessagesTests {
    /// A request and its body, or the status of the error.
    static func parse(_ bytes: [UInt8], parts: Int) -> String {
        do throws(HTTPError) {
            var parser = HTTPHeadParser<HTTPRequestHead>()
            var head: HTTPRequestHead?
            var decoder: HTTPBodyDecoder?
            var rest = bytes[...]
            while !rest.isEmpty, decoder?.isComplete != true {
                var part = rest.prefix(parts)
                rest = rest.dropFirst(part.count)
                if head == nil, let parsed = try parser.parse(&part) {
                    head = parsed
                    decoder = try HTTPBodyDecoder(try parsed.bodyFraming())
                }
                try decoder?.decode(&part)
                rest = part + rest
            }
            return "\(head.map { "\($0)" } ?? "incomplete") \(decoder?.body ?? []) \(Array(rest))"
        } catch {
            return "\(error.status) \(error.message)"
        }
    }

    static let messages = [
        "GET /a?b HTTP/1.1\r\nHost: a:1\r\nAccept: b, c\r\nX:\r\n\r\nrest",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 12\r\n\r\n{\"a\": [1,2]}GET",
        "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "4\r\nabcd\r\nA;x=y\r\n0123456789\r\n0\r\nT: u\r\n\r\nGET",
    ]

    @Test(arguments: messages)
    func `a message has the same result however it is divided`(message: String) {
        let bytes = Array(message.utf8)
        let whole = Self.parse(bytes, parts: .max)
        for parts in 1...bytes.count { #expect(Self.parse(bytes, parts: parts) == whole) }
    }

    @Test(arguments: messages, 0..<20)
    func `a damaged message has the same result however it is divided`(
        message: String, seed: Int
    ) {
        var random = SplitMix64(seed: UInt64(seed))
        let special = Array("\r\n\0 \t:;,0A-\u{7F}é".utf8)
        for _ in 0..<30 {
            var bytes = Array(message.utf8)
            for _ in 0..<(1 + random.next(below: 3)) {
                let index = random.next(below: bytes.count)
                switch random.next(below: 3) {
                case 0: bytes.remove(at: index)
                case 1: bytes.insert(special[random.next(below: special.count)], at: index)
                default: bytes[index] = UInt8(random.next(below: 256))
                }
            }
            #expect(Self.parse(bytes, parts: 1) == Self.parse(bytes, parts: .max))
        }
    }
}
