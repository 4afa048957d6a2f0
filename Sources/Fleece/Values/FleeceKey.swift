/// A dictionary key that is prepared once for many lookups.
///
/// ```swift
/// let name = FleeceKey("name")
/// for body in bodies { print(body[name]?.string ?? "") }
/// ```
///
/// A prepared key can be used with any table of shared keys.
public struct FleeceKey: Hashable, Sendable {
    /// The key.
    public let name: String

    /// The key in the form used by tables.
    ///
    /// A key that is too long for a table is never found in one.
    let words: KeyWords
    let hash: UInt64

    /// Prepares a key.
    ///
    /// - Parameter name: The key.
    /// - Complexity: O(*n*) in the length of the key.
    public init(_ name: String) {
        self.name = name
        words = name.withUTF8Bytes(KeyWords.init) ?? .unfindable
        hash = words.hash(.process)
    }

    /// Returns whether two keys are equal, byte for byte.
    ///
    /// String equality in Swift treats canonically equivalent strings as equal. Keys of documents
    /// are equal only if their bytes are.
    public static func == (left: FleeceKey, right: FleeceKey) -> Bool {
        left.name.utf8.elementsEqual(right.name.utf8)
    }

    /// Hashes the bytes of the key.
    public func hash(into hasher: inout Hasher) {
        name.withUTF8Bytes { hasher.combine(bytes: $0) }
    }
}

extension FleeceKey: ExpressibleByStringLiteral {
    /// Prepares a key.
    public init(stringLiteral name: String) {
        self.init(name)
    }
}
