/// A type that declares how its keys, and those of the values inside it, are stored.
///
/// A ``DocumentModel`` conforms to it, with ``KeyStrategy/asIs`` by default:
///
/// ```swift
/// struct Station: DocumentModel {
///     static let keyStrategy = KeyStrategy.snakeCase
///
///     @DocumentID var id: String?
///     var stationName: String  // stored as station_name
///     var imageURL: String?  // stored as image_url
/// }
/// ```
///
/// Encoders and decoders apply the strategy to a value of the type, and to arrays and dictionaries of
/// such values, unless their own strategy is not ``KeyStrategy/asIs``. Inside a value, its strategy
/// applies at all levels, also to values of types that declare another one. So it is the same in
/// repositories, filters, indexes, patches, references and JSON. The keys of dictionaries are data, so
/// they are never converted.
public protocol KeyStrategyProviding {
    /// The strategy for converting coding keys to keys of documents.
    static var keyStrategy: KeyStrategy { get }
}

extension KeyStrategy {
    /// Returns the strategy that a type, or the type of its items, declares.
    ///
    /// - Parameter type: Any type.
    /// - Returns: The strategy, or `asIs` if the type declares none.
    package static func declared(by type: Any.Type) -> KeyStrategy {
        if let type = type as? any KeyStrategyProviding.Type { return type.keyStrategy }
        return (type as? any KeyStrategyForwarding.Type).map { declared(by: $0.content) } ?? .asIs
    }

    /// Returns the name of a coding key in documents.
    package func stored(_ name: String) -> String {
        switch self {
        case .asIs: name
        case .snakeCase: SnakeCase.text(of: name)
        }
    }

    /// Returns the key of a type for a name in documents, or `nil` if the type has no such key.
    package func key<Key: CodingKey>(_ type: Key.Type, stored name: String) -> Key? {
        switch self {
        case .asIs: Key(stringValue: name)
        case .snakeCase: SnakeCase.key(type, of: name)
        }
    }

    /// Returns whether a type has a key for a name in documents.
    func hasKey(_ type: any CodingKey.Type, stored name: String) -> Bool {
        func has<Key: CodingKey>(_ type: Key.Type) -> Bool { key(type, stored: name) != nil }
        return has(type)
    }
}

/// A collection whose strategy is that of its items.
private protocol KeyStrategyForwarding {
    static var content: Any.Type { get }
}

extension Optional: KeyStrategyForwarding {
    fileprivate static var content: Any.Type { Wrapped.self }
}

extension Array: KeyStrategyForwarding {
    fileprivate static var content: Any.Type { Element.self }
}

extension Dictionary: KeyStrategyForwarding {
    fileprivate static var content: Any.Type { Value.self }
}
