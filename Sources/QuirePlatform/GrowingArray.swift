/// An array of unknown length that generic code fills.
///
/// In generic code, `Array.append` looks up the generic types of the array and of its storage for
/// each element. That takes 740 instructions, where decoding a model with 14 properties takes
/// 11,000. `GrowingArray` needs no generic type other than the element's.
///
/// It is public, because the compiler inlines no `package` function of another module.
@frozen public struct GrowingArray<Element>: ~Copyable {
    // Invariant: the memory at `first` has room for `capacity` elements, and the first `count`
    // elements are initialized.
    @usableFromInline var first: UnsafeMutablePointer<Element>
    @usableFromInline var capacity: Int
    @usableFromInline var count = 0

    /// Creates an empty array.
    ///
    /// - Parameter minimumCapacity: The number of elements to allocate memory for.
    @inlinable
    public init(minimumCapacity: Int) {
        capacity = max(1, minimumCapacity)
        first = .allocate(capacity: capacity)
    }

    @inlinable deinit {
        first.deinitialize(count: count)
        first.deallocate()
    }

    /// Appends the result of a closure.
    ///
    /// If the closure throws an error, the array does not change.
    @inlinable @inline(__always)
    public mutating func append(_ element: @autoclosure () throws -> Element) rethrows {
        if count == capacity { grow() }
        (first + count).initialize(to: try element())
        count += 1
    }

    @inlinable mutating func grow() {
        let (larger, isTooMuch) = capacity.multipliedReportingOverflow(by: 2)
        precondition(!isTooMuch, "the capacity of the array is too large")
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: larger)
        memory.moveInitialize(from: first, count: count)
        first.deallocate()
        (first, capacity) = (memory, larger)
    }

    /// Moves the elements to an `Array`.
    @inlinable
    public consuming func finish() -> [Element] {
        let (first, count) = (first, count)
        discard self
        defer { first.deallocate() }
        // All empty arrays share one storage, so several threads would write its reference count.
        guard count > 0 else { return [] }
        return [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
            buffer.baseAddress?.moveInitialize(from: first, count: count)
            initialized = count
        }
    }
}
