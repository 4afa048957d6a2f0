/// An optional feature of an engine.
///
/// A store declares its capabilities in ``DocumentStore/capabilities``. If a program uses a feature
/// that the engine lacks, the call throws ``QuireError`` with code `unsupportedOperation`, and the
/// message names the engine and the feature.
///
/// ```swift
/// if store.capabilities.contains(.indexes) {
///     let config = ValueIndexConfiguration(["type", "name"])
///     try store.createIndex(withName: "byName", config: config)
/// }
/// ```
public struct EngineCapability: Hashable, Sendable {
    /// The name of the feature, which completes the sentence "The engine does not support …".
    public let name: String

    /// Creates a capability.
    ///
    /// - Parameter name: The name of the feature.
    public init(_ name: String) {
        self.name = name
    }

    /// Several reads from one snapshot of the database: ``DocumentDatabase/snapshot(_:)``.
    public static let snapshots = EngineCapability("snapshots")
    /// A list of all stores: ``DocumentDatabase/stores()``.
    public static let storeLists = EngineCapability("lists of stores")
    /// A list of changes by sequence: ``DocumentStore/changes(since:limit:)``.
    public static let changesSince = EngineCapability("changes by sequence")
    /// Indexes: ``DocumentStore/createIndex(withName:config:)`` and related methods.
    public static let indexes = EngineCapability("indexes")
    /// Unique indexes: ``ValueIndexConfiguration/isUnique``.
    public static let uniqueIndexes = EngineCapability("unique indexes")
    /// Full-text indexes and `MATCH`.
    public static let fullText = EngineCapability("full-text search")
    /// Indexes of vectors: ``NearestIndexConfiguration``.
    ///
    /// Without an index, a search for the nearest documents reads all vectors.
    public static let nearestIndexes = EngineCapability("indexes of vectors")
    /// Blobs: ``DocumentStore/blobStorage``.
    public static let blobs = EngineCapability("blobs")
    /// Saves of several documents that take less time than one after the other:
    /// ``DocumentStore/save(_:)``.
    public static let batches = EngineCapability("batches")
    /// Expiration of documents: ``DocumentStore/setExpiration(_:of:)``.
    public static let expiration = EngineCapability("expiration of documents")
    /// Middleware for all repositories of a model: ``DocumentDatabase/use(_:for:)``.
    public static let registeredMiddleware = EngineCapability("registered middleware")
    /// Calls after the end of a transaction: ``DocumentDatabase/afterTransaction(_:)``.
    public static let transactionObservation = EngineCapability("observation of transactions")
    /// Statements with `JOIN` clauses and `EXISTS`, and paths through references.
    ///
    /// In a statement that a store runs, `_` is the store itself; ``DocumentStore/store(of:)`` returns
    /// the stores of all sources. A statement with `UNNEST` needs no other documents, so it does not
    /// require this capability.
    public static let joins = EngineCapability("joins")
    /// Explanations of statements: ``DocumentStore/explanation(of:)``.
    public static let explanations = EngineCapability("explanations of statements")

    /// Definitions of existing indexes, which an engine with indexes can lack.
    package static let indexDefinitions = EngineCapability("definitions of existing indexes")

    /// Returns the error for a feature that an engine does not support.
    ///
    /// - Parameters:
    ///   - engine: The name of the engine.
    ///   - location: A description of the store or database.
    /// - Returns: An error with code `unsupportedOperation`.
    package func missing(in engine: String, _ location: String) -> QuireError {
        QuireError(
            .unsupportedOperation, "The engine \(engine) of \(location) does not support \(name).")
    }
}
