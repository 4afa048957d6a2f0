/// A reference that does not keep its object alive.
///
/// The coders use this type for objects that the current call keeps alive. With ordinary
/// references, each access retains and releases an object. Ordinary references and a new container
/// for each value together take 73% more instructions to encode a hotel of the benchmark, and 46%
/// more to decode it. New containers alone take 33% and 24% more.
///
/// Values of the query language use it for documents that a running statement keeps alive. You can
/// also pass the reference to a C function, as a pointer.
///
/// Other modules use it for each row of a query, so its functions are inlinable. They are public,
/// because the compiler inlines no `package` function of another module.
public struct UnsafeReference<Object: AnyObject> {
    @usableFromInline let reference: Unmanaged<Object>

    /// Creates a reference to an object that other code keeps alive.
    @inlinable @inline(__always)
    public init(_ object: Object) {
        reference = .passUnretained(object)
    }

    /// Creates a reference that keeps the object alive until ``release()`` is called.
    @inlinable @inline(__always)
    public init(retaining object: Object) {
        reference = .passRetained(object)
    }

    /// Creates a reference from the pointer that represents it in C.
    @inlinable @inline(__always)
    public init(pointer: UnsafeRawPointer) {
        reference = .fromOpaque(pointer)
    }

    /// The pointer that represents the reference in C.
    @inlinable @inline(__always)
    public var pointer: UnsafeMutableRawPointer { reference.toOpaque() }

    /// The object, retained for the caller.
    @inlinable @inline(__always)
    public var object: Object { reference.takeUnretainedValue() }

    /// Calls a closure with the object, without retaining the object for the call.
    @inlinable @inline(__always)
    public func withObject<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
        try reference._withUnsafeGuaranteedRef(body)
    }

    /// Releases the object of a reference that was created with ``init(retaining:)``.
    @inlinable @inline(__always)
    public func release() {
        reference.release()
    }

    /// Whether the reference is the only owner of its object.
    ///
    /// The reference must have been created with ``init(retaining:)``.
    @inlinable @inline(__always)
    public var isOnlyOwner: Bool {
        // The memory is read as a strong reference. Creating one would change the reference count.
        var reference = self
        return withUnsafeMutablePointer(to: &reference) {
            $0.withMemoryRebound(to: Object.self, capacity: 1) {
                isKnownUniquelyReferenced(&$0.pointee)
            }
        }
    }
}
