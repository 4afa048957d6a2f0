#if canImport(Darwin) || OWN_SYNCHRONIZATION
    public import CProcessor

    // `@unchecked Sendable`: all accesses to the memory are atomic. No other thread can access it before
    // the end of the initializer.
    /// A value of one, four or eight bytes with atomic operations.
    ///
    /// Each load acquires, each store releases and each update does both, which is at least the
    /// requested ordering.
    ///
    /// The casts change only the type: a value is cast to and from the integer of its own size, and
    /// the initializer permits no other sizes.
    public struct Atomic<Value: BitwiseCopyable & Sendable & Equatable>: ~Copyable,
        @unchecked Sendable
    {
        @usableFromInline
        let address: UnsafeMutablePointer<Value>

        /// Creates an atomic value.
        @inlinable
        public init(_ value: Value) {
            precondition([1, 4, 8].contains(MemoryLayout<Value>.size), "unsupported size")
            address = .allocate(capacity: 1)
            address.initialize(to: value)
        }

        @inlinable
        deinit { address.deallocate() }

        /// Returns the value.
        @inlinable
        public borrowing func load(ordering: AtomicLoadOrdering) -> Value {
            switch MemoryLayout<Value>.size {
            case 1: unsafeBitCast(quire_load_1(address), to: Value.self)
            case 4: unsafeBitCast(quire_load_4(address), to: Value.self)
            default: unsafeBitCast(quire_load_8(address), to: Value.self)
            }
        }

        /// Sets the value.
        @inlinable
        public borrowing func store(_ new: Value, ordering: AtomicStoreOrdering) {
            switch MemoryLayout<Value>.size {
            case 1: quire_store_1(address, unsafeBitCast(new, to: UInt8.self))
            case 4: quire_store_4(address, unsafeBitCast(new, to: UInt32.self))
            default: quire_store_8(address, unsafeBitCast(new, to: UInt64.self))
            }
        }

        /// Sets the value, and returns the previous one.
        @inlinable
        public borrowing func exchange(_ new: Value, ordering: AtomicUpdateOrdering) -> Value {
            switch MemoryLayout<Value>.size {
            case 1:
                let old = quire_exchange_1(address, unsafeBitCast(new, to: UInt8.self))
                return unsafeBitCast(old, to: Value.self)
            case 4:
                let old = quire_exchange_4(address, unsafeBitCast(new, to: UInt32.self))
                return unsafeBitCast(old, to: Value.self)
            default:
                let old = quire_exchange_8(address, unsafeBitCast(new, to: UInt64.self))
                return unsafeBitCast(old, to: Value.self)
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
            let original: Value
            switch MemoryLayout<Value>.size {
            case 1:
                original = unsafeBitCast(
                    quire_compare_exchange_1(
                        address, unsafeBitCast(expected, to: UInt8.self),
                        unsafeBitCast(desired, to: UInt8.self)), to: Value.self)
            case 4:
                original = unsafeBitCast(
                    quire_compare_exchange_4(
                        address, unsafeBitCast(expected, to: UInt32.self),
                        unsafeBitCast(desired, to: UInt32.self)), to: Value.self)
            default:
                original = unsafeBitCast(
                    quire_compare_exchange_8(
                        address, unsafeBitCast(expected, to: UInt64.self),
                        unsafeBitCast(desired, to: UInt64.self)), to: Value.self)
            }
            return (original == expected, original)
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
            update(ordering) { $0 + operand }
        }

        /// Subtracts from the value, and traps on overflow.
        ///
        /// - Returns: The previous and the new value.
        @discardableResult
        @inlinable
        public borrowing func subtract(
            _ operand: Value, ordering: AtomicUpdateOrdering
        ) -> (oldValue: Value, newValue: Value) {
            update(ordering) { $0 - operand }
        }

        @inlinable
        borrowing func update(
            _ ordering: AtomicUpdateOrdering, _ change: (Value) -> Value
        ) -> (oldValue: Value, newValue: Value) {
            var old = load(ordering: .relaxed)
            while true {
                let new = change(old)
                let (isExchanged, original) = compareExchange(
                    expected: old, desired: new, ordering: ordering)
                if isExchanged { return (old, new) }
                old = original
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
