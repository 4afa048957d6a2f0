#if Replication
    /// A decoder of frames and messages, whose bytes arrive in parts.
    struct WebSocketDecoder: Sendable {
        /// What a peer has sent.
        enum Event: Equatable, Sendable {
            case message(WebSocketMessage)
            case ping([UInt8])
            case pong([UInt8])
            /// The end of the connection, with the status code if there is one.
            case close(code: UInt16?, reason: String)
        }

        private let isServer: Bool
        private let limits: WebSocketLimits
        private var header = WebSocketFrameHeaderReader()
        private var frame: WebSocketFrameHeader?
        /// The position in the content of the frame.
        private var position = 0
        /// The content of the current frame that is not part of a message.
        private var control: [UInt8] = []
        /// The message whose frames are arriving.
        private var message: [UInt8] = []
        private var kind: WebSocketOpcode?

        /// Creates a decoder.
        ///
        /// - Parameters:
        ///   - isServer: Whether the peer is a client, which masks its frames.
        ///   - limits: The greatest sizes of a frame and a message.
        init(isServer: Bool, limits: WebSocketLimits) {
            self.isServer = isServer
            self.limits = limits
        }

        /// Decodes bytes up to the end of a message or of another frame.
        ///
        /// - Parameter input: The next bytes of the peer. The decoded ones are removed.
        /// - Returns: What the bytes contain, or `nil` if more bytes are needed.
        /// - Throws: `WebSocketViolation`. Then, nothing more can be decoded.
        mutating func decode(
            _ input: inout ArraySlice<UInt8>
        ) throws(WebSocketViolation) -> Event? {
            while true {
                guard let frame else {
                    guard let next = try header.next(&input) else { return nil }
                    try begin(next)
                    continue
                }
                read(&input, of: frame)
                guard position == frame.count else { return nil }
                self.frame = nil
                if let event = try end(frame) { return event }
            }
        }

        private mutating func begin(_ next: WebSocketFrameHeader) throws(WebSocketViolation) {
            guard (next.mask != nil) == isServer else {
                throw .protocolError(
                    isServer
                        ? "A frame of a client is not masked." : "A frame of a server is masked.")
            }
            if next.opcode.isControl {
                control = []
            } else {
                guard (next.opcode == .continuation) == (kind != nil) else {
                    throw .protocolError("A message begins or continues at the wrong frame.")
                }
                guard next.count <= limits.frame else {
                    throw .tooLarge("A frame has more than \(limits.frame) bytes.")
                }
                guard next.count <= limits.message - message.count else {
                    throw .tooLarge("A message has more than \(limits.message) bytes.")
                }
                if next.opcode != .continuation { kind = next.opcode }
            }
            frame = next
            position = 0
        }

        private mutating func read(
            _ input: inout ArraySlice<UInt8>, of frame: WebSocketFrameHeader
        ) {
            let part = input.prefix(frame.count - position)
            if part.isEmpty { return }
            if frame.opcode.isControl {
                Self.append(part, to: &control, mask: frame.mask, position: position)
            } else {
                Self.append(part, to: &message, mask: frame.mask, position: position)
            }
            position += part.count
            input = input.dropFirst(part.count)
        }

        private static func append(
            _ part: ArraySlice<UInt8>, to bytes: inout [UInt8], mask: WebSocketMask?,
            position: Int
        ) {
            let start = bytes.count
            bytes.append(contentsOf: part)
            mask?.apply(to: &bytes, from: start, position: position)
        }

        private mutating func end(
            _ frame: WebSocketFrameHeader
        ) throws(WebSocketViolation) -> Event? {
            switch frame.opcode {
            case .ping: return .ping(control)
            case .pong: return .pong(control)
            case .close: return try Self.close(control)
            case .continuation, .text, .binary:
                guard frame.isFinal else { return nil }
                defer {
                    message = []
                    kind = nil
                }
                if kind == .binary { return .message(.binary(message)) }
                guard let text = Self.text(message[...]) else { throw .invalidText }
                return .message(.text(text))
            }
        }

        private static func close(_ payload: [UInt8]) throws(WebSocketViolation) -> Event {
            if payload.isEmpty { return .close(code: nil, reason: "") }
            guard payload.count >= 2 else {
                throw .protocolError("The frame that closes has an incomplete status code.")
            }
            let code = UInt16(payload[0]) << 8 | UInt16(payload[1])
            guard SocketCloseStatus.canBeSent(code) else {
                throw .protocolError("The status code \(code) may not be sent.")
            }
            guard let reason = text(payload[2...]) else { throw .invalidText }
            return .close(code: code, reason: reason)
        }

        /// Returns a text, or `nil` if the bytes are not valid UTF-8.
        private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
            var parser = Unicode.UTF8.ForwardParser()
            var iterator = bytes.makeIterator()
            while true {
                switch parser.parseScalar(from: &iterator) {
                case .valid: continue
                case .emptyInput: return String(decoding: bytes, as: UTF8.self)
                case .error: return nil
                }
            }
        }
    }

    extension SocketCloseStatus {
        /// Returns whether a frame may contain a status code (RFC 6455, section 7.4).
        static func canBeSent(_ code: UInt16) -> Bool {
            switch code {
            case 1000...1003, 1007...1014, 3000...4999: true
            default: false
            }
        }
    }
#endif
