#if Replication
    import Testing

    @testable import QuireReplication

    @Suite struct WebSocketFrameTests {
        static let hello = Array("Hello".utf8)
        static let key = WebSocketMask(key: 0x37FA_213D)
        static let maskedHello: [UInt8] = [
            0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58,
        ]

        // MARK: The examples of RFC 6455, section 5.7

        static let examples: [(bytes: [UInt8], isServer: Bool, event: WebSocketDecoder.Event)] = [
            ([0x81, 0x05] + hello, false, .message(.text("Hello"))),
            ([0x81] + maskedHello, true, .message(.text("Hello"))),
            (
                [0x01, 0x03] + hello.prefix(3) + [0x80, 0x02] + hello.suffix(2), false,
                .message(.text("Hello"))
            ),
            ([0x89, 0x05] + hello, false, .ping(hello)),
            ([0x8A] + maskedHello, true, .pong(hello)),
            (
                [0x82, 0x7E, 0x01, 0x00] + [UInt8](repeating: 7, count: 256), false,
                .message(.binary([UInt8](repeating: 7, count: 256)))
            ),
            (
                [0x82, 0x7F, 0, 0, 0, 0, 0, 1, 0, 0] + [UInt8](repeating: 7, count: 65_536), false,
                .message(.binary([UInt8](repeating: 7, count: 65_536)))
            ),
        ]

        @Test(arguments: examples)
        func `the examples of the standard are decoded`(
            example: (bytes: [UInt8], isServer: Bool, event: WebSocketDecoder.Event)
        ) throws {
            var decoder = WebSocketDecoder(isServer: example.isServer, limits: WebSocketLimits())
            var input = example.bytes[...]
            #expect(try decoder.decode(&input) == example.event)
            #expect(input.isEmpty)
        }

        @Test func `the examples of the standard are encoded`() {
            #expect(
                WebSocketFrame.encode(.text, Self.hello, mask: nil) == [0x81, 0x05] + Self.hello)
            #expect(
                WebSocketFrame.encode(.text, Self.hello, mask: Self.key) == [0x81]
                    + Self.maskedHello)
            #expect(
                WebSocketFrame.encode(.text, Self.hello.prefix(3), isFinal: false, mask: nil)
                    == [0x01, 0x03] + Self.hello.prefix(3))
            #expect(
                WebSocketFrame.encode(.continuation, Self.hello.suffix(2), mask: nil)
                    == [0x80, 0x02] + Self.hello.suffix(2))
            #expect(
                WebSocketFrame.encode(.pong, Self.hello, mask: Self.key) == [0x8A]
                    + Self.maskedHello)
        }

        // MARK: Lengths

        static let lengths = [0, 1, 2, 7, 8, 9, 124, 125, 126, 127, 255, 65_535, 65_536, 1_048_576]

        @Test(arguments: lengths, [true, false])
        func `a message of every form of length is decoded as it was encoded`(
            length: Int, isMasked: Bool
        ) throws {
            let bytes = testBytes(length)
            let mask = isMasked ? WebSocketMask(key: 0x0102_F304) : nil
            let frame = WebSocketFrame.encode(.binary, bytes, mask: mask)
            var decoder = WebSocketDecoder(isServer: isMasked, limits: WebSocketLimits())
            var input = frame[...]
            #expect(try decoder.decode(&input) == .message(.binary(bytes)))
        }

        @Test(arguments: [1, 2, 3, 5, 64])
        func `frames may arrive in parts of any size`(size: Int) throws {
            let messages = [0, 1, 125, 126, 300].map(testBytes)
            let mask = WebSocketMask(key: 0xA0B1_C2D3)
            let stream = messages.flatMap { WebSocketFrame.encode(.binary, $0, mask: mask) }
            var decoder = WebSocketDecoder(isServer: true, limits: WebSocketLimits())
            var decoded: [[UInt8]] = []
            for start in stride(from: 0, to: stream.count, by: size) {
                var part = stream[start..<min(start + size, stream.count)]
                while let event = try decoder.decode(&part) {
                    if case .message(.binary(let bytes)) = event { decoded.append(bytes) }
                }
            }
            #expect(decoded == messages)
        }

        @Test(arguments: 0..<12, 0..<8)
        func `a mask is applied from any index and position`(start: Int, position: Int) {
            let mask = WebSocketMask(key: 0x1122_3344)
            let original = testBytes(40)
            var bytes = original
            mask.apply(to: &bytes, from: start, position: position)
            let keyBytes: [UInt8] = [0x11, 0x22, 0x33, 0x44]
            let expected = original.enumerated().map { index, byte in
                index < start ? byte : byte ^ keyBytes[(index - start + position) % 4]
            }
            #expect(bytes == expected)
        }

        @Test func `a random mask differs from the previous one`() {
            #expect(Set((0..<100).map { _ in WebSocketMask.random().key }).count > 95)
        }

        // MARK: Fragments

        @Test func `control frames between the fragments of a message are separate events`() throws
        {
            let frames: [[UInt8]] = [
                [0x02, 0x01, 1], [0x89, 0x01, 9], [0x00, 0x00], [0x8A, 0x00], [0x00, 0x01, 2],
                [0x80, 0x01, 3], [0x88, 0x00],
            ]
            var input = frames.flatMap(\.self)[...]
            var decoder = WebSocketDecoder(isServer: false, limits: WebSocketLimits())
            var events: [WebSocketDecoder.Event] = []
            while let event = try decoder.decode(&input) { events.append(event) }
            #expect(
                events == [
                    .ping([9]), .pong([]), .message(.binary([1, 2, 3])),
                    .close(code: nil, reason: ""),
                ])
        }

        @Test func `a character may be divided between fragments`() throws {
            var input: ArraySlice<UInt8> = [0x01, 0x01, 0xC3, 0x80, 0x01, 0xA4]
            var decoder = WebSocketDecoder(isServer: false, limits: WebSocketLimits())
            #expect(try decoder.decode(&input) == .message(.text("ä")))
        }

        // MARK: Violations

        static func violation(_ bytes: [UInt8], isServer: Bool = false) -> UInt16? {
            var limits = WebSocketLimits()
            limits.frame = 1_000
            limits.message = 1_500
            var decoder = WebSocketDecoder(isServer: isServer, limits: limits)
            var input = bytes[...]
            do throws(WebSocketViolation) {
                while try decoder.decode(&input) != nil {}
                return nil
            } catch {
                return error.code
            }
        }

        static let violations: [(name: String, bytes: [UInt8], code: UInt16)] = [
            ("the first reserved bit", [0xC2, 0], 1002),
            ("the second reserved bit", [0xA2, 0], 1002),
            ("the third reserved bit", [0x92, 0], 1002), ("opcode 3", [0x83, 0], 1002),
            ("opcode 7", [0x87, 0], 1002), ("opcode 11", [0x8B, 0], 1002),
            ("opcode 15", [0x8F, 0], 1002), ("a divided ping", [0x09, 0], 1002),
            ("a divided close", [0x08, 0], 1002), ("a long ping", [0x89, 126], 1002),
            ("a very long pong", [0x8A, 127], 1002),
            ("a masked frame of a server", [0x82, 0x81, 1, 2, 3, 4, 5], 1002),
            ("a continuation without a start", [0x80, 0], 1002),
            ("a continuation after the end", [0x82, 0, 0x80, 0], 1002),
            ("a start within a message", [0x02, 0, 0x82, 0], 1002),
            ("a text within a binary message", [0x02, 0, 0x81, 0], 1002),
            ("a long form of a short length", [0x82, 126, 0, 125], 1002),
            (
                "the longest form of a medium length", [0x82, 127, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF],
                1002
            ),
            ("a length with a sign", [0x82, 127, 0x80, 0, 0, 0, 0, 1, 0, 0], 1002),
            ("the greatest length", [0x82, 127, 0x7F] + [UInt8](repeating: 0xFF, count: 7), 1009),
            ("a too large frame", [0x82, 126, 0x03, 0xE9], 1009),
            (
                "a too large message",
                [0x02, 126, 0x03, 0xE8] + [UInt8](repeating: 0, count: 1_000) + [
                    0x80, 126, 0x03, 0xE8,
                ],
                1009
            ),
            ("a status code of one byte", [0x88, 1, 3], 1002),
            ("a reason that is not UTF-8", [0x88, 3, 0x03, 0xE8, 0xFF], 1007),
            ("a text that is not UTF-8", [0x81, 1, 0xFF], 1007),
            ("a text with an overlong form", [0x81, 2, 0xC0, 0x80], 1007),
            ("a text with half of a surrogate pair", [0x81, 3, 0xED, 0xA0, 0x80], 1007),
            ("a text beyond Unicode", [0x81, 4, 0xF4, 0x90, 0x80, 0x80], 1007),
            ("a text that ends within a character", [0x81, 1, 0xC3], 1007),
        ]

        @Test(arguments: violations)
        func `a violation has a status code`(name: String, bytes: [UInt8], code: UInt16) {
            #expect(Self.violation(bytes) == code, "\(name)")
        }

        @Test func `frames of clients must be masked`() {
            #expect(Self.violation([0x82, 0], isServer: true) == 1002)
            #expect(Self.violation([0x89, 0], isServer: true) == 1002)
        }

        @Test func `a violation is found before the content has arrived`() {
            #expect(Self.violation([0x82, 126, 0xFF, 0xFF]) == 1009)
            #expect(Self.violation([0x82, 126, 0xFF]) == nil)
        }

        @Test(arguments: [999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 0, 65535] as [UInt16])
        func `a status code that may not be sent is a violation`(code: UInt16) {
            #expect(Self.violation([0x88, 2, UInt8(code >> 8), UInt8(code & 0xFF)]) == 1002)
        }

        @Test(arguments: [1000, 1001, 1003, 1007, 1011, 1014, 3000, 4001, 4999] as [UInt16])
        func `other status codes are decoded with their reason`(code: UInt16) throws {
            let payload = WebSocketFrame.closePayload(code: code, reason: "Grund: ä")
            var input = WebSocketFrame.encode(.close, payload, mask: nil)[...]
            var decoder = WebSocketDecoder(isServer: false, limits: WebSocketLimits())
            #expect(try decoder.decode(&input) == .close(code: code, reason: "Grund: ä"))
        }

        @Test func `a long reason is cut off between characters`() {
            let payload = WebSocketFrame.closePayload(
                code: 1000, reason: String(repeating: "ä", count: 100))
            #expect(payload.count == 124)
            #expect(
                String(decoding: payload.dropFirst(2), as: UTF8.self)
                    == String(repeating: "ä", count: 61))
        }

        @Test func `the declared length allocates no memory`() throws {
            var decoder = WebSocketDecoder(isServer: false, limits: WebSocketLimits())
            // Each frame claims a megabyte, and sends none of it.
            var input = ([0x82, 127, 0, 0, 0, 0, 0, 0x10, 0, 0] as [UInt8])[...]
            #expect(try decoder.decode(&input) == nil)
        }
    }

    /// Bytes of which each depends on its position.
    func testBytes(_ count: Int) -> [UInt8] { Array(longBytes.prefix(count)) }

    private let longBytes: [UInt8] = {
        var words: [UInt32] = []
        for number in 0..<300_000 { words.append(UInt32(number) &* 0x9E37_79B1) }
        return words.withUnsafeBytes { Array($0) }
    }()
#endif
