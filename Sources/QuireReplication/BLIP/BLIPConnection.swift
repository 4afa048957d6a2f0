#if Replication
    import QuirePlatform
    import QuireNetwork

    /// A BLIP connection: both sides send requests, and responses to the requests of the other side.
    ///
    /// Messages can be sent before ``run(_:)`` is called. They are transmitted while it runs.
    package final class BLIPConnection: Sendable {
        let socket: any MessageSocket
        let options: BLIPOptions
        /// The memory that the messages occupy, if it is limited over several connections.
        let memory: MemoryAccount?
        let state = Mutex(BLIPConnectionState())
        let log: BLIPLog?

        /// Creates a connection.
        ///
        /// - Parameters:
        ///   - socket: An open connection for frames.
        ///   - options: The limits and the compression.
        ///   - budget: The memory that several connections share.
        package init(
            socket: any MessageSocket, options: BLIPOptions = BLIPOptions(),
            budget: MemoryBudget? = nil
        ) {
            self.socket = socket
            self.options = options
            memory = budget?.open()
            log = options.log.map { BLIPLog(of: socket.peer, to: $0) }
            memory?.onStall { [weak self] in self?.endStalled() }
        }

        /// Ends the connection, because the peer makes no progress while others wait for memory.
        private func endStalled() {
            finish(
                .failed(
                    NetworkError(
                        .timedOut, "The other database was too slow while memory was scarce.")))
            socket.abort()
        }

        /// Whether messages can still be sent.
        package var isOpen: Bool { state.withLock { $0.end == nil } }

        /// The number of bytes that wait in the sending queue.
        package var unsentByteCount: Int {
            state.withLock { $0.queue.unsentByteCount }
        }

        /// The last time at which the other side sent something, or received what was sent.
        var lastActivity: ContinuousClock.Instant { state.withLock { $0.lastActivity } }

        /// Receives and sends messages until the connection ends.
        ///
        /// The method can be called once. If its task is canceled, the connection ends without a closing
        /// handshake.
        ///
        /// - Parameter handler: A closure that receives each complete request, in the order of
        ///   completion. Nothing is received until it returns, so it must not wait for this connection.
        /// - Returns: How the connection ended.
        package func run(
            _ handler: @escaping @Sendable (BLIPRequest) async -> Void
        ) async -> BLIPEnd {
            if let end = state.withLock({ $0.start() }) { return end }
            await withTaskCancellationHandler {
                async let writing: Void = write()
                let watching = Task { await watch() }
                await read(handler)
                watching.cancel()
                await writing
            } onCancel: {
                finish(.failed(CancellationError()))
                socket.abort()
            }
            return state.withLock { $0.end } ?? .failed(CancellationError())
        }

        /// Sends all messages that can be sent, and closes the connection.
        ///
        /// The method returns after the closing handshake, or when its time limit has passed.
        ///
        /// - Parameters:
        ///   - code: The status code, as defined for WebSocket.
        ///   - reason: A text for people.
        package func close(code: UInt16, reason: String) async {
            let status = SocketCloseStatus(code: code, reason: reason, byPeer: false)
            guard state.withLock({ $0.isRunning }) else {
                finish(.closed(status))
                return await socket.close(code: code, reason: reason)
            }
            let limit = options.closeTimeout
            let timer = Task { [socket] in
                try await Task.sleep(for: limit)
                socket.abort()
            }
            await withCheckedContinuation { continuation in
                let resumed = state.withLock { $0.close(status, continuation) }
                for waiter in resumed { waiter.resume() }
            }
            timer.cancel()
        }

        /// Ends the connection without a closing handshake.
        package func abort() {
            finish(.closed(.lost))
            socket.abort()
        }

        /// Notes the end of the connection, and fails all requests.
        ///
        /// Only the first call has an effect.
        func finish(_ end: BLIPEnd) {
            let (handlers, waiters) = state.withLock { $0.finish(end) }
            for handler in handlers { handler(.failure(end.error)) }
            for waiter in waiters { waiter.resume() }
        }
    }
#endif
