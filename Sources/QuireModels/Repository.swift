/// A typed view of the documents of one model in a collection.
///
/// ```swift
/// let hotels = try database.repository(of: Hotel.self)
/// let saved = try hotels.save(Hotel(name: "Harbour House", roomRate: 121))
/// let cheap = try hotels.filter { $0.roomRate < 150 }.sorted(by: \.roomRate).all()
/// ```
///
/// A repository writes the model's type name into the type discriminator of each document, and
/// reads only documents with this type name. It is a thread-safe value that you can copy.
///
/// Methods that read see the last commit. Inside a transaction, they also see the changes of the
/// transaction. Methods that write run in the current transaction, or start one if none is in
/// progress.
///
/// The asynchronous versions of the methods run on threads of the database, so they do not block
/// Swift's cooperative threads. They have the same complexity as the synchronous versions. They
/// throw `CancellationError` if their task is canceled before they start, or while the embedded
/// engine runs a query for them. In the top-level code of `main.swift`, Swift prefers the
/// synchronous versions, so give an asynchronous program a type marked with `@main`; see
/// <doc:TransactionsAndConcurrency>.
public struct Repository<Model: DocumentModel>: Sendable {
    /// The default key of the type discriminator.
    public static var defaultTypeKey: String {
        (Model.self as? any DocumentFamily.Type)?.typeKey ?? "type"
    }

    /// The store that contains the documents.
    public let store: any DocumentStore

    /// The key of the type discriminator in documents.
    public let typeKey: String

    /// The type names of the repository's documents.
    let types = DocumentTypes.of(Model.self)
    /// The plan that migrates documents to the current version of the model.
    let plan = MigrationPlan.of(Model.self)
    /// The encoder for models; it stores their blobs in the database of the store.
    let encoder: DocumentEncoder
    /// The decoder for models; it reads their blobs from the database of the store.
    let decoder: DocumentDecoder
    /// The traits of the model type.
    let traits: ModelTraits
    /// Whether the models may have IDs in their bodies.
    let mayHaveIdentifiers: Bool
    /// The middleware of this repository, without registered middleware.
    var ownMiddleware: [any RepositoryMiddleware<Model>] = [] {
        didSet { hasOwnMiddleware = !ownMiddleware.isEmpty }
    }
    /// Whether the repository has middleware in addition to registered middleware.
    ///
    /// The value is stored, because accessing the list for each document would look up its type.
    private(set) var hasOwnMiddleware = false
    /// The middleware that is registered with the database, or `nil` if the repository does not
    /// call it.
    var registered: RegisteredLists?
    /// Whether the repository reads documents that are marked as deleted.
    var scope = DeletionScope.live
    /// Whether the repository uses all documents of its type, although it calls middleware.
    var ignoresConditions = false
    /// The request for a save without parameters other than the model.
    let standardRequest: SaveRequest<Model>
    /// Whether the models that the repository reads keep their stored bodies.
    let keepsBases: Bool

    init(
        _ store: any DocumentStore, typeKey: String, conflicts conflictRule: ConflictRule<Model>
    ) {
        self.store = store
        self.typeKey = typeKey
        standardRequest = SaveRequest(rule: conflictRule)
        keepsBases = conflictRule.merges
        let codingInfo = Self.codingInfo(of: store, types, typeKey: typeKey)
        encoder = DocumentEncoder(userInfo: codingInfo, keys: Model.keyStrategy)
        decoder = DocumentDecoder(userInfo: codingInfo, keys: Model.keyStrategy)
        traits = ModelTraits.of(Model.self)
        registered = store.database.registeredMiddleware.map { RegisteredLists($0, of: Model.self) }
        mayHaveIdentifiers =
            switch traits.identity {
            case .documentID, .none: false
            case .identifier: true
            case .undetermined: ModelIdentity.mayHaveIdentifier(Model.self)
            }
    }

    /// Returns the repository if it can store models of its type.
    ///
    /// - Throws: ``QuireError`` that describes why it cannot.
    func checked() throws -> Repository {
        if let fault = traits.fault { throw fault }
        for key in traits.reservedKeys.sorted()
        where !documentRules.accept(key, in: "\(Model.self)") {
            throw DocumentRules.error(key, in: "\(Model.self)")
        }
        return self
    }
}

extension DocumentStore {
    /// Returns a repository for a model in this store.
    ///
    /// If the repository cannot store models of the type, its first save throws the error that
    /// ``DocumentDatabase/repository(of:typeKey:conflicts:)`` throws.
    ///
    /// ```swift
    /// let store = try database.defaultStore()
    /// let hotels = store.repository(of: Hotel.self)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The model type.
    ///   - typeKey: The key of the type discriminator.
    ///   - conflictRule: The rule for saves that detect a changed document. With `mergeFields` and
    ///     `merge`, each model that the repository reads or saves keeps its stored body as the base
    ///     of a merge.
    /// - Returns: The repository.
    public func repository<Model: DocumentModel>(
        of type: Model.Type, typeKey: String = Repository<Model>.defaultTypeKey,
        conflicts conflictRule: ConflictRule<Model> = .fail
    ) -> Repository<Model> {
        Repository(self, typeKey: typeKey, conflicts: conflictRule)
    }
}

extension DocumentDatabase {
    /// Returns a repository for a model in the default store.
    ///
    /// The first call for a model type decodes and encodes a sample to detect models that cannot be
    /// stored. If a sample cannot reveal a problem, the first save detects it before it writes
    /// anything.
    ///
    /// ```swift
    /// let hotels = try database.repository(of: Hotel.self, conflicts: .mergeFields())
    /// try hotels.save(Hotel(id: "hotel-1", name: "Harbour House", roomRate: 121))
    /// ```
    ///
    /// - Parameters:
    ///   - type: The model type.
    ///   - typeKey: The key of the type discriminator.
    ///   - conflictRule: The rule for saves that detect a changed document. With `mergeFields` and
    ///     `merge`, each model that the repository reads or saves keeps its stored body as the base
    ///     of a merge.
    /// - Returns: The repository.
    /// - Throws: ``QuireError`` with code `invalidParameter` if the model is `Identifiable` and its
    ///   `id` cannot be a document ID, or if it declares several properties with ``DocumentID``;
    ///   `corruptRevisionData` if a property has a reserved key, such as `_rev`; `notOpen` if the
    ///   database is closed.
    public func repository<Model: DocumentModel>(
        of type: Model.Type, typeKey: String = Repository<Model>.defaultTypeKey,
        conflicts conflictRule: ConflictRule<Model> = .fail
    ) throws -> Repository<Model> {
        try defaultStore()
            .repository(of: type, typeKey: typeKey, conflicts: conflictRule).checked()
    }

    /// Returns a repository for a model in a named store, and creates the store if it does not
    /// exist.
    ///
    /// The same call works with a database in a file, in memory, or on a server. To find a store
    /// without creating it, use ``store(named:)``.
    ///
    /// ```swift
    /// let notes = try database.repository(of: Note.self, in: "notes")
    /// try notes.save(Note(text: "Order linen"))
    /// ```
    ///
    /// The store is created in the transaction of the thread, or in a new one.
    ///
    /// - Parameters:
    ///   - type: The model type.
    ///   - store: The store's name within its scope.
    ///   - scope: The name of the scope, or `nil` for the default scope.
    ///   - typeKey: The key of the type discriminator.
    ///   - conflictRule: The rule for saves that detect a changed document.
    /// - Returns: The repository.
    /// - Throws: ``QuireError`` with code `invalidParameter` if a name is invalid, `notWriteable` if
    ///   the store does not exist and the database cannot be changed, or the errors of
    ///   ``repository(of:typeKey:conflicts:)``.
    public func repository<Model: DocumentModel>(
        of type: Model.Type, in store: String, scope: String? = nil,
        typeKey: String = Repository<Model>.defaultTypeKey,
        conflicts conflictRule: ConflictRule<Model> = .fail
    ) throws -> Repository<Model> {
        // A model that cannot be stored creates no store.
        _ = try repository(of: type, typeKey: typeKey, conflicts: conflictRule)
        return try createStore(named: store, scope: scope)
            .repository(of: type, typeKey: typeKey, conflicts: conflictRule).checked()
    }

    /// Returns a repository for a model in a named store, and creates the store if it does not
    /// exist, on a thread of the database.
    ///
    /// ```swift
    /// let notes = try await database.repository(of: Note.self, in: "notes", scope: "app")
    /// ```
    ///
    /// - Parameters:
    ///   - type: The model type.
    ///   - store: The store's name within its scope.
    ///   - scope: The name of the scope, or `nil` for the default scope.
    ///   - typeKey: The key of the type discriminator.
    ///   - conflictRule: The rule for saves that detect a changed document.
    /// - Returns: The repository.
    /// - Throws: The same errors as the synchronous method, or `CancellationError`.
    public func repository<Model: DocumentModel>(
        of type: Model.Type, in store: String, scope: String? = nil,
        typeKey: String = Repository<Model>.defaultTypeKey,
        conflicts conflictRule: ConflictRule<Model> = .fail
    ) async throws -> Repository<Model> {
        try await blockingWork.run {
            try self.repository(
                of: type, in: store, scope: scope, typeKey: typeKey, conflicts: conflictRule)
        }
    }
}
