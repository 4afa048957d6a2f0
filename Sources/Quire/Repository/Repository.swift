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

    /// The store that contains the documents.
    public let store: any DocumentStore

    /// The key of the attribute that tells a document's type.
    public let typeKey: String

    /// The type names of its documents.
    let types = DocumentTypes.of(Model.self)
    /// What brings its documents into their newest form.
    let plan = MigrationPlan.of(Model.self)
    /// Encodes models, whose blobs are stored in the database of the store.
    let encoder: DocumentEncoder
    /// Decodes models, whose blobs are stored in the database of the store.
    let decoder: DocumentDecoder
    /// The properties of the model type.
    let traits: ModelTraits
    /// Whether its models may have IDs in their bodies.
    let mayHaveIdentifiers: Bool
    /// What is done around its operations.
    var middleware: [any RepositoryMiddleware<Model>] = [] {
        didSet { hasMiddleware = !middleware.isEmpty }
    }
    /// Whether there is any: to ask the list looks up its type, for each document.
    private(set) var hasMiddleware = false
    /// Whether it sees what is marked as deleted.
    var scope = DeletionScope.live
    /// The request of a save that has no other parameters than the model.
    let standardRequest: SaveRequest<Model>
    /// Whether the models that it reads keep the bodies that they were read from.
    let keepsBases: Bool

    init(
        _ store: any DocumentStore, typeKey: String, conflicts conflictRule: ConflictRule<Model>
    ) {
        self.store = store
        self.typeKey = typeKey
        standardRequest = SaveRequest(rule: conflictRule)
        keepsBases = conflictRule.merges
        let codingInfo = Self.codingInfo(of: store, types, typeKey: typeKey)
        encoder = DocumentEncoder(userInfo: codingInfo)
        decoder = DocumentDecoder(userInfo: codingInfo)
        traits = ModelTraits.of(Model.self)
        mayHaveIdentifiers =
            switch traits.identity {
            case .documentID, .none: false
            case .identifier: true
            case .undetermined: ModelIdentity.mayHaveIdentifier(Model.self)
            }
    }

    /// The repository, if it can store models of its type.
    ///
    /// - Throws: ``QuireError`` that says why it cannot.
    func checked() throws -> Repository {
        if let fault = traits.fault { throw fault }
        for key in traits.reservedKeys.sorted()
        where !reservedKeys.accept(key, in: "\(Model.self)") {
            throw ReservedKeys.error(key, in: "\(Model.self)")
        }
        return self
    }
}

extension DocumentStore {
    /// Returns the repository of a model in this store.
    ///
    /// If the repository cannot store models of the type, its first save throws the error that
    /// ``DocumentDatabase/repository(of:typeKey:conflicts:)`` throws.
    ///
    /// - Parameters:
    ///   - type: The model.
    ///   - typeKey: The key of the type discriminator.
    ///   - conflictRule: The rule for saves that find a changed document. With `mergeFields` and
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

extension DocumentCollection {
    /// Returns the repository of a model in this collection.
    ///
    /// If the repository cannot store models of the type, its first save throws the error that
    /// ``DocumentDatabase/repository(of:typeKey:conflicts:)`` throws.
    ///
    /// - Parameters:
    ///   - type: The model.
    ///   - typeKey: The key of the type discriminator.
    ///   - conflictRule: The rule for saves that find a changed document.
    /// - Returns: The repository.
    public func repository<Model: DocumentModel>(
        of type: Model.Type, typeKey: String = Repository<Model>.defaultTypeKey,
        conflicts conflictRule: ConflictRule<Model> = .fail
    ) -> Repository<Model> {
        storage.repository(of: type, typeKey: typeKey, conflicts: conflictRule)
    }
}

extension DocumentDatabase {
    /// Returns the repository of a model in the default store.
    ///
    /// A sample of the model is decoded and encoded, the first time, to find models that cannot be
    /// stored. What the sample does not show is found by the first save, before anything is
    /// written.
    ///
    /// - Parameters:
    ///   - type: The model.
    ///   - typeKey: The key of the type discriminator.
    ///   - conflictRule: The rule for saves that find a changed document. With `mergeFields` and
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
}
