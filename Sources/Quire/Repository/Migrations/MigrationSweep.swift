import SQLPlusPlus

/// How far a sweep of migrations has come.
public struct MigrationProgress: Sendable {
    /// A document that could not be migrated, and stays as it is.
    public struct Failure: Sendable {
        /// The document's ID.
        public let id: String
        /// Why it could not be migrated.
        public let error: any Error
    }

    /// How many old documents there were when the sweep began.
    public internal(set) var total = 0

    /// How many of them have been looked at.
    public internal(set) var done = 0

    /// How many have been rewritten.
    public internal(set) var migrated = 0

    /// The documents that could not be migrated.
    public internal(set) var failures: [Failure] = []
}

/// The rewriting of old documents, batch by batch.
struct MigrationSweep<Model: DocumentModel>: Sendable {
    private let selection: Selection<Model>
    private let batchSize: Int
    private var cursor: PageCursor?
    private(set) var progress = MigrationProgress()
    private(set) var isFinished = false

    /// Makes a sweep that has not begun.
    ///
    /// - Parameters:
    ///   - repository: Whose documents are rewritten.
    ///   - batchSize: How many documents a transaction rewrites.
    init(_ repository: Repository<Model>, batchSize: Int) {
        self.batchSize = max(1, batchSize)
        var selection = Selection(repository.bare)
        if let version = repository.plan?.version {
            let attribute = QueryTerm.property(PropertyPath([.key(version.key)]), of: nil)
            let number = QueryTerm.literal(.integer(Int64(version.number)))
            let known = DocumentTypes(names: repository.types.names, includesOthers: false)
            selection = selection.filter(
                QueryCondition(
                    .success(
                        .operation(
                            .and,
                            [
                                known.condition(repository.typeKey),
                                .operation(
                                    .or,
                                    [
                                        .test(.isNotValued, attribute),
                                        .operation(.lessThan, [attribute, number]),
                                    ]),
                            ]))))
        } else {
            isFinished = true
        }
        self.selection = selection
    }

    /// Counts the documents that are to be rewritten.
    ///
    /// - Throws: ``QuireError``.
    mutating func begin() throws {
        if !isFinished { progress.total = try selection.count() }
    }

    /// Rewrites the next documents, in one transaction.
    ///
    /// - Throws: ``QuireError`` if the database fails; nothing of the batch is done then.
    mutating func step() throws {
        let (records, next) = try selection.recordPage(after: cursor, size: batchSize)
        for record in records {
            progress.done += 1
            let current: DocumentRecord
            do {
                current = try selection.repository.current(record)
            } catch {
                progress.failures.append(MigrationProgress.Failure(id: record.id, error: error))
                continue
            }
            let store = selection.repository.store
            try store.save { writer in
                writer.write(copyOf: current.body.value)
                return WriteTarget(id: record.id, if: .revision(record.revisionID))
            }.revision(in: store)
            progress.migrated += 1
        }
        cursor = next
        isFinished = next == nil
    }
}

extension Repository {
    /// Rewrites all documents of an older form in the newest one.
    ///
    /// It works in batches, each a transaction of its own with one new revision for each document, by
    /// the documents' IDs. It can be stopped at any time, by an error that the closure throws, by
    /// cancelling the task or by ending the program: a sweep that begins later goes on with what is
    /// left. Other programs may read and write meanwhile. Middleware is not called, and models that
    /// are marked as deleted are migrated too. A document that cannot be migrated stays as it is.
    ///
    /// - Parameters:
    ///   - batchSize: How many documents a transaction rewrites.
    ///   - progress: A closure that is called after each batch, outside of its transaction unless the
    ///     caller is in one.
    /// - Returns: What was done.
    /// - Throws: What the closure throws; ``QuireError`` with code `notOpen`, `busy` or `ioError`.
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

    /// Rewrites all documents of an older form in the newest one.
    ///
    /// - Parameters:
    ///   - batchSize: How many documents a transaction rewrites.
    ///   - progress: A closure that is called after each batch.
    /// - Returns: What was done.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
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
