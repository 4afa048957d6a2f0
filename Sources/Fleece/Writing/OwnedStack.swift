/// A stack in memory that it owns.
///
/// Unlike an array, it has a single owner, so that a change requires no check of reference counts.
struct OwnedStack<Element: BitwiseCopyable>: ~Copyable {
    // Invariant: the memory at `first` has room for `capacity` elements, and the first `count`
    // elements are initialized.
    private var first: UnsafeMutablePointer<Element>
    private var capacity: Int
    private(set) var count = 0

    /// Creates an empty stack.
    ///
    /// - Parameter minimumCapacity: The number of elements to allocate memory for, at least 1.
    init(minimumCapacity: Int) {
        capacity = minimumCapacity
        first = .allocate(capacity: minimumCapacity)
    }

    deinit {
        first.deallocate()
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow() }
        (first + count).initialize(to: element)
        count &+= 1
    }

    @inline(never)
    private mutating func grow() {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: first, count: count)
        first.deallocate()
        first = larger
        capacity *= 2
    }

    /// Removes and returns the last element, or returns `nil` if the stack is empty.
    @inline(__always)
    mutating func popLast() -> Element? {
        guard count > 0 else { return nil }
        count &-= 1
        return first[count]
    }

    /// Removes the elements from an index, if there are any.
    @inline(__always)
    mutating func removeAll(from index: Int = 0) {
        if index < count { count = max(0, index) }
    }

    /// The elements from an index, in memory that is valid until the next change.
    @inline(__always)
    func elements(from index: Int) -> UnsafeMutableBufferPointer<Element> {
        let index = min(max(0, index), count)
        return UnsafeMutableBufferPointer(start: first + index, count: count &- index)
    }
}
