import Fleece
import QuirePlatform
import SQLPlusPlus

/// The state of a live query whose values must be summed by SQLite.
///
/// Its documents are not read again to look for a change of that.
final class UnmaintainableTotals: Sendable {}

/// The documents of a live query with one row of counts and sums, for creating the next result from
/// the last one.
final class MaintainedTotals: Sendable {
    private struct Entry: DocumentEntry {
        let documentID: String
        let contributions: [LiveTotals.Contribution]
    }

    private struct State {
        var documents = EntriesByID<Entry>()
        var totals: [LiveTotals.Total]
        /// The last result.
        var rows: FleeceStorage?
        /// The state of the collection that the totals represent, or `nil` after an error.
        var position: CollectionPosition?
    }

    private let plan: LiveTotals
    private let state: Mutex<State>

    private init(_ plan: LiveTotals) {
        self.plan = plan
        state = Mutex(State(totals: plan.none))
    }

    /// Reads all documents of a query.
    ///
    /// - Returns: The result, or `nil` if it must be computed by SQLite.
    /// - Throws: ``QuireError`` if the documents cannot be read.
    static func rows(
        of statement: SelectStatement, _ settings: QuerySettings, in database: Database,
        _ interruption: QueryInterruption
    ) throws -> (RecordedRows, ResultDocumentIDs)? {
        guard let plan = try? LiveTotals(statement, settings.parameters) else { return nil }
        let collection = try database.collection(namedIn: statement.source)
        let select = try QueryCompiler(database: database, parameters: settings.parameters)
            .compileDocuments(
                of: collection,
                selectedBy: SelectStatement(
                    [.star], from: statement.source, where: statement.condition))
        let totals = MaintainedTotals(plan)
        var members = ResultDocumentIDs()
        let isComplete = try collection.readSnapshot { connection in
            try connection.sqlite.interruptible(by: interruption) {
                try totals.read(
                    select, parameters: settings.parameters, members: &members, on: connection,
                    in: collection)
            }
        }
        guard isComplete, let rows = try totals.result(database) else { return nil }
        return (rows, members)
    }

    private func read(
        _ select: CompiledSelect, parameters: ParameterValues,
        members: inout ResultDocumentIDs, on connection: StoreConnection,
        in collection: DocumentCollection
    ) throws -> Bool {
        try state.withLock { state in
            state.position = try CollectionPosition(
                reading: collection.tables, on: connection.sqlite)
            var run = LiveTotals.Run(plan)
            var isComplete = true
            try select.forEachRow(on: connection.sqlite, parameters, purpose: "run a query") {
                row in
                guard isComplete else { return }
                let id = row.string(at: 4)
                guard
                    case .success(let record?) = collection.record(
                        id: id, row: row, keys: connection.keys),
                    let contributions = try? run.contributions(of: record, isSelected: true)
                else {
                    isComplete = false
                    return
                }
                row.withTextBytes(at: 4) {
                    members.insert(id: UnsafeRawBufferPointer($0), in: collection.tables)
                }
                state.documents.insert(
                    Entry(documentID: id, contributions: contributions),
                    DocumentIDHash.of(id))
                change(&state.totals, by: contributions, sign: 1)
            }
            return isComplete
        }
    }

    private func change(
        _ totals: inout [LiveTotals.Total], by contributions: [LiveTotals.Contribution],
        sign: Int64
    ) {
        for (index, contribution) in contributions.enumerated() {
            totals[index].change(by: contribution, sign)
        }
    }

    private func result(_ database: Database) throws -> RecordedRows? {
        try state.withLock { try result(&$0, database) }
    }

    private func result(_ state: inout State, _ database: Database) throws -> RecordedRows? {
        guard var rows = try plan.rows(state.totals, database.codingInfo) else { return nil }
        rows.source = self
        state.rows = rows.rows?.storage
        return rows
    }

    /// Creates the next result.
    ///
    /// - Parameters:
    ///   - last: The last result.
    ///   - changes: The documents that have changed since that result.
    ///   - statement: The statement of the query.
    ///   - database: The database that contains the statement's collection.
    /// - Returns: The result and the documents that have been added or removed, or `nil` if all
    ///   documents must be read again.
    /// - Throws: An error if a document cannot be read or evaluated. All documents must be read
    ///   again.
    func next(
        after last: RecordedRows, _ changes: LiveChanges, of statement: SelectStatement,
        in database: Database
    ) throws -> (RecordedRows, ResultDocumentIDs)? {
        let collection = try database.collection(namedIn: statement.source)
        return try state.withLock { state in
            guard let position = state.position, state.rows === last.rows?.storage else {
                return nil
            }
            // If an error occurs, the state does not represent a result.
            state.position = nil
            let updated = try collection.update(
                from: position, changes, among: state.documents.count
            ) { documentIDs, connection in
                try update(documentIDs, in: &state, on: connection, of: collection)
            }
            guard let (members, next) = updated else { return nil }
            state.position = next
            guard let rows = try result(&state, database) else { return nil }
            return (rows, members)
        }
    }

    private func update(
        _ documentIDs: Set<String>, in state: inout State, on connection: StoreConnection,
        of collection: DocumentCollection
    ) throws -> ResultDocumentIDs {
        var run = LiveTotals.Run(plan)
        var hashes: Set<UInt64> = []
        for id in documentIDs {
            let contributions = try collection.readRow(of: id, on: connection) {
                row -> [LiveTotals.Contribution]? in
                let record = try collection.readRecord(id: id, row: row, keys: connection.keys)
                return try record.flatMap { try run.contributions(of: $0) }
            }
            let hash = DocumentIDHash.of(id)
            hashes.insert(hash)
            if let former = state.documents.entry(id, hash) {
                change(&state.totals, by: former.contributions, sign: -1)
                state.documents.remove(id, hash)
            }
            if let contributions {
                change(&state.totals, by: contributions, sign: 1)
                state.documents.insert(
                    Entry(documentID: id, contributions: contributions), hash)
            }
        }
        return ResultDocumentIDs(
            added: hashes.filter { state.documents.contains($0) },
            removed: hashes.filter { !state.documents.contains($0) })
    }
}
