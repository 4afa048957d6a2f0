/// A keyed container of the standard library that a node reuses for several values.
///
/// Creating a container allocates memory and looks up generic types. If the coders create a
/// container for each value, a hotel of the benchmark takes 33% more instructions to encode and 24%
/// more to decode.
///
/// A container can be reused only if the model does not keep it. The standard library has no API to
/// check this, so ``isFree`` reads a container as a reference to one object. ``isSupported(by:)``
/// determines at run time whether a container is such a reference. If it is not, no container is
/// reused.
class KeptContainer {
    private let object: UnsafeReference<AnyObject>

    fileprivate init(_ object: UnsafeReference<AnyObject>) {
        self.object = object
    }

    /// Whether the model does not keep the container.
    @inline(__always)
    final var isFree: Bool { object.isOnlyOwner }

    /// Creates an object that keeps a container.
    static func keep<Container>(_ container: Container) -> KeptContainer {
        TypedContainer(container)
    }

    /// Returns the container.
    ///
    /// The caller must ensure that the result type is the type of the container. A checked cast
    /// would look up the type for each value.
    @inline(__always)
    final func container<Container>() -> Container {
        UnsafeReference<TypedContainer<Container>>(pointer: UnsafeReference(self).pointer)
            .withObject { $0.copy() }
    }

    /// Returns whether a container is a reference to one object and contains nothing else.
    static func isSupported<Container>(by container: Container) -> Bool {
        guard MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size else { return false }
        let children = Mirror(reflecting: container).children
        guard children.count == 1, let child = children.first, type(of: child.value) is AnyClass
        else { return false }
        return object(of: container).pointer == UnsafeReference(child.value as AnyObject).pointer
    }

    fileprivate static func object<Container>(
        of container: Container
    ) -> UnsafeReference<AnyObject> {
        withUnsafeBytes(of: container) {
            UnsafeReference(pointer: $0.load(as: UnsafeRawPointer.self))
        }
    }
}

private final class TypedContainer<Container>: KeptContainer {
    private let value: Container

    init(_ value: Container) {
        self.value = value
        super.init(Self.object(of: value))
    }

    // This is not inlined, so that the type of the container is read from the object.
    @inline(never)
    func copy() -> Container { value }
}
