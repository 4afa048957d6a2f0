/// An array of which nobody knows yet how long it will be, filled by code that is generic in its
/// elements.
///
/// There `Array.append` looks up the generic types of the array and of its storage for each element:
/// 740 instructions, where a model of fourteen properties takes 11,000. This needs no type but the
/// element's.
struct GrowingArray<Element>: ~Copyable {
    // Invariant: `capacity` elements have room at `first`, and the first `count` of them are there.
    private var first: UnsafeMutablePointer<Element>
    private var capacity: Int
    private var count = 0

    /// Makes an empty array.
    ///
    /// - Parameter minimumCapacity: For how many elements to have room.
    init(minimumCapacity: Int) {
        capacity = max(1, minimumCapacity)
        first = .allocate(capacity: capacity)
    }

    deinit {
        first.deinitialize(count: count)
        first.deallocate()
    }

    /// Appends what a closure makes; if it throws, the array stays as it is.
    @inline(__always)
    mutating func append(_ element: @autoclosure () throws -> Element) rethrows {
        if count == capacity { grow() }
        (first + count).initialize(to: try element())
        count += 1
    }

    private mutating func grow() {
        let (larger, isTooMuch) = capacity.multipliedReportingOverflow(by: 2)
        precondition(!isTooMuch, "not enough memory for the number of elements")
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: larger)
        memory.moveInitialize(from: first, count: count)
        first.deallocate()
        (first, capacity) = (memory, larger)
    }

    /// Moves the elements into an array.
    consuming func finish() -> [Element] {
        let (first, count) = (first, count)
        discard self
        defer { first.deallocate() }
        // All empty arrays have one storage, whose count many threads would write.
        guard count > 0 else { return [] }
        return [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
            buffer.baseAddress?.moveInitialize(from: first, count: count)
            initialized = count
        }
    }
}
