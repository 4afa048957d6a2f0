#if Replication
    /// The messages that wait to be sent, and the rules that decide which frame is next.
    ///
    /// The order is that of Couchbase Lite: messages take turns, one frame each. An urgent message is
    /// queued after the last urgent one, with one other message in between. The first frames of messages
    /// keep their order.
    struct BLIPSendingQueue: Sendable {
        /// The contents of a frame if the message or the next message is not urgent.
        ///
        /// Frames are limited to 16 KB. The rest is for the header, the checksum, and what compression
        /// adds to random bytes.
        static let frameSize = 16_000
        /// The contents of a frame of an ordinary message if the next message is urgent.
        static let frameSizeBeforeUrgent = 4_000
        /// A message with more unacknowledged bytes waits for an acknowledgment.
        static let window: UInt64 = 128_000

        /// The next frame to send.
        enum Frame: Sendable {
            case contents(BLIPFrameHeader, BLIPFrameContents)
            case acknowledgment(BLIPMessageKey, byteCount: UInt64)
        }

        /// What is needed for the next frame.
        enum Step: Sendable {
            case frame(Frame)
            /// The frame can be created after ``didRead(_:)`` was called with the next part of a body.
            case read(BLIPBodySource)
        }

        /// The sent and the acknowledged bytes of a message that has several frames.
        private struct Progress {
            var sent: UInt64 = 0
            var acknowledged: UInt64 = 0
            var isWindowFull: Bool { sent - acknowledged > BLIPSendingQueue.window }
        }

        private var ready = BLIPMessageList()
        /// Messages whose window is full.
        private var waiting: [BLIPMessageKey: BLIPOutgoingMessage] = [:]
        private var progress: [BLIPMessageKey: Progress] = [:]
        /// The message of the frame that is being encoded, if more frames follow, or of the part that is
        /// being read.
        private var current: BLIPOutgoingMessage?
        /// Acknowledgments by message.
        ///
        /// A later one of the same message replaces an earlier one.
        private var acknowledgments: [BLIPMessageKey: UInt64] = [:]
        private var acknowledgmentOrder: [BLIPMessageKey] = []
        private var lastNumber: UInt64 = 0

        /// The number of bytes in all messages of which no frame was created.
        private(set) var unsentByteCount = 0

        /// Adds a message of which no frame was sent.
        mutating func append(_ message: BLIPOutgoingMessage) {
            unsentByteCount += message.unsentByteCount
            insert(message)
        }

        /// Adds an acknowledgment of received bytes.
        ///
        /// It is sent before all messages.
        mutating func acknowledge(_ key: BLIPMessageKey, byteCount: UInt64) {
            if acknowledgments.updateValue(byteCount, forKey: key) == nil {
                acknowledgmentOrder.append(key)
            }
        }

        /// Handles an acknowledgment of the peer.
        ///
        /// Those of completely sent messages have no effect.
        ///
        /// - Returns: Whether a message became ready.
        mutating func didAcknowledge(_ key: BLIPMessageKey, byteCount: UInt64) -> Bool {
            guard var progress = progress[key] else { return false }
            // Peers count differently, so a number above that of the sent bytes is not an error.
            progress.acknowledged = max(progress.acknowledged, min(byteCount, progress.sent))
            self.progress[key] = progress
            guard !progress.isWindowFull, let message = waiting.removeValue(forKey: key) else {
                return false
            }
            insert(message)
            return true
        }

        /// Returns the next step, or `nil` if no frame can be sent.
        ///
        /// After a frame with contents was encoded, ``didEncode(_:byteCount:)`` must be called.
        ///
        /// - Parameter handlers: The response handlers. A request without its handler was canceled, and
        ///   is not sent.
        /// - Returns: The step.
        mutating func next(_ handlers: inout BLIPResponseHandlers) -> Step? {
            if !acknowledgmentOrder.isEmpty {
                let key = acknowledgmentOrder.removeFirst()
                let byteCount = acknowledgments.removeValue(forKey: key) ?? 0
                return .frame(.acknowledgment(key, byteCount: byteCount))
            }
            while var message = ready.popFirst() {
                if message.isRequest && !message.isStarted {
                    guard handlers.begin(message.handler, number: lastNumber + 1) else {
                        unsentByteCount -= message.unsentByteCount
                        continue
                    }
                    lastNumber += 1
                    message.begin(lastNumber)
                }
                if message.needsPart, let source = message.source {
                    current = message
                    return .read(source)
                }
                return .frame(frame(&message))
            }
            return nil
        }

        /// Adds a part to the body of the message that needs it, and makes it the next message.
        ///
        /// - Parameter part: The part, or no bytes if it could not be read.
        mutating func didRead(_ part: [UInt8]) {
            // There is no message if the connection has ended.
            guard var message = current else { return }
            current = nil
            unsentByteCount -= message.unsentByteCount
            message.append(part)
            unsentByteCount += message.unsentByteCount
            ready.insert(message, at: 0)
        }

        private mutating func frame(_ message: inout BLIPOutgoingMessage) -> Frame {
            let isNextUrgent = ready.first?.isUrgent ?? false
            let contents = message.next(
                maximum: isNextUrgent && !message.isUrgent
                    ? Self.frameSizeBeforeUrgent : Self.frameSize)
            unsentByteCount -= contents.count
            var flags = message.flags
            if message.unsentByteCount > 0 {
                flags.insert(.moreComing)
                current = message
            }
            return .contents(BLIPFrameHeader(number: message.number, flags: flags), contents)
        }

        /// Queues the rest of the message whose frame was encoded.
        ///
        /// - Parameters:
        ///   - header: The header of the frame.
        ///   - byteCount: The number of bytes of the frame after its header.
        mutating func didEncode(_ header: BLIPFrameHeader, byteCount: Int) {
            let key = BLIPMessageKey(
                isResponse: header.flags.type != .request, number: header.number)
            guard let message = current else {
                progress[key] = nil
                return
            }
            current = nil
            var progress = progress[key] ?? Progress()
            progress.sent += UInt64(byteCount)
            self.progress[key] = progress
            if progress.isWindowFull {
                waiting[key] = message
            } else {
                insert(message)
            }
        }

        private mutating func insert(_ message: BLIPOutgoingMessage) {
            guard message.isUrgent, ready.count > 1 else {
                ready.append(message)
                return
            }
            // From the end, the position after the last urgent message and one other message.
            var index = ready.count
            while index > 0 {
                let other = ready[index - 1]
                if other.isUrgent {
                    ready.insert(message, at: min(index + 1, ready.count))
                    return
                }
                // First frames keep their order.
                if !message.isStarted && !other.isStarted {
                    ready.insert(message, at: index)
                    return
                }
                index -= 1
            }
            ready.insert(message, at: 1)
        }
    }
#endif
