/// The way from a value to a value inside it: `address.city`, `phones[0].x`.
///
/// It has one text form, ``description``, that ``init(_:)-(String)`` reads back. The type is not
/// expressible by a string literal, because not every text is a path.
public struct PropertyPath: Hashable, Sendable {
    /// A step of a path.
    public enum Component: Hashable, Sendable {
        /// The value for a key of a dictionary.
        case key(String)

        /// The element at a position of an array; a negative one counts from the end.
        case index(Int)
    }

    /// The steps from the outermost value inwards.
    public private(set) var components: [Component]

    /// Creates a path from its steps; without any, the path to the value itself.
    ///
    /// - Parameter components: The steps from the outermost value inwards.
    public init(_ components: [Component] = []) {
        self.components = components
    }

    /// Whether this is the path to the value itself.
    public var isEmpty: Bool { components.isEmpty }

    /// Returns the path to the value for a key in the value at this path.
    ///
    /// - Parameter key: Any text; it is one key, even if it contains dots.
    /// - Returns: This path with one more step.
    /// - Complexity: O(*n*) in the number of steps.
    public func appending(key: String) -> PropertyPath {
        PropertyPath(components + [.key(key)])
    }

    /// Returns the path to an element of the array at this path.
    ///
    /// - Parameter index: The position in the array; a negative one counts from the end.
    /// - Returns: This path with one more step.
    /// - Complexity: O(*n*) in the number of steps.
    public func appending(index: Int) -> PropertyPath {
        PropertyPath(components + [.index(index)])
    }

    func dropping(_ count: Int) -> PropertyPath {
        PropertyPath(Array(components.dropFirst(count)))
    }
}
