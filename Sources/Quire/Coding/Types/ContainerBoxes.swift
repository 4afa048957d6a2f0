/// Whether the standard library's keyed containers can be kept and used again.
///
/// One is a struct around a reference to a box that holds the coder's own container. Where that
/// holds, the box can be kept for the next value and its owners be counted; that it holds is found
/// out, not assumed.
enum ContainerBoxes {
    static func areAll<Container>(like container: Container) -> Bool {
        guard MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size else { return false }
        let children = Mirror(reflecting: container).children
        guard children.count == 1, let child = children.first,
            Swift.type(of: child.value) is AnyClass
        else { return false }
        return child.value as AnyObject === unsafeBitCast(container, to: AnyObject.self)
    }
}

/// A type of the standard library's keyed containers, as which a box that was kept is handed out.
///
/// An object stands for the type because it carries the type's description with it. A function that
/// is generic over the keys would have it looked up for each container: a tenth of what it takes to
/// encode a model.
final class ContainerType<Container> {
    /// The container around a box, which was made for a container of this type.
    @inline(never)
    func container(around box: Unmanaged<AnyObject>) -> Container {
        unsafeBitCast(box, to: Container.self)
    }
}
