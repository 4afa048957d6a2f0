#if Replication
    /// A message of which frames were received.
    struct BLIPIncomingMessage {
        /// The number of received bytes after which an acknowledgment is sent.
        static let acknowledgmentInterval: UInt64 = 50_000

        let type: BLIPFrameType
        private let flags: BLIPFrameFlags
        private var head: [UInt8] = []
        private var properties: BLIPProperties?
        private var body: [UInt8] = []
        private var isDiscarded = false
        private var receivedByteCount: UInt64 = 0
        private var unacknowledgedByteCount: UInt64 = 0

        /// - Parameters:
        ///   - type: The kind of the message.
        ///   - flags: The flags of its first frame.
        init(_ type: BLIPFrameType, _ flags: BLIPFrameFlags) {
            self.type = type
            self.flags = flags
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

        /// Adds the contents of a frame.
        mutating func append(
            _ contents: ArraySlice<UInt8>, _ options: BLIPOptions
        ) throws(BLIPViolation) {
            guard !isDiscarded else { return }
            guard contents.count <= options.maximumMessageSize - byteCount else {
                throw .tooLong(
                    "A message has more than \(options.maximumMessageSize) bytes.")
            }
            if properties != nil {
                body += contents
            } else if head.isEmpty {
                head = try appendFirst(contents, options)
            } else {
                let bytes = head + contents
                head = []
                head = try appendFirst(bytes[...], options)
            }
        }

        /// Reads the properties and the beginning of the body.
        ///
        /// - Returns: The bytes, if the properties are incomplete.
        private mutating func appendFirst(
            _ bytes: ArraySlice<UInt8>, _ options: BLIPOptions
        ) throws(BLIPViolation) -> [UInt8] {
            switch BLIPVarint.read(bytes, at: bytes.startIndex) {
            case .incomplete: return Array(bytes)
            case .overflow: throw .invalidData("The length of the properties is invalid.")
            case .number(let length, let start):
                guard length <= UInt64(max(options.maximumPropertySize, 0)) else {
                    throw .tooLong(
                        "The properties of a message have more than "
                            + "\(options.maximumPropertySize) bytes.")
                }
                guard Int(length) <= bytes.endIndex - start else { return Array(bytes) }
                let end = start + Int(length)
                properties = try BLIPProperties(encoded: bytes[start..<end])
                body = Array(bytes[end...])
                return []
            }
        }

        /// Returns the complete message.
        ///
        /// - Throws: `BLIPViolation` if it ends within the properties.
        func message() throws(BLIPViolation) -> BLIPMessage {
            guard let properties = isDiscarded ? [:] : properties else {
                throw .invalidData("A message ends within its properties.")
            }
            return BLIPMessage(
                properties: properties, body: body, isUrgent: flags.contains(.urgent),
                isCompressed: flags.contains(.compressed),
                isReplyExpected: type == .request && !flags.contains(.noReply))
        }
    }
#endif
