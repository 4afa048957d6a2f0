#if canImport(Darwin) || OWN_SYNCHRONIZATION
    /// A value with atomic operations.
    ///
    /// A lock protects the value, so each operation has a stronger ordering than the requested one.
    public struct Atomic<Value: BitwiseCopyable & Sendable & Equatable>: ~Copyable, Sendable {
        @usableFromInline
        let value: Mutex<Value>

        /// Creates an atomic value.
        @inlinable
        public init(_ value: Value) {
            self.value = Mutex(value)
        }

        /// Returns the value.
        @inlinable
        public borrowing func load(ordering: AtomicLoadOrdering) -> Value {
            value.withLock { $0 }
        }

        /// Sets the value.
        @inlinable
        public borrowing func store(_ new: Value, ordering: AtomicStoreOrdering) {
            value.withLock { $0 = new }
        }

        /// Sets the value, and returns the previous one.
        @inlinable
        public borrowing func exchange(_ new: Value, ordering: AtomicUpdateOrdering) -> Value {
            value.withLock { value in
                defer { value = new }
                return value
            }
        }

        /// Sets the value if it equals an expected one.
        ///
        /// - Parameters:
        ///   - expected: The expected value.
        ///   - desired: The new value.
        ///   - ordering: The memory ordering.
        /// - Returns: Whether the value was set, and the previous value.
        @inlinable
        public borrowing func compareExchange(
            expected: Value, desired: Value, ordering: AtomicUpdateOrdering
        ) -> (exchanged: Bool, original: Value) {
            value.withLock { value in
                let original = value
                if original == expected { value = desired }
                return (original == expected, original)
            }
        }
    }

    extension Atomic where Value: FixedWidthInteger {
        /// Adds to the value, and traps on overflow.
        ///
        /// - Returns: The previous and the new value.
        @discardableResult
        @inlinable
        public borrowing func add(
            _ operand: Value, ordering: AtomicUpdateOrdering
        ) -> (oldValue: Value, newValue: Value) {
            value.withLock { value in
                let old = value
                value += operand
                return (old, value)
            }
        }

        /// Subtracts from the value, and traps on overflow.
        ///
        /// - Returns: The previous and the new value.
        @discardableResult
        @inlinable
        public borrowing func subtract(
            _ operand: Value, ordering: AtomicUpdateOrdering
        ) -> (oldValue: Value, newValue: Value) {
            value.withLock { value in
                let old = value
                value -= operand
                return (old, value)
            }
        }
    }

    /// The memory orderings of a load that Quire uses.
    public enum AtomicLoadOrdering { case relaxed, acquiring }

    /// The memory orderings of a store that Quire uses.
    public enum AtomicStoreOrdering { case relaxed, releasing }

    /// The memory orderings of an update that Quire uses.
    public enum AtomicUpdateOrdering { case relaxed, acquiringAndReleasing }
#endif
