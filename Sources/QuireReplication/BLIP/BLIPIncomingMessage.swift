#if Replication
    /// A message of which frames were received.
    struct BLIPIncomingMessage {
        /// The number of received bytes after which an acknowledgment is sent.
        static let acknowledgmentInterval: UInt64 = 50_000

        let type: BLIPFrameType
        private let flags: BLIPFrameFlags
        private let isBodyLimited: Bool
        // The beginning of the message as received, or its properties if ``hasProperties`` is true. They
        // stay encoded until the message is complete, because strings occupy much more memory.
        private var head: [UInt8] = []
        private var hasProperties = false
        private var body: [UInt8] = []
        private var isDiscarded = false
        /// The reason for which the contents were discarded, if the sender receives it.
        private(set) var refusal: BLIPError?
        /// The maximum size of the body.
        private var bodyLimit = Int.max
        private var receivedByteCount: UInt64 = 0
        private var unacknowledgedByteCount: UInt64 = 0

        /// - Parameters:
        ///   - type: The kind of the message.
        ///   - flags: The flags of its first frame.
        ///   - isBodyLimited: Whether ``BLIPOptions/bodyLimits`` apply.
        init(_ type: BLIPFrameType, _ flags: BLIPFrameFlags, isBodyLimited: Bool = true) {
            self.type = type
            self.flags = flags
            self.isBodyLimited = isBodyLimited
        }

        /// The number of bytes that the message occupies.
        var byteCount: Int { head.count + body.count }

        /// Counts the bytes of a frame after its header.
        ///
        /// - Returns: The number of bytes to acknowledge, or `nil` if an acknowledgment is not due.
        mutating func didReceive(_ byteCount: Int) -> UInt64? {
            receivedByteCount += UInt64(byteCount)
            unacknowledgedByteCount += UInt64(byteCount)
            guard unacknowledgedByteCount >= Self.acknowledgmentInterval else { return nil }
            unacknowledgedByteCount = 0
            return receivedByteCount
        }

        /// Removes the contents, and ignores further ones.
        mutating func discard() {
            isDiscarded = true
            head = []
            body = []
        }

        /// Removes the contents, ignores further ones, and notes the reason.
        mutating func refuse(_ error: BLIPError) {
            guard !isDiscarded else { return }
            discard()
            refusal = error
        }

        /// Adds the contents of a frame.
        mutating func append(
            _ contents: ArraySlice<UInt8>, _ options: BLIPOptions
        ) throws(BLIPViolation) {
            guard !isDiscarded else { return }
            try add(contents, options)
            if hasProperties, body.count > bodyLimit { refuse(.tooLong(bodyLimit)) }
        }

        private mutating func add(
            _ contents: ArraySlice<UInt8>, _ options: BLIPOptions
        ) throws(BLIPViolation) {
            guard contents.count <= options.maximumMessageSize - byteCount else {
                throw .tooLong(
                    "A message has more than \(options.maximumMessageSize) bytes.")
            }
            if hasProperties {
                body += contents
            } else if head.isEmpty, let range = try Self.properties(of: contents, options) {
                try separate(contents, properties: range, options: options)
            } else {
                head += contents
                if let range = try Self.properties(of: head[...], options) {
                    try separate(head[...], properties: range, options: options)
                }
            }
        }

        /// Removes and returns the bytes of the body so far.
        mutating func takeBody() -> [UInt8] {
            defer { body = [] }
            return body
        }

        /// Returns the indices of the properties, or `nil` if they are incomplete.
        private static func properties(
            of bytes: ArraySlice<UInt8>, _ options: BLIPOptions
        ) throws(BLIPViolation) -> Range<Int>? {
            switch BLIPVarint.read(bytes, at: bytes.startIndex) {
            case .incomplete: return nil
            case .overflow: throw .invalidData("The length of the properties is invalid.")
            case .number(let length, let start):
                let limit = options.maximumPropertySize
                guard length <= UInt64(max(limit, 0)) else {
                    throw .tooLong("The properties of a message have more than \(limit) bytes.")
                }
                let end = start + Int(length)
                return end <= bytes.endIndex ? start..<end : nil
            }
        }

        /// Separates the properties from the beginning of the body.
        private mutating func separate(
            _ bytes: ArraySlice<UInt8>, properties: Range<Int>, options: BLIPOptions
        ) throws(BLIPViolation) {
            let head = bytes[properties]
            try BLIPProperties.check(head, options.maximumPropertyCount)
            bodyLimit = isBodyLimited ? options.bodyLimits.maximum(type, head) : .max
            hasProperties = true
            let rest = bytes[properties.upperBound...]
            guard rest.count <= bodyLimit else { return refuse(.tooLong(bodyLimit)) }
            self.head = Array(head)
            body = Array(rest)
        }

        /// Returns the complete message.
        ///
        /// - Returns: The message, which is empty if it was discarded.
        /// - Throws: `BLIPViolation` if it ends within the properties, or they are invalid.
        func message() throws(BLIPViolation) -> BLIPMessage {
            guard hasProperties || isDiscarded else {
                throw .invalidData("A message ends within its properties.")
            }
            return BLIPMessage(
                properties: try BLIPProperties(encoded: head[...]), body: body,
                isUrgent: flags.contains(.urgent),
                isCompressed: flags.contains(.compressed),
                isReplyExpected: type == .request && !flags.contains(.noReply))
        }
    }
#endif
