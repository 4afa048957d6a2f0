#if Replication
    /// The receiving side of a connection: it checks frames and assembles messages.
    struct BLIPReceiver {
        /// The result of receiving a frame.
        enum Event {
            /// The frame is part of an unfinished message, or was ignored.
            case none
            /// Received bytes of an unfinished message must be acknowledged.
            case mustAcknowledge(BLIPMessageKey, byteCount: UInt64)
            /// A part of the body of an unfinished response must be processed, and then received bytes
            /// be acknowledged, if there is a number of them.
            case part([UInt8], BLIPMessageKey, acknowledgedByteCount: UInt64?)
            /// The peer acknowledged bytes of a message.
            case acknowledged(BLIPMessageKey, byteCount: UInt64)
            /// A request is complete.
            case request(BLIPMessage, number: UInt64)
            /// A response is complete.
            ///
            /// If its body is received in parts, the body of the message is the last one.
            case response(BLIPMessage, number: UInt64, isError: Bool)
            /// A message is complete whose contents were discarded.
            case refused(BLIPMessage, BLIPMessageKey, BLIPError)
        }

        /// What a frame belongs to.
        enum FrameKind {
            /// A request of which no frame was received.
            case newRequest
            /// A message of which a part was received, or a response.
            case other
            /// No message, so that the frame needs no memory.
            case none
        }

        private let options: BLIPOptions
        private var decoder: BLIPFrameDecoder
        private var messages: [BLIPMessageKey: BLIPIncomingMessage] = [:]
        private var lastRequest: UInt64 = 0
        // Responses do not count, because this side asked for them.
        private var unfinishedRequestCount = 0
        private(set) var unfinishedByteCount = 0
        /// The size of the contents of the last frame.
        private(set) var lastByteCount = 0

        init(_ options: BLIPOptions) {
            self.options = options
            decoder = BLIPFrameDecoder(limit: options.maximumInflatedFrameSize)
        }

        /// Returns what a frame belongs to.
        func kind(of frame: [UInt8]) -> FrameKind {
            var start = 0
            guard let header = try? BLIPFrameHeader(frame, end: &start),
                let type = header.flags.type, type != .requestAcknowledgment,
                type != .responseAcknowledgment
            else { return .none }
            let key = BLIPMessageKey(isResponse: type != .request, number: header.number)
            return type == .request && messages[key] == nil ? .newRequest : .other
        }

        /// Receives a frame.
        ///
        /// - Parameters:
        ///   - frame: The bytes of a binary message of the socket.
        ///   - hasRoom: Whether the frame can be kept. Otherwise, the message is discarded.
        ///   - expectation: A function that returns whether a response with a number is expected.
        /// - Returns: The effect of the frame.
        /// - Throws: `BLIPViolation`. The receiver must not be used after that.
        mutating func receive(
            _ frame: [UInt8], hasRoom: Bool = true,
            _ expectation: (UInt64) -> BLIPResponseHandlers.Expectation
        ) throws(BLIPViolation) -> Event {
            guard frame.count <= options.maximumFrameSize else {
                throw .tooLong("A frame has more than \(options.maximumFrameSize) bytes.")
            }
            var start = 0
            let header = try BLIPFrameHeader(frame, end: &start)
            // Later versions of the protocol can define other types.
            guard let type = header.flags.type else { return .none }
            let key = BLIPMessageKey(
                isResponse: type != .request && type != .requestAcknowledgment,
                number: header.number)
            if type == .requestAcknowledgment || type == .responseAcknowledgment {
                guard case .number(let count, _) = BLIPVarint.read(frame[...], at: start) else {
                    throw .protocolError("An acknowledgment has no number of bytes.")
                }
                return .acknowledged(key, byteCount: count)
            }
            var message = try begin(key, type: type, flags: header.flags, expecting: expectation)
            let contents = try decoder.contents(
                of: frame[start...], isCompressed: header.flags.contains(.compressed))
            lastByteCount = contents.count
            unfinishedByteCount -= message.byteCount
            if key.isResponse, expectation(key.number) == .abandoned { message.discard() }
            if !hasRoom, !key.isResponse { message.refuse(.exhausted) }
            try message.append(contents, options)
            if !hasRoom, message.byteCount > options.bodyLimits.smallResponses {
                message.refuse(.exhausted)
            }
            if header.flags.contains(.moreComing) {
                let isInParts = type == .response && expectation(key.number) == .expectedInParts
                let part = isInParts ? message.takeBody() : []
                let byteCount = try keep(&message, key, receivedByteCount: frame.count - start)
                if !part.isEmpty { return .part(part, key, acknowledgedByteCount: byteCount) }
                return byteCount.map { .mustAcknowledge(key, byteCount: $0) } ?? .none
            }
            if let refusal = message.refusal {
                return .refused(try message.message(), key, refusal)
            }
            return key.isResponse
                ? .response(
                    try message.message(), number: key.number, isError: type == .errorResponse)
                : .request(try message.message(), number: key.number)
        }

        /// Returns the message of a frame, without its place among the unfinished messages.
        private mutating func begin(
            _ key: BLIPMessageKey, type: BLIPFrameType, flags: BLIPFrameFlags,
            expecting expectation: (UInt64) -> BLIPResponseHandlers.Expectation
        ) throws(BLIPViolation) -> BLIPIncomingMessage {
            // Removal keeps the buffers of the message from being copied.
            if let message = messages.removeValue(forKey: key) {
                guard message.type == type else {
                    throw .protocolError("The frames of a response have different types.")
                }
                if type == .request { unfinishedRequestCount -= 1 }
                return message
            }
            if type == .request {
                guard key.number == lastRequest &+ 1 else {
                    throw .protocolError(
                        "Request \(key.number) follows request \(lastRequest).")
                }
                lastRequest = key.number
            } else if expectation(key.number) == .unknown {
                throw .protocolError("Response \(key.number) has no request.")
            }
            let isInParts = type == .response && expectation(key.number) == .expectedInParts
            return BLIPIncomingMessage(type, flags, isBodyLimited: !isInParts)
        }

        /// Keeps a message of which more frames follow.
        ///
        /// - Returns: The number of bytes to acknowledge, or `nil` if an acknowledgment is not due.
        private mutating func keep(
            _ message: inout BLIPIncomingMessage, _ key: BLIPMessageKey, receivedByteCount: Int
        ) throws(BLIPViolation) -> UInt64? {
            let count = message.didReceive(receivedByteCount)
            unfinishedByteCount += message.byteCount
            messages[key] = message
            if !key.isResponse { unfinishedRequestCount += 1 }
            guard unfinishedRequestCount <= options.maximumUnfinishedRequests else {
                throw .tooMany(
                    "More than \(options.maximumUnfinishedRequests) requests are incomplete.")
            }
            guard unfinishedByteCount <= options.maximumUnfinishedSize else {
                throw .tooLong(
                    "Incomplete messages have more than \(options.maximumUnfinishedSize) bytes.")
            }
            return count
        }
    }
#endif
