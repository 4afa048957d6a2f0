/// A dictionary key that is looked up again and again, prepared once.
///
/// ```swift
/// let name = FleeceKey("name")
/// for body in bodies { print(body[name]?.string ?? "") }
/// ```
///
/// It belongs to no table of shared keys and can be used with every one.
public struct FleeceKey: Hashable, Sendable {
    /// The key.
    public let name: String

    /// The key as it is found in tables; one that is too long for them is found in none.
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

    /// Whether two keys are the same text, byte for byte.
    ///
    /// Swift's own equality of strings takes canonically equivalent texts for the same; keys of
    /// documents differ if their bytes do.
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
