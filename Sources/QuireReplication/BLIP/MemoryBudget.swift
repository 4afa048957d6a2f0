#if Replication
    import QuirePlatform

    /// The memory that the messages of all connections of a listener may occupy together.
    ///
    /// Three quarters of it are for connections that occupy more than ``smallSize``. The rest is for
    /// the other connections, so that large documents do not delay small requests.
    ///
    /// If the memory is exhausted, connections wait. One connection at a time is exempt, so that a
    /// document that is larger than the budget can be received and sent. Its memory does not count.
    package final class MemoryBudget: Sendable {
        /// The memory of a connection that counts as small, in bytes.
        static let smallSize = 1 << 20
        /// The memory from which on a connection that waits for its peer can be ended, in bytes.
        static let stallSize = 64 << 10
        /// The number of bytes that a peer must send or receive in the time ``Patience/stall``.
        static let stallProgress = 128 << 10
        /// The memory of the exempt connection from which on its new requests wait, in bytes.
        static let exemptSize = 288 << 20

        /// How long connections wait for memory.
        package struct Patience: Sendable {
            /// The wait of a new request on a connection that occupies little memory, or has received
            /// a part of another message.
            package var small: Duration = .milliseconds(500)
            /// The wait of a new request on another connection.
            package var new: Duration = .seconds(10)
            /// The wait of a message of which a part was received.
            package var continuing: Duration = .seconds(60)
            /// The time after which a peer that makes no progress is disconnected while others wait.
            package var stall: Duration = .seconds(30)

            package init() {}
        }

        /// The maximum in bytes.
        package let capacity: Int

        let patience: Patience
        let state: Mutex<MemoryBudgetState>

        /// Creates a budget.
        ///
        /// - Parameters:
        ///   - capacity: The maximum in bytes.
        ///   - patience: How long connections wait for memory.
        package init(capacity: Int, patience: Patience = Patience()) {
            self.capacity = capacity
            self.patience = patience
            state = Mutex(MemoryBudgetState(capacity: capacity))
        }

        /// The number of bytes that are occupied.
        package var used: Int { state.withLock { $0.used } }

        /// Whether new connections are refused.
        package var isExhausted: Bool { state.withLock { $0.countedSize >= capacity } }

        /// Opens the account of a new connection.
        ///
        /// - Returns: The account.
        package func open() -> MemoryAccount { MemoryAccount(self, state.withLock { $0.open() }) }

        /// Ends the connections whose peers make no progress.
        func endStalled() {
            let stalled = state.withLock { $0.stalled(at: .now, after: patience.stall) }
            for end in stalled { end() }
        }
    }
#endif
