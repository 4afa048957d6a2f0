#if Replication
    /// A list of messages whose first one can be removed in constant time.
    struct BLIPMessageList: Sendable {
        private var messages: [BLIPOutgoingMessage?] = []
        private var start = 0

        var count: Int { messages.count - start }
        var first: BLIPOutgoingMessage? { start < messages.count ? messages[start] : nil }

        subscript(index: Int) -> (isUrgent: Bool, isStarted: Bool) {
            let message = messages[start + index]
            return (message?.isUrgent ?? false, message?.isStarted ?? false)
        }

        mutating func append(_ message: BLIPOutgoingMessage) {
            messages.append(message)
        }

        mutating func insert(_ message: BLIPOutgoingMessage, at index: Int) {
            messages.insert(message, at: start + index)
        }

        mutating func popFirst() -> BLIPOutgoingMessage? {
            guard start < messages.count else { return nil }
            let message = messages[start]
            messages[start] = nil
            start += 1
            // The free places are removed when they are more than half of the array. So a removal moves
            // fewer messages than were taken since the last one.
            if start > 32 && start * 2 > messages.count {
                messages.removeFirst(start)
                start = 0
            }
            return message
        }
    }
#endif
