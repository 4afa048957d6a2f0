import Quire

/// The option that names a collection.
enum CollectionOption {
    static let option = OptionSpecification.value(
        "collection", "NAME", letter: "c",
        help: "the collection, as collection or scope.collection (default: _default)")

    /// Returns the store of the collection given by the option.
    ///
    /// - Throws: ``Failure`` if the collection does not exist.
    static func collection(
        _ arguments: Arguments, of database: any DocumentDatabase
    ) throws -> any DocumentStore {
        guard let text = arguments.value(option.name) else { return try database.defaultStore() }
        guard let store = try database.store(QualifiedCollectionName(text)) else {
            throw Failure("there is no collection \(text) in database \(database.name)")
        }
        return store
    }

    /// Returns the store of the collection given by the option, creating it if necessary.
    static func createdCollection(
        _ arguments: Arguments, of database: any DocumentDatabase
    ) throws -> any DocumentStore {
        guard let text = arguments.value(option.name) else { return try database.defaultStore() }
        return try database.createStore(QualifiedCollectionName(text))
    }

    /// Returns a collection's name in the form that the option accepts.
    static func name(of store: any DocumentStore) -> String {
        QualifiedCollectionName(store.fullName).description
    }
}
