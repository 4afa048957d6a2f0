package import Fleece
package import Quire

extension DocumentCollection {
    @discardableResult
    package func save(
        _ id: String, _ json: String, expecting precondition: RevisionPrecondition = .any
    ) throws -> SavedRevision {
        try save(id: id, expecting: precondition) { try JSONReader.read(json, into: $0) }
    }

    @discardableResult
    package func save(
        id: String, expecting precondition: RevisionPrecondition,
        body: (FleeceWriter) throws -> Void
    ) throws -> SavedRevision {
        try storage.save { writer in
            try body(writer)
            return WriteTarget(id: id, if: precondition)
        }.revision(in: storage)
    }

    @discardableResult
    package func delete(
        id: String, expecting precondition: RevisionPrecondition
    ) throws -> SavedRevision? {
        try delete(id: id, if: precondition).revision(in: storage)
    }

    package func json(_ id: String) throws -> String? {
        try record(id: id)?.json
    }
}

extension DocumentRecord {
    package var json: String? { try? body.storage.root?.json(.canonical) }
}

extension Query {
    package func json() throws -> [String] { try execute().map { $0.toJSON() } }
}
