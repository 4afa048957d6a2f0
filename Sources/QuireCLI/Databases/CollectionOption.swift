import Quire

/// The option that names a collection.
enum CollectionOption {
    static let option = OptionSpecification.value(
        "collection", "NAME", letter: "c",
        "the collection, as collection or scope.collection (default: _default)")

    /// Returns the store of the collection given by the option.
    ///
    /// - Throws: ``Failure`` if the collection does not exist.
    static func collection(
        _ arguments: Arguments, of database: any DocumentDatabase
    ) throws -> any DocumentStore {
        guard let text = arguments.value(option.name) else { return try database.defaultStore() }
        let (scope, name) = names(text)
        guard let store = try database.store(named: name, scope: scope) else {
            throw Failure("there is no collection \(text) in database \(database.name)")
        }
        return store
    }

    /// Returns the store of the collection given by the option, creating it if necessary.
    static func createdCollection(
        _ arguments: Arguments, of database: any DocumentDatabase
    ) throws -> any DocumentStore {
        guard let text = arguments.value(option.name) else { return try database.defaultStore() }
        let (scope, name) = names(text)
        return try database.createStore(named: name, scope: scope)
    }

    /// Returns the scope and the name in a collection's name.
    static func names(_ text: String) -> (scope: String?, name: String) {
        guard let dot = text.firstIndex(of: ".") else { return (nil, text) }
        return (String(text[..<dot]), String(text[text.index(after: dot)...]))
    }

    /// Returns a collection's name in the form that the option accepts.
    static func name(of store: any DocumentStore) -> String {
        let (scope, name) = names(store.fullName)
        return scope == Database.defaultScopeName ? name : store.fullName
    }
}
