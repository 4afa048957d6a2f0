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

    /// The store that the documents are in: a collection of a database, or another one.
    public let store: any DocumentStore

    /// The key of the attribute that tells a document's type.
    public let typeKey: String

    /// The type names of its documents.
    let types = DocumentTypes.of(Model.self)
    /// What brings its documents into their newest form.
    let plan = MigrationPlan.of(Model.self)
    /// Whether its models may have IDs in their bodies.
    let mayHaveIdentifiers = ModelIdentity.mayHaveIdentifier(Model.self)
    /// What is done around its operations.
    var middleware: [any RepositoryMiddleware<Model>] = [] {
        didSet { hasMiddleware = !middleware.isEmpty }
    }
    /// Whether there is any: to ask the list looks up its type, for each document.
    private(set) var hasMiddleware = false
    /// Whether it sees what is marked as deleted.
    var scope = DeletionScope.live

    init(_ store: any DocumentStore, typeKey: String) {
        self.store = store
        self.typeKey = typeKey
    }

    /// The collection that the documents are in, or `nil` if the store is none of a database.
    public var collection: DocumentCollection? { store as? DocumentCollection }
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
