import Fleece
import SQLPlusPlus

/// The progress of migrating all documents of a model.
///
/// ```swift
/// print("\(result.migrated) hotels were migrated.")
/// for failure in result.failures { print(failure.id, failure.error) }
/// ```
public struct MigrationProgress: Sendable {
    /// A document that could not be migrated and is unchanged.
    ///
    /// ```swift
    /// let unchanged = result.failures.map(\.id)
    /// ```
    public struct Failure: Sendable {
        /// The document's ID.
        public let id: String
        /// The error that occurred during the migration.
        public let error: any Error
    }

    /// The number of outdated documents at the beginning of the sweep.
    ///
    /// A document is outdated if it has an older schema version, or if it lacks a key whose default
    /// value the model provides.
    public internal(set) var total = 0

    /// The number of processed documents.
    public internal(set) var done = 0

    /// The number of rewritten documents.
    public internal(set) var migrated = 0

    /// The documents that could not be migrated.
    public internal(set) var failures: [Failure] = []
}

/// A sweep that rewrites outdated documents in batches.
struct MigrationSweep<Model: DocumentModel>: Sendable {
    private let selection: Selection<Model>
    private let batchSize: Int
    private var cursor: PageCursor?
    private(set) var progress = MigrationProgress()
    private(set) var isFinished = false

    /// Creates a sweep.
    ///
    /// - Parameters:
    ///   - repository: The repository of the documents.
    ///   - batchSize: The number of documents that are rewritten in one transaction.
    init(_ repository: Repository<Model>, batchSize: Int) {
        self.batchSize = max(1, batchSize)
        let outdated = Self.outdated(repository)
        isFinished = outdated.isEmpty
        let known = DocumentTypes(names: repository.types.names, includesOthers: false)
        selection = Selection(repository.bare).filter(
            QueryCondition(
                condition: .success(
                    .operation(
                        .and,
                        [
                            known.condition(repository.typeKey),
                            outdated.count == 1 ? outdated[0] : .operation(.or, outdated),
                        ]))))
    }

    /// Returns the conditions of which outdated documents meet at least one.
    private static func outdated(_ repository: Repository<Model>) -> [QueryTerm] {
        var conditions: [QueryTerm] = []
        if let version = repository.plan?.version {
            let attribute = QueryTerm.property(PropertyPath([.key(version.key)]), of: nil)
            let number = QueryTerm.literal(.integer(Int64(version.number)))
            conditions = [
                .test(.isNotValued, attribute), .operation(.lessThan, [attribute, number]),
            ]
        }
        if let defaults = ModelShape.of(Model.self).valueDefaults(in: Model.self) {
            conditions += defaults.lackingConditions(at: PropertyPath())
        }
        return conditions
    }

    mutating func begin() throws {
        if !isFinished { progress.total = try selection.count() }
    }

    /// Rewrites the next batch of documents in one transaction.
    ///
    /// - Throws: ``QuireError`` if the database reports an error; the batch is rolled back then.
    mutating func step() throws {
        let (records, next) = try selection.recordPage(after: cursor, size: batchSize)
        for record in records {
            progress.done += 1
            let body: BodyTree
            do {
                body = try selection.repository.completedBody(of: record)
            } catch {
                progress.failures.append(MigrationProgress.Failure(id: record.id, error: error))
                continue
            }
            do {
                try save(body, in: record)
            } catch let error as QuireError where error.code == .duplicateValue {
                progress.failures.append(MigrationProgress.Failure(id: record.id, error: error))
                continue
            }
            progress.migrated += 1
        }
        cursor = next
        isFinished = next == nil
    }

    /// Saves a document in a nested transaction, so that a duplicate value leaves the others.
    private func save(_ body: BodyTree, in record: DocumentRecord) throws {
        let store = selection.repository.store
        try store.inBatch {
            try store.save { writer in
                body.write(into: writer)
                return WriteTarget(id: record.id, if: .revision(record.revisionID))
            }.revision(in: store)
        }
    }
}

extension Repository {
    /// Returns the body of a document in the current schema version, with the default values of the
    /// keys that are missing.
    ///
    /// - Throws: An error if the document cannot be migrated or decoded.
    fileprivate func completedBody(of record: DocumentRecord) throws -> BodyTree {
        let current = try current(record)
        let root = current.body.value
        guard let defaults = ModelShape.of(Model.self).valueDefaults(in: Model.self),
            !defaults.isComplete(root)
        else { return .stored(root) }
        let writer = FleeceWriter()
        writer.write(defaults.encode(completing: root, into: writer))
        let completed = FleeceStorage(try writer.finish())
        guard let body = completed.root, let dictionary = completed.rootDictionary else {
            return .stored(root)
        }
        // A default value can depend on the rest of the document, which samples do not show. One that
        // differs each time is not among the defaults.
        let expected = try storedForm(of: current)
        guard
            try storedForm(of: current.withBody(dictionary)) == expected
                || storedForm(of: current) != expected
        else {
            // A migrated document is saved without the default values.
            if root.storage !== record.body.value.storage { return .stored(root) }
            throw QuireError(
                .invalidParameter,
                """
                The missing keys of document "\(record.id)" cannot be written: their default values \
                depend on other values of the document. Save the decoded model instead.
                """)
        }
        return .stored(body)
    }

    /// Returns the JSON of the model that a document is decoded as.
    private func storedForm(of record: DocumentRecord) throws -> String? {
        let writer = FleeceWriter()
        _ = try encoder.encode(decode(record), into: writer, discriminator: nil)
        return try FleeceStorage(try writer.finish()).root?.json(.canonical)
    }

    /// Migrates all outdated documents to the current schema version and saves them.
    ///
    /// The documents are processed in batches, in the order of their IDs. Each batch is one
    /// transaction, and each rewritten document gets one new revision. You can stop the sweep at
    /// any time: throw an error from the closure, cancel the task or end the program. A later sweep
    /// continues with the remaining documents. Other programs can read and write during the sweep.
    ///
    /// The sweep does not call middleware. It also migrates models that are marked as deleted. A
    /// document that cannot be migrated is unchanged.
    ///
    /// ```swift
    /// let result = try hotels.sweep { progress in
    ///     print("\(progress.done) of \(progress.total)")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - batchSize: The number of documents that are rewritten in one transaction.
    ///   - progress: A closure that is called after each batch, outside of its transaction unless
    ///     the caller is in one.
    /// - Returns: The final progress.
    /// - Throws: An error that the closure throws; ``QuireError`` with code `notOpen`, `busy` or
    ///   `ioError`.
    /// - Complexity: O(*n* log *n*) in the number of documents in the collection.
    @discardableResult
    public func sweep(
        batchSize: Int = 100, progress: (MigrationProgress) throws -> Void = { _ in }
    ) throws -> MigrationProgress {
        var sweep = MigrationSweep(self, batchSize: batchSize)
        try sweep.begin()
        while !sweep.isFinished {
            try store.inBatch { try sweep.step() }
            try progress(sweep.progress)
        }
        return sweep.progress
    }

    /// Migrates all outdated documents to the current schema version and saves them.
    ///
    /// - Parameters:
    ///   - batchSize: The number of documents that are rewritten in one transaction.
    ///   - progress: A closure that is called after each batch.
    /// - Returns: The final progress.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @discardableResult
    public func sweep(
        batchSize: Int = 100,
        progress: @Sendable (MigrationProgress) throws -> Void = { _ in }
    ) async throws -> MigrationProgress {
        let start = MigrationSweep(self, batchSize: batchSize)
        var sweep = try await reading {
            var sweep = start
            try sweep.begin()
            return sweep
        }
        while !sweep.isFinished {
            let before = sweep
            sweep = try await writing {
                var sweep = before
                try sweep.step()
                return sweep
            }
            try progress(sweep.progress)
        }
        return sweep.progress
    }
}

extension ValueDefaults {
    /// Returns conditions, one of which is true if a stored value lacks a key with a default value.
    ///
    /// - Parameters:
    ///   - path: The path to the value in the document.
    ///   - outer: The defaults of the values around it, the outermost first.
    /// - Returns: The conditions.
    fileprivate func lackingConditions(
        at path: PropertyPath, in outer: [ValueDefaults] = []
    ) -> [QueryTerm] {
        let value = QueryTerm.property(path, of: nil)
        let nodes = outer + [self]
        if case .types(let key, let types, let aliases) = self {
            let type = QueryTerm.property(path.appending(key: key), of: nil)
            // A repository's documents keep an alias until they are saved.
            let names = aliases.keys.sorted().map { QueryTerm.literal(.string($0)) }
            let isAlias = names.map { QueryTerm.operation(.is, [type, $0]) }
            return isAlias
                + types.sorted { $0.key < $1.key }.flatMap { name, defaults in
                    let isType = QueryTerm.operation(.is, [type, .literal(.string(name))])
                    return defaults.lackingConditions(at: path, in: nodes).map {
                        QueryTerm.operation(.and, [isType, $0])
                    }
                }
        }
        guard case .object(let properties) = self else {
            let inside = closed(in: outer).json.map { QueryTerm.literal(.string($0)) }
            guard let inside else { return [] }
            return [.operation(.isNot, [value.completed(by: inside), value])]
        }
        return properties.sorted { $0.key < $1.key }.flatMap { key, property in
            let next = path.appending(key: key)
            var conditions = property.inside?.lackingConditions(at: next, in: nodes) ?? []
            if property.value != nil {
                let isMissing = QueryTerm.test(.isMissing, .property(next, of: nil))
                conditions.append(
                    path.isEmpty
                        ? isMissing : .operation(.and, [isMissing, .test(.isValued, value)]))
            }
            return conditions
        }
    }
}
