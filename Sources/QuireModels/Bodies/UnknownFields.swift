import SQLPlusPlus

/// A rule for the keys of a stored document that are unknown to the model that replaces it.
///
/// A newer version of an app may have stored properties that this version does not declare. By
/// default, a save keeps them, in nested objects, too. If the type declares a key but did not
/// encode it, because the property is `nil`, the save removes the key.
///
/// An array is replaced as a whole, unless you declare how its elements are matched:
///
/// ```swift
/// struct Hotel: DocumentModel {
///     @DocumentID var id: String?
///     var rooms: [Room]
///
///     static var unknownFields: UnknownFields {
///         .keep.matching(\Hotel.rooms, by: \.number)
///     }
/// }
/// ```
///
/// The keys of a type are determined from its `CodingKeys` enumeration while it is encoded. If a
/// type uses coding keys that accept any string, Quire determines the keys by decoding a sample. If
/// that is not sufficient either, a save that would remove such a key throws an error. In this
/// case, declare the keys with ``keep(knownKeys:)``.
public struct UnknownFields: Sendable {
    /// A rule for matching the elements of an array.
    struct Elements: Sendable {
        /// The path of the array.
        let path: [String]
        /// The path from an element to the value that identifies it.
        let identity: PropertyPath
    }

    let areKept: Bool
    private(set) var knownKeys: Set<[String]>?
    private(set) var elements: [Result<Elements, QuireError>] = []

    private init(areKept: Bool, knownKeys: Set<[String]>? = nil) {
        self.areKept = areKept
        self.knownKeys = knownKeys
    }

    /// Keeps unknown keys.
    public static var keep: UnknownFields { UnknownFields(areKept: true) }

    /// Discards unknown keys: a save replaces the whole document.
    public static var discard: UnknownFields { UnknownFields(areKept: false) }

    /// Keeps unknown keys, for a type whose known keys cannot be determined.
    ///
    /// - Parameter keys: The keys of the model: `name`, or `address.city` for a key of a
    ///   nested object.
    /// - Returns: The rule.
    public static func keep(knownKeys keys: [String]) -> UnknownFields {
        let paths = keys.map { $0.split(separator: ".").map(String.init) }
        return UnknownFields(areKept: true, knownKeys: Set(paths))
    }

    /// Also keeps unknown keys in the elements of an array.
    ///
    /// An element is matched with the stored element that has the same value of a property.
    ///
    /// - Parameters:
    ///   - elements: A property of the model that is an array of objects.
    ///   - identity: The property of an element that identifies it.
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
            throw QuireError(
                .invalidParameter,
                "The elements of \(elements) cannot be matched: the array is in another array.")
        }
        let path = try ModelShape.bodyPath(of: identity, isRoot: false, keys: Model.keyStrategy)
        return Elements(path: keys, identity: path)
    }
}

extension UnknownFields {
    /// Whether unknown keys are kept.
    package var keepsFields: Bool { areKept }
}
