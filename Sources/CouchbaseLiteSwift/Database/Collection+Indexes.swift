import Quire
import SQLPlusPlus

/// A type that has indexes: a collection.
///
/// ```swift
/// func addCityIndex(to target: any Indexable) throws {
///     try target.createIndex(withName: "byCity", config: ValueIndexConfiguration(["city"]))
/// }
/// ```
public protocol Indexable {
    /// Returns the names of the indexes.
    ///
    /// - Returns: The names.
    /// - Throws: `NSError` with code ``CBLError/notOpen``.
    func indexes() throws -> [String]

    /// Creates an index, unless an equal one exists.
    ///
    /// - Parameters:
    ///   - index: A ``ValueIndex`` or a ``FullTextIndex``.
    ///   - name: The name of the index.
    /// - Throws: `NSError` with code ``CBLError/invalidQuery``, ``CBLError/invalidParameter`` or
    ///   ``CBLError/notOpen``.
    func createIndex(_ index: any Index, name: String) throws

    /// Creates an index, unless an equal one exists.
    ///
    /// - Parameters:
    ///   - name: The name of the index.
    ///   - config: The index.
    /// - Throws: `NSError` with code ``CBLError/invalidQuery``, ``CBLError/invalidParameter`` or
    ///   ``CBLError/notOpen``.
    func createIndex(withName name: String, config: any IndexConfiguration) throws

    /// Deletes an index. If it does not exist, nothing happens.
    ///
    /// - Parameter name: The name of the index.
    /// - Throws: `NSError` with code ``CBLError/notOpen``.
    func deleteIndex(forName name: String) throws

    /// Returns an index.
    ///
    /// - Parameter name: The name of the index.
    /// - Returns: The index, or `nil` if it does not exist.
    /// - Throws: `NSError` with code ``CBLError/notOpen``.
    func index(withName name: String) throws -> QueryIndex?
}

/// An index of a collection.
///
/// ```swift
/// if let index = try collection.index(withName: "byRate") {
///     print(index.name, index.collection.name)  // byRate _default
/// }
/// ```
public final class QueryIndex: Sendable {
    /// The collection.
    public let collection: Collection

    /// The name of the index.
    public let name: String

    init(collection: Collection, name: String) {
        self.collection = collection
        self.name = name
    }
}

extension Collection: Indexable {
    /// Returns the names of the indexes.
    ///
    /// - Returns: The names.
    /// - Throws: `NSError` with code ``CBLError/notOpen``.
    public func indexes() throws -> [String] { try convertingErrors { try quire.indexes() } }

    /// Creates an index, unless an equal one exists.
    ///
    /// - Parameters:
    ///   - index: A ``ValueIndex`` or a ``FullTextIndex``.
    ///   - name: The name of the index.
    /// - Throws: `NSError` with code ``CBLError/invalidQuery`` if an expression is invalid,
    ///   ``CBLError/invalidParameter`` if the name is invalid, ``CBLError/notOpen``, or another
    ///   code of ``CBLError``.
    public func createIndex(_ index: any Index, name: String) throws {
        try convertingErrors {
            switch index {
            case let index as ValueIndex:
                try quire.createValueIndex(
                    named: name, on: index.items.map { try $0.term.get() })
            case let index as FullTextIndex:
                try quire.createFullTextIndex(
                    named: name, on: index.items.map { try $0.term.get() },
                    ignoringAccents: index.ignoresAccents, language: index.languageCode)
            default:
                throw QuireError(
                    .invalidParameter, "The index \(name) has an unknown type: \(type(of: index)).")
            }
        }
    }

    /// Creates an index, unless an equal one exists.
    ///
    /// ```swift
    /// try collection.createIndex(
    ///     withName: "byCity", config: ValueIndexConfiguration(["city"]))
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the index.
    ///   - config: The index.
    /// - Throws: `NSError` as ``createIndex(_:name:)``.
    public func createIndex(withName name: String, config: any IndexConfiguration) throws {
        try convertingErrors {
            guard let vectors = config as? VectorIndexConfiguration else {
                return try quire.createIndex(withName: name, config: config)
            }
            try quire.createIndex(withName: name, config: vectors.quire(forIndex: name))
        }
    }

    /// Deletes an index.
    ///
    /// If it does not exist, nothing happens.
    ///
    /// - Parameter name: The name of the index.
    /// - Throws: `NSError` with code ``CBLError/notOpen``, or another code of ``CBLError``.
    public func deleteIndex(forName name: String) throws {
        try convertingErrors { try quire.deleteIndex(forName: name) }
    }

    /// Returns an index.
    ///
    /// - Parameter name: The name of the index.
    /// - Returns: The index, or `nil` if it does not exist.
    /// - Throws: `NSError` with code ``CBLError/notOpen``.
    public func index(withName name: String) throws -> QueryIndex? {
        try convertingErrors { try quire.index(withName: name) }
            .map { QueryIndex(collection: self, name: $0.name) }
    }
}
