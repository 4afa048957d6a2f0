import Fleece
import Foundation
import SQLPlusPlus

/// The document store of a collection in the embedded engine.
final class CollectionStore: DocumentStore {
    let collection: DocumentCollection

    init(_ collection: DocumentCollection) {
        self.collection = collection
    }

    // MARK: Description

    var fullName: String { collection.fullName }
    var location: String { collection.location }
    var database: any DocumentDatabase { collection.database }
    var capabilities: Set<EngineCapability> { collection.database.capabilities }
    var blobStorage: (any BlobStorage)? { collection.database.blobs }
    var codingInfo: [CodingUserInfoKey: any Sendable] { collection.database.codingInfo }

    // MARK: Documents

    func record(id: String) throws -> DocumentRecord? { try collection.record(id: id) }

    func records(ids: [String]) throws -> [DocumentRecord] { try collection.records(ids: ids) }

    func revisions(of id: String) throws -> [StoredRevision] { try collection.revisions(of: id) }

    @inline(__always)
    func save(encoding encode: BodyEncoding, merging merge: BodyMerging) throws -> SaveResult {
        try collection.save(encoding: encode, merging: merge)
    }

    func delete(id: String, if precondition: RevisionPrecondition) throws -> DeletionResult {
        try collection.delete(id: id, if: precondition)
    }

    func purge(id: String) throws -> Bool { try collection.removeDocument(id: id) }

    func setExpiration(_ date: Date?, of id: String) throws -> Bool {
        try collection.set(expiration: date, of: id)
    }

    func expiration(of id: String) throws -> Date? {
        try collection.getDocumentExpiration(id: id)
    }

    // MARK: Queries

    func forEachRecord(
        onDamage: (String, QuireError) throws -> Void, _ body: (DocumentRecord) throws -> Void
    ) throws {
        try collection.forEachRecord(onDamage: onDamage, body)
    }

    func records(selectedBy statement: SelectStatement) throws -> [DocumentRecord] {
        try measure(statement, rowCount: { $0.count }) {
            try UnnestedTable.retrying { _ in
                try collection.records(selectedBy: compiledDocuments(statement))
            }
        }
    }

    func forEachPage(
        selectedBy statement: SelectStatement, _ body: ([DocumentRecord]) throws -> Void
    ) throws {
        var hasStarted = false
        var count = 0
        try measure(statement, rowCount: { _ in count }) {
            try UnnestedTable.retrying(unless: hasStarted) { _ in
                try collection.forEachPage(selectedBy: compiledDocuments(statement)) {
                    hasStarted = true
                    count += $0.count
                    try body($0)
                }
            }
        }
    }

    func count(where condition: QueryTerm) throws -> Int {
        let counting = SelectStatement(
            [ResultColumn(.call("COUNT", [.star]))], from: .own, where: condition)
        return try measure(counting, rowCount: { _ in 1 }) {
            try UnnestedTable.retrying { _ in
                try collection.count(
                    selectedBy: collection.compiler.compileCount(of: collection, where: condition))
            }
        }
    }

    func rows(of statement: SelectStatement) throws -> ResultSet { try query(statement).execute() }

    func explanation(of statement: SelectStatement) throws -> String {
        guard statement.columns == [.star] else { return try query(statement).explain() }
        let plan = try collection.explanation(of: compiledDocuments(statement))
        return "\(plan)\n\(LivePlan(statement).explanation)\n"
    }

    func fullTextCondition(for search: FullTextSearch) throws -> FullTextCondition? {
        try collection.fullTextCondition(for: search)
    }

    func distanceTerm(of search: NearestSearch) throws -> QueryTerm {
        guard let index = try collection.nearestIndex(for: search) else {
            return try search.exactDistance(by: search.metric ?? .cosine)
        }
        return search.isExact
            ? try search.exactDistance(by: index.metric)
            : try search.approximateDistance(by: index.metric)
    }

    func fullTextMatches(
        selectedBy statement: SelectStatement, using conditions: [FullTextCondition]
    ) throws -> [FullTextMatch] {
        try measure(statement, rowCount: { $0.count }) {
            try collection.fullTextMatches(selectedBy: ofCollection(statement), using: conditions)
        }
    }

    /// Runs a query of the collection and passes it to the handler of metrics.
    private func measure<R>(
        _ statement: @autoclosure () -> SelectStatement, rowCount: (R) -> Int,
        _ body: () throws -> R
    ) rethrows -> R {
        try QuireMetrics.measure(
            .query, in: collection.database.name, statement: ofCollection(statement()),
            rowCount: rowCount,
            body
        )
    }

    private func compiledDocuments(_ statement: SelectStatement) throws -> CompiledSelect {
        try collection.compiler.compileDocuments(
            of: collection, selectedBy: ofCollection(statement))
    }

    private func query(_ statement: SelectStatement) throws -> Query {
        try Query(ofCollection(statement), database: collection.database)
    }

    private func ofCollection(_ statement: SelectStatement) -> SelectStatement {
        var statement = statement
        statement.source = CollectionSource(
            collection.name, scope: collection.scope.name, as: statement.source.alias)
        statement.joinClauses = statement.joinClauses.map { clause in
            guard case .join(let kind, var source, let condition) = clause,
                source.scope == nil, source.collection == CollectionSource.own.collection
            else { return clause }
            source.collection = collection.name
            source.scope = collection.scope.name
            return .join(kind, source, on: condition)
        }
        return statement
    }

    // MARK: Changes

    func changedDocumentIDs() -> AsyncStream<[String]> { collection.changedDocumentIDs() }

    func changes(since sequence: UInt64, limit: Int) throws -> [StoredChange] {
        try collection.changes(since: sequence, limit: limit)
    }

    func changeFeedState() throws -> ChangeFeedState { try collection.changeFeedState() }

    func observedRecords(
        selectedBy statement: SelectStatement
    ) throws -> AsyncStream<Result<[ObservedRecord], any Error>> {
        liveQuery(selectedBy: statement).stream { $0.map(\.records) }
    }

    func observedLists(selectedBy statement: SelectStatement) throws -> ObservedLists {
        ObservedLists(liveQuery(selectedBy: statement).stream { $0 })
    }

    /// Returns the live query that all observers of a statement share.
    func liveQuery(selectedBy statement: SelectStatement) -> LiveQuery<ObservedList> {
        LiveSelections.query(of: collection, selectedBy: ofCollection(statement))
    }

    // MARK: Indexes

    func createIndex(withName name: String, config: any IndexConfiguration) throws {
        try collection.createIndex(withName: name, config: config)
    }

    func deleteIndex(forName name: String) throws { try collection.deleteIndex(forName: name) }

    func indexPlan(
        for definitions: [IndexDefinition], keepingOthers: Bool
    ) throws -> IndexPlan {
        try collection.indexPlan(for: definitions, keepingOthers: keepingOthers)
    }

    func indexes() throws -> [String] { try collection.indexes() }

    func indexDefinitions() throws -> [IndexDefinition] { try collection.indexDefinitions() }
}

extension DocumentCollection {
    /// The document store of the collection, for use with repositories.
    public var storage: any DocumentStore { CollectionStore(self) }
}
