#if Replication
    /// The handlers of the responses that this side expects.
    struct BLIPResponseHandlers: Sendable {
        /// The identity of a handler.
        struct ID: Hashable, Sendable {
            fileprivate let value: UInt64
        }

        /// Receives the response, or the error of the connection.
        typealias Handler = @Sendable (Result<BLIPMessage, any Error>) -> Void

        /// Whether a response with a number can arrive.
        enum Expectation: Sendable {
            case expected
            /// The response is expected, and its body is received in parts.
            case expectedInParts
            /// The requester does not wait for the response any longer.
            case abandoned
            /// No request with the number waits for a response.
            case unknown
        }

        private var handlers: [ID: Handler] = [:]
        private var bodyReceivers: [ID: BLIPBodyReceiver] = [:]
        private var ids: [UInt64: ID] = [:]
        private var lastID: UInt64 = 0

        /// Whether no response is expected.
        var isEmpty: Bool { handlers.isEmpty }

        /// Returns a new identity.
        mutating func makeID() -> ID {
            lastID += 1
            return ID(value: lastID)
        }

        /// Sets the handler of a request that was not sent.
        ///
        /// - Parameters:
        ///   - id: The identity of the handler.
        ///   - handler: A closure that receives the response or an error.
        ///   - receiver: The receiver of the response's body, or `nil` if the handler receives it.
        mutating func add(
            _ id: ID, handler: @escaping Handler, receiver: BLIPBodyReceiver? = nil
        ) {
            handlers[id] = handler
            bodyReceivers[id] = receiver
        }

        /// Removes the handler of an abandoned request.
        ///
        /// - Returns: The handler, or `nil` if the response was complete before.
        mutating func abandon(_ id: ID) -> Handler? {
            bodyReceivers[id] = nil
            return handlers.removeValue(forKey: id)
        }

        /// Removes the handler of the abandoned request with a number.
        ///
        /// - Returns: The handler, or `nil` if the response was complete before.
        mutating func abandon(number: UInt64) -> Handler? {
            ids[number].flatMap { abandon($0) }
        }

        /// Returns the receiver of the body of the response with a number.
        func bodyReceiver(_ number: UInt64) -> BLIPBodyReceiver? {
            ids[number].flatMap { bodyReceivers[$0] }
        }

        /// Handles the beginning of a request.
        ///
        /// - Returns: Whether the request must be sent. It is `false` for an abandoned request.
        mutating func begin(_ id: ID?, number: UInt64) -> Bool {
            guard let id else { return true }
            guard handlers[id] != nil else { return false }
            ids[number] = id
            return true
        }

        func expectation(_ number: UInt64) -> Expectation {
            guard let id = ids[number] else { return .unknown }
            guard handlers[id] != nil else { return .abandoned }
            return bodyReceivers[id] == nil ? .expected : .expectedInParts
        }

        /// Removes and returns the handler of a complete response.
        mutating func finish(_ number: UInt64) -> Handler? {
            ids.removeValue(forKey: number).flatMap { abandon($0) }
        }

        /// Removes and returns all handlers.
        mutating func removeAll() -> [Handler] {
            defer {
                handlers = [:]
                bodyReceivers = [:]
                ids = [:]
            }
            return Array(handlers.values)
        }
    }
#endif
