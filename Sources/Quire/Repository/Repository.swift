/// The documents of one model in a collection.
///
/// ```swift
/// let hotels = try database.repository(of: Hotel.self)
/// let saved = try hotels.save(Hotel(name: "Harbour House", roomRate: 121))
/// let cheap = try hotels.filter { $0.roomRate < 150 }.sorted(by: \.roomRate).all()
/// ```
///
/// A repository writes the model's name into the type attribute of each document and sees only
/// documents that have it. It is a value: it can be copied and used by every thread.
public struct Repository<Model: DocumentModel>: Sendable {
    /// The key of the type attribute unless another one is chosen.
    public static var defaultTypeKey: String {
        (Model.self as? any DocumentFamily.Type)?.typeKey ?? "type"
    }

    /// The collection that the documents are in.
    public let collection: DocumentCollection

    /// The key of the attribute that tells a document's type.
    public let typeKey: String

    /// The type names of its documents.
    let types = DocumentTypes.of(Model.self)
    /// What brings its documents into their newest form.
    let plan = MigrationPlan.of(Model.self)
    /// What is done around its operations.
    var middleware: [any RepositoryMiddleware<Model>] = []
    /// Whether it sees what is marked as deleted.
    var scope = DeletionScope.live

    init(_ collection: DocumentCollection, typeKey: String) {
        self.collection = collection
        self.typeKey = typeKey
    }

}

extension DocumentCollection {
    /// Returns the repository of a model in this collection.
    ///
    /// - Parameters:
    ///   - type: The model.
    ///   - typeKey: The key of the attribute that tells a document's type.
    /// - Returns: The repository.
    public func repository<Model: DocumentModel>(
        of type: Model.Type, typeKey: String = Repository<Model>.defaultTypeKey
    ) -> Repository<Model> {
        Repository(self, typeKey: typeKey)
    }
}

extension Database {
    /// Returns the repository of a model in the default collection.
    ///
    /// - Parameters:
    ///   - type: The model.
    ///   - typeKey: The key of the attribute that tells a document's type.
    /// - Returns: The repository.
    /// - Throws: ``QuireError`` with code `notOpen` if the database is closed.
    public func repository<Model: DocumentModel>(
        of type: Model.Type, typeKey: String = Repository<Model>.defaultTypeKey
    ) throws -> Repository<Model> {
        try defaultCollection().repository(of: type, typeKey: typeKey)
    }
}
