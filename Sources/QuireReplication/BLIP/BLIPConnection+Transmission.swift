#if Replication
    import QuirePlatform
    import QuireNetwork

    extension BLIPConnection {
        // MARK: Writing

        /// Sends frames until the connection ends.
        func write() async {
            var encoder = BLIPFrameEncoder(level: options.compressionLevel)
            do {
                while true {
                    switch state.withLock({ $0.nextStep() }) {
                    case .send(let frame):
                        let bytes = try encoded(frame, &encoder)
                        try await socket.send(bytes)
                        state.withLock { $0.noteActivity() }
                        memory?.noteProgress(bytes.count)
                    case .read(let source):
                        let part = await source.next()
                        state.withLock { $0.queue.didRead(part) }
                    case .wait: await waitForMessages()
                    case .close(let status):
                        await socket.close(code: status.code, reason: status.reason)
                        return writerEnded(nil)
                    case .end: return
                    }
                }
            } catch let violation as BLIPViolation {
                finish(.failed(violation))
                await socket.close(code: violation.code, reason: violation.message)
            } catch {
                // The reader notes the end, because the peer may have closed the connection. If it has
                // detected a violation, it closes the socket, which is why the frame was not sent.
                if state.withLock({ $0.end == nil }) { await closeAfterError() }
                writerEnded(error)
            }
        }

        private func encoded(
            _ frame: BLIPSendingQueue.Frame, _ encoder: inout BLIPFrameEncoder
        ) throws -> [UInt8] {
            switch frame {
            case .acknowledgment(let key, let byteCount):
                return BLIPFrameEncoder.acknowledgment(of: key, byteCount: byteCount)
            case .contents(let header, let contents):
                log?.send(header, contents)
                let frame = try encoder.frame(header, contents)
                // The acknowledgment of the frame can arrive as soon as it is sent.
                state.withLock {
                    $0.queue.didEncode(header, byteCount: frame.count - header.length)
                }
                return frame
            }
        }

        private func waitForMessages() async {
            await withCheckedContinuation { continuation in
                let isWaiting = state.withLock { $0.wait(continuation) }
                if !isWaiting { continuation.resume() }
            }
        }

        private func writerEnded(_ error: (any Error)?) {
            for closer in state.withLock({ $0.writerEnded(error) }) { closer.resume() }
        }

        // MARK: Reading

        /// Receives frames until the connection ends.
        func read(_ handler: @Sendable (BLIPRequest) async -> Void) async {
            var receiver = BLIPReceiver(options)
            var turn = BLIPReadingTurn()
            defer { memory?.close() }
            do {
                while let frame = try await socket.receive() {
                    state.withLock { $0.noteActivity() }
                    let hasRoom = await hasRoom(for: frame, receiver.kind(of: frame))
                    let event = try receiver.receive(frame, hasRoom: hasRoom) { number in
                        state.withLock { $0.expectation(number) }
                    }
                    memory?.setUnfinished(receiver.unfinishedByteCount)
                    guard state.withLock({ $0.end == nil }) else {
                        await drain()
                        break
                    }
                    try await handle(event, handler)
                    await turn.add(receiver.lastByteCount)
                }
                finish(endOfSocket)
            } catch let violation as BLIPViolation {
                finish(.failed(violation))
                async let draining: Void = drain()
                await socket.close(code: violation.code, reason: violation.message)
                await draining
            } catch {
                finish(.failed(error))
                await closeAfterError()
            }
        }

        /// Waits until a socket whose call has failed has ended.
        ///
        /// If the peer has violated the protocol, the frame with the reason may still be waiting.
        private func closeAfterError() async { await socket.close(code: 1011, reason: "") }

        private func handle(
            _ event: BLIPReceiver.Event, _ handler: @Sendable (BLIPRequest) async -> Void
        ) async throws(BLIPViolation) {
            switch event {
            case .none: break
            case .mustAcknowledge(let key, let byteCount):
                state.withLock { $0.acknowledge(key, byteCount: byteCount) }?.resume()
            case .acknowledged(let key, let byteCount):
                state.withLock { $0.didAcknowledge(key, byteCount: byteCount) }?.resume()
            case .part(let part, let key, let byteCount):
                await receive(part, ofResponse: key.number)
                if let byteCount {
                    state.withLock { $0.acknowledge(key, byteCount: byteCount) }?.resume()
                }
            case .response(var message, let number, let isError):
                log?.receive(message, isError ? "error" : "response", number: number)
                if !isError, await receive(message.body, ofResponse: number) { message.body = [] }
                let handler = state.withLock { $0.handlers.finish(number) }
                handler?(isError ? .failure(BLIPError(message)) : .success(message))
            case .request(let message, let number):
                log?.receive(message, "request", number: number)
                await pass(try request(message, number: number, refusal: nil), to: handler)
            case .refused(let message, let key, let error):
                guard key.isResponse else {
                    return await pass(
                        try request(message, number: key.number, refusal: error), to: handler)
                }
                let requester = state.withLock { $0.handlers.finish(key.number) }
                requester?(.failure(BLIPRefusedResponse(error: error)))
            }
        }

        /// Calls the handler of requests, which can wait for the database.
        private func pass(
            _ request: BLIPRequest, to handler: @Sendable (BLIPRequest) async -> Void
        ) async {
            memory?.setPaused(true)
            await handler(request)
            memory?.setPaused(false)
        }

        /// Counts a request of the peer, and returns it.
        private func request(
            _ message: BLIPMessage, number: UInt64, refusal: BLIPError?
        ) throws(BLIPViolation) -> BLIPRequest {
            // What is read from a message needs as much memory as the message.
            let charge = memory?.charge(message.cost + message.body.count, .handled)
            let maximumCount =
                refusal == .exhausted
                ? options.maximumRefusedRequests : options.maximumUnansweredRequests
            if message.isReplyExpected,
                !state.withLock({
                    $0.addUnansweredRequest(
                        number, size: message.cost, charge, maximumCount: maximumCount,
                        maximumSize: options.maximumUnansweredSize)
                })
            {
                throw .tooMany("The unanswered requests are too many, or too large.")
            }
            return BLIPRequest(message, number: number, refusal: refusal, charge: charge) {
                [self] type, message, source in
                respond(type, to: number, with: message, source: source)
            }
        }

        /// Waits until a frame can be kept.
        ///
        /// - Returns: `false` if there is no memory for it, so that its message must be refused.
        private func hasRoom(
            for frame: [UInt8], _ kind: BLIPReceiver.FrameKind
        ) async -> Bool {
            guard let memory else { return true }
            memory.noteProgress(frame.count)
            switch kind {
            case .none: return true
            case .newRequest: return await memory.waitForRoom(isNew: true)
            case .other: return await memory.waitForRoom(isNew: false)
            }
        }

        /// Passes a part of the body of a response to its receiver.
        ///
        /// - Returns: Whether the body is received in parts.
        @discardableResult
        private func receive(_ part: [UInt8], ofResponse number: UInt64) async -> Bool {
            guard let receiver = state.withLock({ $0.handlers.bodyReceiver(number) }) else {
                return false
            }
            do {
                if !part.isEmpty { try await receiver(part) }
            } catch {
                state.withLock { $0.handlers.abandon(number: number) }?(.failure(error))
            }
            return true
        }

        /// Ends the connection if the peer sends and receives nothing for too long.
        func watch() async {
            while true {
                let (last, isBusy, isEnded) = state.withLock {
                    ($0.lastActivity, $0.isWaitingForPeer || options.isAlwaysBusy, $0.end != nil)
                }
                if isEnded { return }
                let now = ContinuousClock.now
                // A connection that was idle can begin to wait at any time.
                let next = (isBusy ? last : now).advanced(by: options.maximumSilence)
                if next <= now { break }
                do { try await Task.sleep(until: next, clock: .continuous) } catch { return }
            }
            finish(
                .failed(
                    NetworkError(
                        .timedOut,
                        "The other database did not answer for \(options.maximumSilence).")))
            socket.abort()
        }

        /// The end of the connection after the socket has ended.
        private var endOfSocket: BLIPEnd {
            let status = socket.closeStatus ?? .lost
            let sendingError = state.withLock { $0.sendingError }
            if status.code == SocketCloseStatus.lost.code, let sendingError {
                return .failed(sendingError)
            }
            return .closed(status)
        }

        /// Ignores messages until the closing handshake is complete.
        private func drain() async {
            do {
                while try await socket.receive() != nil {}
            } catch {
                // The cause of the end was noted before.
            }
        }
    }
#endif
