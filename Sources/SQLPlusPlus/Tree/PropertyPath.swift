/// A path from a value to a value inside it: `address.city`, `phones[0].x`.
///
/// The text form of a path is its ``description``, which ``init(_:)-(String)`` parses. The type is
/// not expressible by a string literal, because not every string is a path.
///
/// ```swift
/// let path = try PropertyPath("address.phones[0]")
/// print(path.components.count)  // 3
/// print(PropertyPath().appending(key: "address").appending(key: "city"))  // address.city
/// ```
public struct PropertyPath: Hashable, Sendable {
    /// A component of a path.
    ///
    /// ```swift
    /// let phones = PropertyPath([.key("phones"), .index(-1)])
    /// print(phones)  // phones[-1]
    /// ```
    public enum Component: Hashable, Sendable {
        /// The value of a key in a dictionary.
        case key(String)

        /// The element at an index of an array. A negative index counts from the end.
        case index(Int)

        /// Returns whether two components are equal.
        ///
        /// Keys are equal if their UTF-8 bytes are.
        public static func == (left: Component, right: Component) -> Bool {
            switch (left, right) {
            case (.key(let left), .key(let right)): left.utf8.elementsEqual(right.utf8)
            case (.index(let left), .index(let right)): left == right
            default: false
            }
        }
    }

    /// The components, starting at the outermost value.
    public private(set) var components: [Component]

    /// Creates a path from its components.
    ///
    /// Without components, the path refers to the value itself.
    ///
    /// - Parameter components: The components, starting at the outermost value.
    public init(_ components: [Component] = []) {
        self.components = components
    }

    /// Whether the path has no components and refers to the value itself.
    public var isEmpty: Bool { components.isEmpty }

    /// Returns the path to the value of a key in the value at this path.
    ///
    /// - Parameter key: Any string. It is one key, even if it contains dots.
    /// - Returns: This path with an additional component.
    /// - Complexity: O(*n*) in the number of components.
    public func appending(key: String) -> PropertyPath {
        PropertyPath(components + [.key(key)])
    }

    /// Returns the path to an element of the array at this path.
    ///
    /// - Parameter index: The index in the array. A negative index counts from the end.
    /// - Returns: This path with an additional component.
    /// - Complexity: O(*n*) in the number of components.
    public func appending(index: Int) -> PropertyPath {
        PropertyPath(components + [.index(index)])
    }

    func dropping(_ count: Int) -> PropertyPath {
        PropertyPath(Array(components.dropFirst(count)))
    }
}
