import SQLPlusPlus

/// What becomes of the keys in a stored document that a model does not know, when the model is saved.
///
/// A newer version of an app may have stored more than this one knows of. By default that survives, in
/// nested objects too: a key that the model's type does not have stays as it is. A key that the type
/// has and did not encode, because the property is `nil`, goes.
///
/// An array is replaced as a whole, unless its elements are matched:
///
/// ```swift
/// extension Hotel {
///     static var unknownFields: UnknownFields {
///         .keep.matching(\Hotel.rooms, by: \.number)
///     }
/// }
/// ```
///
/// Which keys a type has is seen when it is encoded, from its enumeration of coding keys. Where it uses
/// keys of another kind, which could be any text, its decoding is tried out; and where that cannot tell
/// either, a save that would remove such a key is refused. Then the keys can be named.
public struct UnknownFields: Sendable {
    /// How the elements of an array are told apart.
    struct Elements: Sendable {
        /// The keys that lead to the array.
        let path: [String]
        /// The keys that lead from an element to what it is known by.
        let identity: PropertyPath
    }

    let areKept: Bool
    private(set) var knownKeys: Set<[String]>?
    private(set) var elements: [Result<Elements, QuireError>] = []

    private init(areKept: Bool, knownKeys: Set<[String]>? = nil) {
        self.areKept = areKept
        self.knownKeys = knownKeys
    }

    /// Unknown keys stay.
    public static var keep: UnknownFields { UnknownFields(areKept: true) }

    /// A save replaces the whole document.
    public static var discard: UnknownFields { UnknownFields(areKept: false) }

    /// Unknown keys stay, where the model's type itself cannot tell which keys it knows.
    ///
    /// - Parameter keys: The keys that the model knows: `name`, or `address.city` for one of a nested
    ///   object.
    /// - Returns: The rule.
    public static func keep(knownKeys keys: [String]) -> UnknownFields {
        let paths = keys.map { $0.split(separator: ".").map(String.init) }
        return UnknownFields(areKept: true, knownKeys: Set(paths))
    }

    /// Keeps unknown keys in the elements of an array as well.
    ///
    /// An element is taken for the stored one that has the same value of a property.
    ///
    /// - Parameters:
    ///   - elements: A property of the model that is an array of objects.
    ///   - identity: A property of an element.
    /// - Returns: The rule with this array.
    public func matching<Model: DocumentModel, Element, Identity>(
        _ elements: any KeyPath<Model, [Element]> & Sendable,
        by identity: any KeyPath<Element, Identity> & Sendable
    ) -> UnknownFields {
        var rule = self
        rule.elements.append(
            Result { () throws(QuireError) in try Self.locate(elements, identity) })
        return rule
    }

    private static func locate<Model: DocumentModel, Element, Identity>(
        _ elements: any KeyPath<Model, [Element]> & Sendable,
        _ identity: any KeyPath<Element, Identity> & Sendable
    ) throws(QuireError) -> Elements {
        let array = try ModelShape.bodyPath(of: elements, isRoot: true)
        let keys = array.components.compactMap { component -> String? in
            if case .key(let key) = component { key } else { nil }
        }
        guard keys.count == array.components.count else {
            throw QuireError(.invalidParameter, "The array \(elements) is itself in an array.")
        }
        return Elements(path: keys, identity: try ModelShape.bodyPath(of: identity, isRoot: false))
    }
}

extension UnknownFields {
    /// Whether unknown keys stay.
    package var keepsFields: Bool { areKept }
}
