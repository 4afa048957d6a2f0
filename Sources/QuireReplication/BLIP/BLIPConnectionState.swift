#if Replication
    /// The state of a connection that its reader, its writer and its users share.
    struct BLIPConnectionState: Sendable {
        typealias Waiter = CheckedContinuation<Void, Never>

        /// What the writer does next.
        enum WriterStep: Sendable {
            case send(BLIPSendingQueue.Frame)
            case read(BLIPBodySource)
            case wait
            case close(SocketCloseStatus)
            case end
        }

        var queue = BLIPSendingQueue()
        var handlers = BLIPResponseHandlers()
        private(set) var isRunning = false
        private(set) var end: BLIPEnd?
        /// The status with which ``BLIPConnection/close(code:reason:)`` was called.
        private var closing: SocketCloseStatus?
        /// The sizes of the peer's requests whose response was not sent completely, by number, with
        /// what counts their memory.
        private var unansweredRequests: [UInt64: (size: Int, charge: MemoryCharge?)] = [:]
        private var unansweredSize = 0
        /// When a frame was received or sent, or a message was added to the queue.
        private(set) var lastActivity = ContinuousClock.now
        private var writer: Waiter?
        private var isWriterSignaled = false
        private var isWriterDone = false
        private var closers: [Waiter] = []
        /// The error of the socket for a frame that could not be sent.
        private(set) var sendingError: (any Error)?

        /// Begins running.
        ///
        /// - Returns: The end of the connection, if it ended or runs already.
        mutating func start() -> BLIPEnd? {
            if let end { return end }
            guard !isRunning else {
                return .failed(BLIPViolation.internalError("The connection runs already."))
            }
            isRunning = true
            return nil
        }

        /// The error of a new request, or `nil` if the connection is open.
        var sendingFailure: (any Error)? {
            end?.error ?? closing.map { BLIPClosedError(status: $0) }
        }

        // MARK: Messages

        /// Adds a message to the sending queue.
        ///
        /// - Returns: A waiter to resume.
        mutating func send(_ message: BLIPOutgoingMessage) -> Waiter? {
            guard end == nil else { return nil }
            noteActivity()
            queue.append(message)
            return signal()
        }

        mutating func acknowledge(_ key: BLIPMessageKey, byteCount: UInt64) -> Waiter? {
            queue.acknowledge(key, byteCount: byteCount)
            return signal()
        }

        mutating func didAcknowledge(_ key: BLIPMessageKey, byteCount: UInt64) -> Waiter? {
            queue.didAcknowledge(key, byteCount: byteCount) ? signal() : nil
        }

        /// Notes a request that must be answered.
        ///
        /// - Parameters:
        ///   - number: The number of the request.
        ///   - size: The size of the request with its properties.
        ///   - charge: Counts the memory of the request until the response was sent.
        ///   - maximumCount: The maximum number of unanswered requests.
        ///   - maximumSize: The maximum size of unanswered requests.
        /// - Returns: Whether the number and size of unanswered requests are permitted.
        mutating func addUnansweredRequest(
            _ number: UInt64, size: Int, _ charge: MemoryCharge?, maximumCount: Int,
            maximumSize: Int
        ) -> Bool {
            unansweredRequests[number] = (size, charge)
            unansweredSize += size
            return unansweredRequests.count <= maximumCount && unansweredSize <= maximumSize
        }

        mutating func noteActivity() { lastActivity = .now }

        /// Returns whether a response with a number can arrive.
        ///
        /// Responses that arrive after the end belong to requests that have failed with it.
        func expectation(_ number: UInt64) -> BLIPResponseHandlers.Expectation {
            end == nil ? handlers.expectation(number) : .abandoned
        }

        /// Whether responses of the peer are expected.
        var isWaitingForPeer: Bool { !handlers.isEmpty }

        // MARK: The writer

        mutating func nextStep() -> WriterStep {
            isWriterSignaled = false
            guard end == nil else { return .end }
            switch queue.next(&handlers) {
            case .frame(let frame):
                if case .contents(let header, _) = frame, header.flags.type != .request,
                    !header.flags.contains(.moreComing)
                {
                    unansweredSize -=
                        unansweredRequests.removeValue(forKey: header.number)?.size ?? 0
                }
                return .send(frame)
            case .read(let source): return .read(source)
            case nil: return closing.map { .close($0) } ?? .wait
            }
        }

        /// Registers the waiting writer.
        ///
        /// - Returns: Whether the writer must wait.
        mutating func wait(_ waiter: Waiter) -> Bool {
            guard !isWriterSignaled else { return false }
            writer = waiter
            return true
        }

        /// Notes the end of the writer.
        ///
        /// - Parameter error: The error for a frame that could not be sent.
        /// - Returns: The waiters for the closing handshake.
        mutating func writerEnded(_ error: (any Error)?) -> [Waiter] {
            isWriterDone = true
            sendingError = error
            return takeClosers()
        }

        private mutating func signal() -> Waiter? {
            isWriterSignaled = true
            defer { writer = nil }
            return writer
        }

        // MARK: The end

        /// Notes that the connection shall be closed.
        ///
        /// - Parameters:
        ///   - status: The status, which is ignored if another one was noted before.
        ///   - closer: A waiter for the end of the closing handshake.
        /// - Returns: The waiters to resume.
        mutating func close(_ status: SocketCloseStatus, _ closer: Waiter) -> [Waiter] {
            // A handler can wait here, so that the reader does not detect the end.
            guard end == nil && !isWriterDone else { return [closer] }
            closing = closing ?? status
            closers.append(closer)
            return signal().map { [$0] } ?? []
        }

        private mutating func takeClosers() -> [Waiter] {
            defer { closers = [] }
            return closers
        }

        /// Notes the end of the connection.
        ///
        /// - Returns: The handlers that receive the error, and the waiters to resume.
        mutating func finish(
            _ end: BLIPEnd
        ) -> (handlers: [BLIPResponseHandlers.Handler], waiters: [Waiter]) {
            guard self.end == nil else { return ([], []) }
            self.end = end
            queue = BLIPSendingQueue()
            unansweredRequests = [:]
            return (handlers.removeAll(), takeClosers() + (signal().map { [$0] } ?? []))
        }
    }
#endif
