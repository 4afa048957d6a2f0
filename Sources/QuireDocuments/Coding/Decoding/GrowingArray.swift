/// An array of unknown length that generic code fills.
///
/// In generic code, `Array.append` looks up the generic types of the array and of its storage for
/// each element. That takes 740 instructions, where decoding a model with 14 properties takes
/// 11,000. `GrowingArray` needs no generic type other than the element's.
package struct GrowingArray<Element>: ~Copyable {
    // Invariant: the memory at `first` has room for `capacity` elements, and the first `count`
    // elements are initialized.
    private var first: UnsafeMutablePointer<Element>
    private var capacity: Int
    private var count = 0

    /// Creates an empty array.
    ///
    /// - Parameter minimumCapacity: The number of elements to allocate memory for.
    package init(minimumCapacity: Int) {
        capacity = max(1, minimumCapacity)
        first = .allocate(capacity: capacity)
    }

    deinit {
        first.deinitialize(count: count)
        first.deallocate()
    }

    /// Appends the result of a closure.
    ///
    /// If the closure throws an error, the array does not change.
    @inline(__always)
    package mutating func append(_ element: @autoclosure () throws -> Element) rethrows {
        if count == capacity { grow() }
        (first + count).initialize(to: try element())
        count += 1
    }

    private mutating func grow() {
        let (larger, isTooMuch) = capacity.multipliedReportingOverflow(by: 2)
        precondition(!isTooMuch, "the capacity of the array is too large")
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: larger)
        memory.moveInitialize(from: first, count: count)
        first.deallocate()
        (first, capacity) = (memory, larger)
    }

    /// Moves the elements to an `Array`.
    package consuming func finish() -> [Element] {
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
