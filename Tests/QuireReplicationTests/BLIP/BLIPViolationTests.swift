#if Replication
    import Testing

    @testable import QuireReplication

    /// Frames that the protocol or a limit forbids.
    @Suite struct BLIPViolationTests {
        typealias Build = @Sendable (inout FrameSequence) throws -> Void

        static let text = FrameSequence.message("text")

        /// Violations of the order of numbers and types.
        static let orders: [(name: String, build: Build)] = [
            ("the first request is 2", { try $0.add(2, text) }),
            ("a request is 0", { try $0.add(0, text) }),
            (
                "a number is missing",
                {
                    try $0.add(1, text)
                    try $0.add(3, text)
                }
            ),
            (
                "a finished request continues",
                {
                    try $0.add(1, text)
                    try $0.add(1, text)
                }
            ),
            ("a request is the largest number", { try $0.add(.max, text) }),
            ("a response has no request", { try $0.add(.response, 20, text) }),
            ("an error response has no request", { try $0.add(.errorResponse, 20, text) }),
            ("a response is 0", { try $0.add(.response, 0, text) }),
            (
                "a response becomes an error",
                {
                    try $0.add(.response, 1, .moreComing, text)
                    try $0.add(.errorResponse, 1, text)
                }
            ),
            ("a frame is empty", { $0.add(raw: []) }),
            ("a frame ends within its number", { $0.add(raw: [0x81]) }),
            ("a frame ends after its number", { $0.add(raw: [0x01]) }),
            ("a frame ends within its flags", { $0.add(raw: [0x01, 0x80]) }),
            (
                "a number exceeds 64 bits",
                { $0.add(raw: [UInt8](repeating: 0xff, count: 10) + [1, 0, 0, 0, 0, 0]) }
            ),
            ("a checksum is missing", { $0.add(raw: [0x01, 0x00]) }),
            ("a checksum is cut off", { $0.add(raw: [0x01, 0x00, 0x00, 0x3b, 0x73]) }),
            ("an acknowledgment is empty", { $0.add(raw: [0x01, 0x34]) }),
            ("an acknowledgment is cut off", { $0.add(raw: [0x01, 0x35, 0x90]) }),
        ]

        @Test(arguments: orders.indices)
        func `an invalid order of frames ends the connection with 1002`(index: Int) throws {
            let (name, build) = Self.orders[index]
            var sequence = FrameSequence()
            try build(&sequence)
            #expect(Reception(sequence.frames).violation?.code == 1002, "\(name)")
            #expect(Reception(sequence.frames.dropLast()).violation == nil, "\(name)")
        }

        /// Contents that cannot be read.
        static let contents: [(name: String, build: Build)] = [
            ("a message is empty", { try $0.add(1, []) }),
            ("a message ends within the length", { try $0.add(1, [0x80]) }),
            ("a message ends within the properties", { try $0.add(1, [4] + Array("a\0b".utf8)) }),
            (
                "a message of several frames ends within the properties",
                {
                    try $0.add(1, .moreComing, [4])
                    try $0.add(1, Array("a\0b".utf8))
                }
            ),
            (
                "the length of the properties exceeds 64 bits",
                { try $0.add(1, [UInt8](repeating: 0xff, count: 12)) }
            ),
            ("properties do not end with NUL", { try $0.add(1, [3] + Array("a\0b".utf8)) }),
            ("a property has no value", { try $0.add(1, [2] + Array("a\0".utf8)) }),
            ("a property is not UTF-8", { try $0.add(1, [4, 0x61, 0, 0xff, 0]) }),
            ("a checksum is wrong", { $0.add(raw: [0x01, 0x00, 0x00, 0x3b, 0x73, 0xf3, 0x14]) }),
            ("a compressed frame is empty", { $0.add(raw: [0x01, 0x08, 0, 0, 0, 1]) }),
            (
                "a compressed frame is not deflated",
                { $0.add(raw: [0x01, 0x08, 0xff, 0xff, 0, 0, 0, 0]) }
            ),
            (
                "the stream of compressed frames ends",
                { $0.add(raw: [0x01, 0x08, 0x03, 0x00, 0, 0, 0, 0]) }
            ),
        ]

        @Test(arguments: contents.indices)
        func `invalid contents end the connection with 1003`(index: Int) throws {
            let (name, build) = Self.contents[index]
            var sequence = FrameSequence()
            try build(&sequence)
            #expect(Reception(sequence.frames).violation?.code == 1003, "\(name)")
        }

        @Test func `a changed bit ends the connection or changes only the order and flags`() throws
        {
            var sequence = FrameSequence()
            try sequence.add(1, Self.text)
            try sequence.add(2, .compressed, FrameSequence.message("compressed text text text"))
            try sequence.add(3, Self.text)
            let sent = Reception(sequence.frames).bodies
            for (index, frame) in sequence.frames.enumerated() {
                for bit in 0..<frame.count * 8 {
                    var frames = sequence.frames
                    frames[index][bit / 8] ^= 1 << UInt8(bit % 8)
                    let reception = Reception(frames)
                    // The header is not part of the checksum. In front of the end of a flushed part
                    // that is cut off, some bits of a compressed frame have no meaning.
                    #expect(
                        bit < 16 || reception.violation != nil || reception.bodies == sent)
                    #expect(reception.bodies.allSatisfy(sent.contains))
                }
            }
        }

        @Test func `a frame that is cut off ends the connection`() throws {
            var sequence = FrameSequence()
            try sequence.add(1, Self.text)
            try sequence.add(2, .compressed, FrameSequence.message("compressed text text text"))
            for (index, frame) in sequence.frames.enumerated() {
                for count in 0..<frame.count {
                    var frames = sequence.frames
                    frames[index] = Array(frame.prefix(count))
                    let reception = Reception(frames)
                    #expect(reception.violation != nil)
                    #expect(reception.bodies.count == index)
                }
            }
        }

        @Test(arguments: [[1, 0, 2], [0, 2, 1], [0, 0, 1], [0, 2], [1, 2], [2, 1, 0]])
        func `frames that are missing, repeated or in another order end the connection`(
            order: [Int]
        ) throws {
            var sequence = FrameSequence()
            for number: UInt64 in 1...3 {
                try sequence.add(number, .compressed, FrameSequence.message("text \(number)"))
            }
            #expect(Reception(order.map { sequence.frames[$0] }).violation != nil)
        }
    }
#endif
