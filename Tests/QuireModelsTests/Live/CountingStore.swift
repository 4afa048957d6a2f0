import DatabaseTestSupport
import Fleece
import Quire
import SQLPlusPlus

/// A store of an engine outside of the package, which counts its reads and can fail.
final class CountingStore: DocumentStore {
    let base: any DocumentStore
    private let reads = SendableBox(0)
    private let fault = SendableBox<QuireError?>(nil)

    init(_ base: any DocumentStore) {
        self.base = base
    }

    /// The number of times that documents were selected.
    var readCount: Int { reads.value }

    /// Sets the error that reading throws.
    func fail(with error: QuireError?) { fault.value = error }

    var fullName: String { base.fullName }
    var database: any DocumentDatabase { base.database }

    func record(id: String) throws -> DocumentRecord? { try base.record(id: id) }

    func records(ids: [String]) throws -> [DocumentRecord] { try base.records(ids: ids) }

    func save(encoding encode: BodyEncoding, merging merge: BodyMerging) throws -> SaveResult {
        try base.save(encoding: encode, merging: merge)
    }

    func delete(id: String, if precondition: RevisionPrecondition) throws -> DeletionResult {
        try base.delete(id: id, if: precondition)
    }

    func purge(id: String) throws -> Bool { try base.purge(id: id) }

    func records(selectedBy statement: SelectStatement) throws -> [DocumentRecord] {
        reads.value += 1
        if let error = fault.value { throw error }
        return try base.records(selectedBy: statement)
    }

    func count(where condition: QueryTerm) throws -> Int { try base.count(where: condition) }

    func rows(of statement: SelectStatement) throws -> ResultSet { try base.rows(of: statement) }

    func changedDocumentIDs() -> AsyncStream<[String]> { base.changedDocumentIDs() }
}
