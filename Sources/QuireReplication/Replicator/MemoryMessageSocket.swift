#if Replication
    import Quire
    import QuirePlatform

    /// One end of a connection between two sessions of the same process.
    final class MemoryMessageSocket: MessageSocket {
        /// The messages in one direction.
        private final class Channel: Sendable {
            struct State {
                var messages: [[UInt8]] = []
                var byteCount = 0
                var end: SocketCloseStatus?
                var receiver: CheckedContinuation<[UInt8]?, Never>?
                var senders: [CheckedContinuation<Void, Never>] = []
            }

            let state = Mutex(State())
        }

        /// The number of bytes from which on sending waits for the receiver.
        private static let capacity = 65_536

        private let incoming: Channel
        private let outgoing: Channel

        private init(incoming: Channel, outgoing: Channel) {
            self.incoming = incoming
            self.outgoing = outgoing
        }

        /// Creates both ends of a connection.
        static func pair() -> (MemoryMessageSocket, MemoryMessageSocket) {
            let (first, second) = (Channel(), Channel())
            return (
                MemoryMessageSocket(incoming: first, outgoing: second),
                MemoryMessageSocket(incoming: second, outgoing: first)
            )
        }

        func send(_ message: [UInt8]) async throws {
            enum Next {
                case sent(CheckedContinuation<[UInt8]?, Never>?)
                case wait
                case ended(SocketCloseStatus)
            }
            while true {
                let next: Next = outgoing.state.withLock { state in
                    if let end = state.end { return .ended(end) }
                    if let receiver = state.receiver {
                        state.receiver = nil
                        return .sent(receiver)
                    }
                    guard state.byteCount < Self.capacity else { return .wait }
                    state.messages.append(message)
                    state.byteCount += message.count
                    return .sent(nil)
                }
                switch next {
                case .sent(let receiver): return receiver?.resume(returning: message) ?? ()
                case .ended(let status): throw BLIPClosedError(status: status)
                case .wait:
                    await withCheckedContinuation { continuation in
                        let mustWait = outgoing.state.withLock { state in
                            guard state.end == nil, state.byteCount >= Self.capacity else {
                                return false
                            }
                            state.senders.append(continuation)
                            return true
                        }
                        if !mustWait { continuation.resume() }
                    }
                }
            }
        }

        func receive() async throws -> [UInt8]? {
            // Most messages have arrived before: a continuation for each would take longer than reading it.
            if let message = take(orWaitWith: nil) { return message }
            return await withCheckedContinuation { continuation in
                if let message = take(orWaitWith: continuation) {
                    continuation.resume(returning: message)
                }
            }
        }

        /// Takes the next message.
        ///
        /// - Parameter receiver: What receives the next message if none has arrived yet.
        /// - Returns: The message, which is `nil` after the end, or `nil` if none has arrived yet.
        private func take(
            orWaitWith receiver: CheckedContinuation<[UInt8]?, Never>?
        ) -> [UInt8]?? {
            let (message, senders) = incoming.state.withLock {
                state -> ([UInt8]??, [CheckedContinuation<Void, Never>]) in
                if !state.messages.isEmpty {
                    let message = state.messages.removeFirst()
                    state.byteCount -= message.count
                    defer { state.senders = [] }
                    return (.some(message), state.senders)
                }
                if state.end != nil { return (.some(nil), []) }
                state.receiver = receiver
                return (nil, [])
            }
            for sender in senders { sender.resume() }
            return message
        }

        func close(code: UInt16, reason: String) async {
            Self.end(
                outgoing, SocketCloseStatus(code: code, reason: reason, byPeer: true), keeps: true)
            Self.end(
                incoming, SocketCloseStatus(code: code, reason: reason, byPeer: false), keeps: false
            )
        }

        func abort() {
            let lost = SocketCloseStatus.lost
            Self.end(outgoing, lost, keeps: false)
            Self.end(incoming, lost, keeps: false)
        }

        var closeStatus: SocketCloseStatus? { incoming.state.withLock { $0.end } }

        /// Ends a direction.
        ///
        /// The first end counts.
        ///
        /// - Parameters:
        ///   - channel: The direction.
        ///   - status: How it ends.
        ///   - keeps: Whether messages that were sent before can still be received.
        private static func end(_ channel: Channel, _ status: SocketCloseStatus, keeps: Bool) {
            let (receiver, senders) = channel.state.withLock { state in
                if state.end == nil { state.end = status }
                if !keeps {
                    state.messages = []
                    state.byteCount = 0
                }
                defer {
                    state.receiver = nil
                    state.senders = []
                }
                return (state.receiver, state.senders)
            }
            receiver?.resume(returning: nil)
            for sender in senders { sender.resume() }
        }
    }

    extension BLIPOptions {
        /// Creates the options for a connection, which compresses nothing within a process.
        init(for socket: any MessageSocket) {
            self.init()
            bodyLimits = .replication
            if socket is MemoryMessageSocket { compressionLevel = 0 }
            if QuireLog.receives(.debug) {
                log = { line in QuireLog.debug(line, about: .replication) }
            }
        }
    }
#endif
