#if Replication
    import QuirePlatform

    extension BLIPConnection {
        /// Sends a request and returns its response.
        ///
        /// If the task is canceled, the response is abandoned, and a request of which nothing was sent is
        /// removed from the queue.
        ///
        /// - Parameter message: The contents of the request.
        /// - Returns: The contents of the response.
        /// - Throws: `BLIPError` if the peer responds with an error, `BLIPMessageError` if the request
        ///   cannot be transmitted, `CancellationError`, or the error of the connection if it ends first.
        package func request(_ message: BLIPMessage) async throws -> BLIPMessage {
            try await request(message, receivingBody: nil)
        }

        /// Sends a request and returns its response, whose body a closure receives in parts.
        ///
        /// The size of the body is not limited. The body of an error is not passed to the closure.
        ///
        /// - Parameters:
        ///   - message: The contents of the request.
        ///   - receiver: A closure that receives each part of the body.
        /// - Returns: The contents of the response, with an empty body.
        /// - Throws: The error of the closure, or one of those of ``request(_:)``.
        package func request(
            _ message: BLIPMessage, receivingBody receiver: BLIPBodyReceiver?
        ) async throws -> BLIPMessage {
            let id = state.withLock { $0.handlers.makeID() }
            let request = try BLIPOutgoingMessage(
                request: message, compressing: options.compressionLevel > 0, handler: id)
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    send(request, id: id, receiver: receiver) { continuation.resume(with: $0) }
                    // The cancellation handler has no effect before the request was added.
                    if Task.isCancelled { abandon(id) }
                }
            } onCancel: {
                abandon(id)
            }
        }

        /// Sends a request without a reply.
        ///
        /// If the connection has ended, the call has no effect.
        ///
        /// - Throws: `BLIPMessageError` if the request cannot be transmitted.
        package func post(_ message: BLIPMessage) throws {
            let request = counted(
                try BLIPOutgoingMessage(
                    request: message, compressing: options.compressionLevel > 0, handler: nil))
            let waiter = state.withLock { state in
                state.sendingFailure == nil ? state.send(request) : nil
            }
            waiter?.resume()
        }

        /// Sends a request whose response a closure receives.
        ///
        /// - Parameters:
        ///   - message: The contents of the request.
        ///   - onResponse: A closure that receives the response, or one of the errors of
        ///     ``request(_:)``. It runs while the connection receives nothing else, so it must be short.
        /// - Throws: `BLIPMessageError` if the request cannot be transmitted.
        package func post(
            _ message: BLIPMessage,
            onResponse: @escaping @Sendable (Result<BLIPMessage, any Error>) -> Void
        ) throws {
            let id = state.withLock { $0.handlers.makeID() }
            let request = try BLIPOutgoingMessage(
                request: message, compressing: options.compressionLevel > 0, handler: id)
            send(request, id: id, receiver: nil, onResponse)
        }

        private func send(
            _ request: BLIPOutgoingMessage, id: BLIPResponseHandlers.ID,
            receiver: BLIPBodyReceiver?,
            _ handler: @escaping BLIPResponseHandlers.Handler
        ) {
            let request = counted(request)
            let (waiter, failure) = state.withLock {
                state -> (BLIPConnectionState.Waiter?, (any Error)?) in
                if let failure = state.sendingFailure { return (nil, failure) }
                state.handlers.add(id, handler: handler, receiver: receiver)
                return (state.send(request), nil)
            }
            waiter?.resume()
            if let failure { handler(.failure(failure)) }
        }

        private func abandon(_ id: BLIPResponseHandlers.ID) {
            let handler = state.withLock { $0.handlers.abandon(id) }
            handler?(.failure(CancellationError()))
        }

        /// Sends a response, or an error if the response cannot be transmitted.
        func respond(
            _ type: BLIPFrameType, to number: UInt64, with message: BLIPMessage,
            source: BLIPBodySource?
        ) {
            let isCompressing = options.compressionLevel > 0
            let response =
                (try? BLIPOutgoingMessage(
                    type, to: number, message, source: source, compressing: isCompressing))
                ?? (try? BLIPOutgoingMessage(
                    .errorResponse, to: number, BLIPError.untransmittable.response,
                    compressing: false))
            guard let response else { return }
            let message = counted(response)
            state.withLock { $0.send(message) }?.resume()
        }

        /// Counts the memory of a message until it is sent.
        private func counted(_ message: BLIPOutgoingMessage) -> BLIPOutgoingMessage {
            guard let memory else { return message }
            var message = message
            message.charge = memory.charge(message.readByteCount, .outgoing)
            return message
        }
    }
#endif
