#if Replication
    import PortableSynchronization

    /// A Boolean value that is set once, on any thread.
    final class Flag: Sendable {
        private let value = Mutex(false)

        /// Whether ``set()`` was called.
        var isSet: Bool { value.withLock { $0 } }

        func set() {
            value.withLock { $0 = true }
        }
    }
#endif
