#if Replication
    @testable import QuireReplication

    /// A check of what a peer sends, for the fuzzer and the tests.
    ///
    /// A run ends for every input. It throws a ``FuzzFailure`` if an invariant is violated; a violation
    /// of the protocol by the input is not a failure.
    enum FuzzRun: String, CaseIterable, Sendable {
        /// Receives the bytes as a sequence of frames.
        case receiver = "blip-receiver"
        /// Reads the bytes as the properties of a message.
        case properties = "blip-properties"
        /// Reads the bytes as certificates and private keys.
        case certificates = "certificate-reader"

        /// Limits that short inputs can exceed.
        static let options: BLIPOptions = {
            var options = BLIPOptions()
            options.maximumFrameSize = 4_096
            options.maximumInflatedFrameSize = 65_536
            options.maximumPropertySize = 512
            options.maximumMessageSize = 4_096
            options.maximumUnfinishedSize = 8_192
            options.maximumUnfinishedRequests = 4
            return options
        }()

        func run(_ bytes: UnsafeRawBufferPointer) throws {
            switch self {
            case .receiver: try Self.receive(bytes)
            case .properties: try Self.readProperties(bytes)
            case .certificates: try Self.readCertificates(bytes)
            }
        }

        private static func receive(_ bytes: UnsafeRawBufferPointer) throws {
            var input = FuzzedFrames(Array(bytes))
            var receiver = BLIPReceiver(Self.options)
            var sender = FuzzedSender()
            var parts: [BLIPMessageKey: [UInt8]] = [:]
            do {
                while let frame = input.next() {
                    let event = try receiver.receive(frame.bytes) { number in
                        switch number % 16 {
                        case 1...4: .expected
                        case 5...8: .expectedInParts
                        case 9...12: .abandoned
                        default: .unknown
                        }
                    }
                    try Self.check(event, &input, &parts)
                    try sender.check(event)
                    try require(
                        (0...Self.options.maximumUnfinishedSize).contains(
                            receiver.unfinishedByteCount), "unfinished messages are limited")
                }
            } catch let violation as BLIPViolation {
                try require(
                    [1002, 1003, 1008, 1009].contains(violation.code), "the peer caused the end")
            }
        }

        /// Compares a message with the contents of its frames.
        private static func check(
            _ event: BLIPReceiver.Event, _ input: inout FuzzedFrames,
            _ parts: inout [BLIPMessageKey: [UInt8]]
        ) throws {
            var (message, key): (BLIPMessage, BLIPMessageKey)
            switch event {
            case .part(let part, let key, _):
                parts[key, default: []] += part
                return
            case .request(let request, let number):
                (message, key) = (request, BLIPMessageKey(isResponse: false, number: number))
            case .response(let response, let number, _):
                (message, key) = (response, BLIPMessageKey(isResponse: true, number: number))
            default: return
            }
            message.body = (parts.removeValue(forKey: key) ?? []) + message.body
            let contents = input.finish(key)
            try require(
                contents.suffix(message.body.count) == message.body[...],
                "the body is the end of the contents")
            let properties = try message.properties.encoded()
            try require(
                try BLIPProperties(encoded: properties[...]) == message.properties,
                "properties survive a round trip")
            guard !(key.isResponse && (9...12).contains(key.number % 16)) else { return }
            try require(
                contents.dropLast(message.body.count).suffix(properties.count) == properties[...],
                "the properties precede the body")
        }
    }

    /// A sending queue that the acknowledgments of the input control.
    private struct FuzzedSender {
        private var queue = BLIPSendingQueue()
        private var handlers = BLIPResponseHandlers()
        private var sentByteCount = 0

        init() {
            for _ in 0..<2 {
                if let message = try? BLIPOutgoingMessage(
                    request: Self.message, compressing: false, handler: nil)
                {
                    queue.append(message)
                }
            }
        }

        private static let message = BLIPMessage(body: [UInt8](repeating: 1, count: 300_000))

        /// Sends all frames that can be sent after an event.
        mutating func check(_ event: BLIPReceiver.Event) throws {
            switch event {
            case .acknowledged(let key, let byteCount):
                _ = queue.didAcknowledge(key, byteCount: byteCount)
            case .mustAcknowledge(let key, let byteCount), .part(_, let key, let byteCount?):
                queue.acknowledge(key, byteCount: byteCount)
            default: return
            }
            while case .frame(let frame) = queue.next(&handlers) {
                guard case .contents(let header, let contents) = frame else { continue }
                queue.didEncode(header, byteCount: contents.count)
                sentByteCount += contents.count
            }
            try require(
                sentByteCount + queue.unsentByteCount == 600_002, "each byte is sent once")
        }
    }

    /// A violated invariant.
    struct FuzzFailure: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }

    /// Throws if a condition is false.
    func require(_ condition: Bool, _ promise: @autoclosure () -> String) throws {
        if !condition { throw FuzzFailure("broken: " + promise()) }
    }
#endif
