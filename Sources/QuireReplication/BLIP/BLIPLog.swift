#if Replication
    /// The log of the messages of a connection.
    ///
    /// Each line names the peer, the correlation ID that the log of the peer contains too, and the number of the
    /// message, which both sides count in the same way.
    struct BLIPLog: Sendable {
        private let peer: String
        private let writeLine: @Sendable (String) -> Void

        /// Creates a log.
        ///
        /// - Parameters:
        ///   - peer: The other end of the connection.
        ///   - writeLine: A closure that receives each line.
        init(of peer: PeerDescription, to writeLine: @escaping @Sendable (String) -> Void) {
            self.peer = peer.logText
            self.writeLine = writeLine
        }

        /// Notes the first frame of a message.
        func send(_ header: BLIPFrameHeader, _ contents: BLIPFrameContents) {
            // The later frames of a message have no properties.
            guard !contents.head.isEmpty, contents.head.startIndex == 0 else { return }
            let kind =
                switch header.flags.type {
                case .request: "request"
                case .errorResponse: "error"
                default: "response"
                }
            var properties: BLIPProperties?
            if case .number(_, let end) = BLIPVarint.read(contents.head, at: 0) {
                properties = try? BLIPProperties(encoded: contents.head[end...])
            }
            let hasMore = header.flags.contains(.moreComing)
            write(
                "sent \(kind) \(header.number)", properties,
                size: "\(contents.body.count)\(hasMore ? " and more" : "")")
        }

        /// Notes a complete message.
        func receive(_ message: BLIPMessage, _ kind: String, number: UInt64) {
            write(
                "received \(kind) \(number)", message.properties,
                size: "\(message.body.count)")
        }

        private func write(_ event: String, _ properties: BLIPProperties?, size: String) {
            var text = event
            if let profile = properties?["Profile"] { text += " \(profile.prefix(40))" }
            if let id = properties?["id"] { text += " \(id.prefix(250).debugDescription)" }
            if let domain = properties?["Error-Domain"], let code = properties?["Error-Code"] {
                text += " \(domain.prefix(40)) \(code.prefix(40))"
            }
            writeLine("\(peer): \(text), \(size) bytes")
        }
    }
#endif
