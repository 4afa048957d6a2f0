#if Replication
    import QuirePlatform
    @testable import QuireReplication

    /// One end of a connection within the process.
    final class MemorySocket: MessageSocket {
        /// Replaces, drops or multiplies the messages that an end sends.
        typealias Filter = @Sendable (_ message: [UInt8], _ index: Int) -> [[UInt8]]

        private let incoming: MemoryChannel
        private let outgoing: MemoryChannel
        private let status: MemoryStatus
        private let isFirst: Bool
        private let filter: Filter?
        private let sent = Mutex(0)

        private init(
            _ incoming: MemoryChannel, _ outgoing: MemoryChannel, _ status: MemoryStatus,
            isFirst: Bool, _ filter: Filter?
        ) {
            self.incoming = incoming
            self.outgoing = outgoing
            self.status = status
            self.isFirst = isFirst
            self.filter = filter
        }

        /// Returns two connected ends.
        ///
        /// - Parameters:
        ///   - capacity: The number of bytes in one direction from which on sending suspends.
        ///   - filter: A filter for the messages that the first end sends.
        /// - Returns: The ends.
        static func pair(
            capacity: Int = 65_536, filter: Filter? = nil
        ) -> (first: MemorySocket, second: MemorySocket) {
            let (one, two) = (MemoryChannel(capacity: capacity), MemoryChannel(capacity: capacity))
            let status = MemoryStatus()
            return (
                MemorySocket(one, two, status, isFirst: true, filter),
                MemorySocket(two, one, status, isFirst: false, nil)
            )
        }

        /// The number of sent messages.
        var sentCount: Int { sent.withLock { $0 } }

        var closeStatus: SocketCloseStatus? { status.value(forFirst: isFirst) }

        func send(_ message: [UInt8]) async throws {
            let index = sent.withLock { count in
                defer { count += 1 }
                return count
            }
            for message in filter?(message, index) ?? [message] {
                guard await outgoing.send(message) else { throw MemorySocketError.closed }
            }
        }

        func receive() async throws -> [UInt8]? {
            await incoming.receive()
        }

        func close(code: UInt16, reason: String) async {
            status.set(code, reason, byFirst: isFirst)
            // Messages that wait in the channel are delivered before the end.
            outgoing.close()
            incoming.close()
        }

        func abort() {
            status.set(SocketCloseStatus.lost.code, "", byFirst: isFirst)
            outgoing.close()
            incoming.close()
        }
    }

    enum MemorySocketError: Error {
        case closed
    }

    /// How a pair of sockets was closed first.
    final class MemoryStatus: Sendable {
        private let status = Mutex<(code: UInt16, reason: String, byFirst: Bool)?>(nil)

        func set(_ code: UInt16, _ reason: String, byFirst: Bool) {
            status.withLock { $0 = $0 ?? (code, reason, byFirst) }
        }

        func value(forFirst isFirst: Bool) -> SocketCloseStatus? {
            status.withLock { status in
                status.map {
                    SocketCloseStatus(
                        code: $0.code, reason: $0.reason,
                        byPeer: $0.byFirst != isFirst && $0.code != SocketCloseStatus.lost.code)
                }
            }
        }
    }
#endif
