import Quire

/// The option that names a collection.
enum CollectionOption {
    static let option = OptionSpecification.value(
        "collection", "NAME", letter: "c",
        "the collection, as collection or scope.collection (default: _default)")

    /// Returns the collection given by the option.
    ///
    /// - Throws: ``Failure`` if the collection does not exist.
    static func collection(
        _ arguments: Arguments, of database: Database
    ) throws -> DocumentCollection {
        guard let text = arguments.value(option.name) else {
            return try database.defaultCollection()
        }
        let (scope, name) = names(text)
        guard let collection = try database.collection(name: name, scope: scope) else {
            throw Failure("there is no collection \(text) in database \(database.name)")
        }
        return collection
    }

    /// Returns the collection given by the option, creating it if necessary.
    static func createdCollection(
        _ arguments: Arguments, of database: Database
    ) throws -> DocumentCollection {
        guard let text = arguments.value(option.name) else {
            return try database.defaultCollection()
        }
        let (scope, name) = names(text)
        return try database.createCollection(name: name, scope: scope)
    }

    private static func names(_ text: String) -> (scope: String?, name: String) {
        guard let dot = text.firstIndex(of: ".") else { return (nil, text) }
        return (String(text[..<dot]), String(text[text.index(after: dot)...]))
    }

    /// Returns all collections of a database, the default collection first.
    static func all(of database: Database) throws -> [DocumentCollection] {
        try database.scopes().flatMap { try $0.collections() }
    }

    /// Returns a collection's name in the form that the option accepts.
    static func name(of collection: DocumentCollection) -> String {
        let scope = collection.scope.name
        return scope == Database.defaultScopeName ? collection.name : "\(scope).\(collection.name)"
    }
}
