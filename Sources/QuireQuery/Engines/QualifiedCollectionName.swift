/// The name of a collection with that of its scope, as users write it: `inventory.hotels`, or
/// `hotels` for a collection of the default scope.
///
/// The names are not validated: an engine validates them when it looks for the collection.
package struct QualifiedCollectionName: Equatable, Sendable {
    /// The scope's name, or `nil` for the default scope.
    package let scope: String?
    /// The collection's name within its scope.
    package let collection: String

    /// Splits a text at its first period.
    ///
    /// - Parameter text: The name of a collection, with or without the name of its scope.
    package init(_ text: String) {
        let period = text.firstIndex(of: ".")
        let scope = period.map { String(text[..<$0]) }
        self.scope = scope == CollectionNameRules.defaultName ? nil : scope
        collection = period.map { String(text[text.index(after: $0)...]) } ?? text
    }

    /// Whether this is the name of the default collection.
    package var isDefault: Bool {
        scope == nil && collection == CollectionNameRules.defaultName
    }
}

extension QualifiedCollectionName: CustomStringConvertible {
    /// The shortest text for this name, without the name of the default scope.
    package var description: String { scope.map { "\($0).\(collection)" } ?? collection }
}

extension DocumentDatabase {
    /// Returns the store of a collection, as ``store(named:scope:)`` does.
    package func store(_ name: QualifiedCollectionName) throws -> (any DocumentStore)? {
        try store(named: name.collection, scope: name.scope)
    }

    /// Returns the store of a collection, creating it if necessary, as ``createStore(named:scope:)``
    /// does.
    package func createStore(_ name: QualifiedCollectionName) throws -> any DocumentStore {
        try createStore(named: name.collection, scope: name.scope)
    }
}
