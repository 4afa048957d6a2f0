#if Replication
    @testable import QuireReplication

    /// A sending queue whose frames are recorded instead of sent.
    final class QueueRun {
        var queue = BLIPSendingQueue()
        var handlers = BLIPResponseHandlers()
        private(set) var frames: [BLIPSendingQueue.Frame] = []

        /// Adds a request without a reply, or with one if there is a handler.
        func add(
            _ size: Int, isUrgent: Bool = false, handler: BLIPResponseHandlers.ID? = nil
        ) throws {
            // The length of the properties is one byte of the message.
            let message = BLIPMessage(
                body: [UInt8](repeating: 1, count: size - 1), isUrgent: isUrgent)
            queue.append(
                try BLIPOutgoingMessage(request: message, compressing: true, handler: handler))
        }

        /// Adds a response.
        func add(response number: UInt64, _ size: Int, isUrgent: Bool = false) throws {
            let message = BLIPMessage(
                body: [UInt8](repeating: 1, count: size - 1), isUrgent: isUrgent)
            queue.append(
                try BLIPOutgoingMessage(.response, to: number, message, compressing: true))
        }

        /// Handles an acknowledgment of the peer.
        func acknowledged(_ key: BLIPMessageKey, byteCount: UInt64) -> Bool {
            queue.didAcknowledge(key, byteCount: byteCount)
        }

        /// Takes the next frame, and returns the number of the message and the size of its contents.
        func next() -> (number: UInt64, size: Int)? {
            guard case .frame(let frame) = queue.next(&handlers) else { return nil }
            frames.append(frame)
            switch frame {
            case .acknowledgment(let key, let count): return (key.number, Int(count))
            case .contents(let header, let contents):
                queue.didEncode(header, byteCount: contents.count + 4)
                return (header.number, contents.count)
            }
        }

        /// Takes up to a number of frames, and returns the numbers of their messages.
        func numbers(_ maximum: Int = .max) -> [UInt64] {
            var numbers: [UInt64] = []
            while numbers.count < maximum, let frame = next() { numbers.append(frame.number) }
            return numbers
        }
    }
#endif
