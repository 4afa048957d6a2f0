import QuirePlatform

/// A keyed container of the standard library that a node reuses for several values.
///
/// Creating a container allocates memory and looks up generic types. If the coders create a
/// container for each value, a hotel of the benchmark takes 33% more instructions to encode and 24%
/// more to decode.
///
/// A container can be reused only if the model does not keep a copy. The standard library has no API
/// to check this. But a container that consists of one object, as `Mirror` shows, retains the object
/// with each copy, so ``isFree`` checks whether the object has a single owner. A container that
/// consists of something else is not reused.
class KeptContainer {
    /// The object that the container consists of.
    private let object: UnsafeReference<AnyObject>

    fileprivate init(_ object: AnyObject) {
        self.object = UnsafeReference(object)
    }

    /// Whether the model does not keep the container.
    @inline(__always)
    final var isFree: Bool { object.isOnlyOwner }

    /// Creates an object that keeps a container.
    ///
    /// - Returns: The object, or `nil` if the container does not consist of one object.
    static func keep<Container>(_ container: Container) -> KeptContainer? {
        let children = Mirror(reflecting: container).children
        guard children.count == 1, let child = children.first?.value, type(of: child) is AnyClass
        else { return nil }
        return TypedContainer(container, child as AnyObject)
    }

    /// Returns the container.
    ///
    /// The caller must ensure that the result type is the type of the container. A checked cast
    /// would look up the type for each value.
    @inline(__always)
    package final func container<Container>() -> Container {
        unsafeDowncast(self, to: TypedContainer<Container>.self).copy()
    }
}

private final class TypedContainer<Container>: KeptContainer {
    private let value: Container

    init(_ value: Container, _ object: AnyObject) {
        self.value = value
        super.init(object)
    }

    // Not inlined, so that the type of the container comes from the object.
    @inline(never)
    func copy() -> Container { value }
}
