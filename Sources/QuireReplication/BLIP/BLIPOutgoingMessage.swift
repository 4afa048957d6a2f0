#if Replication
    /// A message in the sending queue.
    struct BLIPOutgoingMessage: Sendable {
        /// The kind and flags of all frames, without ``BLIPFrameFlags/moreComing``.
        let flags: BLIPFrameFlags
        /// The number, or 0 for a request of which no frame was sent.
        private(set) var number: UInt64
        /// The identity of the response handler, if a response is expected.
        let handler: BLIPResponseHandlers.ID?

        /// Counts the memory of the message.
        var charge: MemoryCharge?

        private let head: [UInt8]
        private var body: [UInt8]
        /// The number of bytes of ``head`` and ``body`` of which frames were created.
        private var offset = 0
        /// The part of the body that was not read.
        private(set) var source: BLIPBodySource?
        private var unreadByteCount = 0

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
        ///
        /// - Parameters:
        ///   - type: The kind of the response.
        ///   - number: The number of the request.
        ///   - message: The contents, or their beginning.
        ///   - source: The rest of the body.
        ///   - compressing: Whether contents that can be compressed are compressed.
        /// - Throws: `BLIPMessageError` if the message cannot be transmitted.
        init(
            _ type: BLIPFrameType, to number: UInt64, _ message: BLIPMessage,
            source: BLIPBodySource? = nil, compressing: Bool
        ) throws(BLIPMessageError) {
            var flags = BLIPFrameFlags(type)
            if message.isUrgent { flags.insert(.urgent) }
            if message.isCompressed && compressing { flags.insert(.compressed) }
            self.flags = flags
            handler = nil
            self.number = number
            head = try message.encodedHead()
            body = message.body
            self.source = source
            unreadByteCount = source?.byteCount ?? 0
        }

        var isRequest: Bool { flags.type == .request }
        var isUrgent: Bool { flags.contains(.urgent) }
        var isStarted: Bool { offset > 0 }
        var key: BLIPMessageKey { BLIPMessageKey(isResponse: !isRequest, number: number) }

        /// The number of bytes of which no frame was created.
        var unsentByteCount: Int { readByteCount + unreadByteCount }

        /// The number of bytes in memory of which no frame was created.
        var readByteCount: Int { head.count + body.count - offset }

        /// Whether ``append(_:)`` must be called before the next frame is created.
        ///
        /// It is called before the last bytes are sent, because if nothing follows, their frame is the
        /// last one of the message.
        var needsPart: Bool { unreadByteCount > 0 && readByteCount <= BLIPSendingQueue.frameSize }

        /// Adds the next part of the body.
        ///
        /// - Parameter part: The part. If it is empty, the body ends.
        mutating func append(_ part: [UInt8]) {
            let sent = max(offset - head.count, 0)
            body.removeFirst(sent)
            offset -= sent
            body += part.prefix(unreadByteCount)
            unreadByteCount = part.isEmpty ? 0 : max(unreadByteCount - part.count, 0)
            if unreadByteCount == 0 { source = nil }
        }

        /// Gives a request its number.
        mutating func begin(_ number: UInt64) {
            self.number = number
        }

        /// Returns the contents of the next frame.
        mutating func next(maximum: Int) -> BLIPFrameContents {
            let end = offset + min(maximum, readByteCount)
            defer { offset = end }
            return BLIPFrameContents(
                head: head[min(offset, head.count)..<min(end, head.count)],
                body: body[max(offset - head.count, 0)..<max(end - head.count, 0)])
        }
    }
#endif
