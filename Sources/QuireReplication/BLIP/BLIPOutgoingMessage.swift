#if Replication
    /// A message in the sending queue.
    struct BLIPOutgoingMessage: Sendable {
        /// The kind and flags of all frames, without ``BLIPFrameFlags/moreComing``.
        let flags: BLIPFrameFlags
        /// The number, or 0 for a request of which no frame was sent.
        private(set) var number: UInt64
        /// The identity of the response handler, if a response is expected.
        let handler: BLIPResponseHandlers.ID?

        private let head: [UInt8]
        private let body: [UInt8]
        private(set) var offset = 0

        /// Creates a request.
        ///
        /// It receives its number when its first frame is sent.
        init(
            request message: BLIPMessage, compressing: Bool, handler: BLIPResponseHandlers.ID?
        ) throws(BLIPMessageError) {
            var flags = BLIPFrameFlags(.request)
            if message.isUrgent { flags.insert(.urgent) }
            if message.isCompressed && compressing { flags.insert(.compressed) }
            if handler == nil { flags.insert(.noReply) }
            self.flags = flags
            self.handler = handler
            number = 0
            head = try message.encodedHead()
            body = message.body
        }

        /// Creates a response to the request with a number.
        init(
            _ type: BLIPFrameType, to number: UInt64, _ message: BLIPMessage, compressing: Bool
        ) throws(BLIPMessageError) {
            var flags = BLIPFrameFlags(type)
            if message.isUrgent { flags.insert(.urgent) }
            if message.isCompressed && compressing { flags.insert(.compressed) }
            self.flags = flags
            handler = nil
            self.number = number
            head = try message.encodedHead()
            body = message.body
        }

        var isRequest: Bool { flags.type == .request }
        var isUrgent: Bool { flags.contains(.urgent) }
        var isStarted: Bool { offset > 0 }
        var key: BLIPMessageKey { BLIPMessageKey(isResponse: !isRequest, number: number) }

        /// The number of bytes of which no frame was created.
        var unsentByteCount: Int { head.count + body.count - offset }

        /// Gives a request its number.
        mutating func begin(_ number: UInt64) {
            self.number = number
        }

        /// Returns the contents of the next frame.
        mutating func next(maximum: Int) -> BLIPFrameContents {
            let end = offset + min(maximum, unsentByteCount)
            defer { offset = end }
            return BLIPFrameContents(
                head: head[min(offset, head.count)..<min(end, head.count)],
                body: body[max(offset - head.count, 0)..<max(end - head.count, 0)])
        }
    }
#endif
