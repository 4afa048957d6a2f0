import SQLPlusPlus

/// Documents of a lazy index of vectors, for which a program computes vectors.
package struct LazyIndexUpdate: Sendable {
    private let collection: DocumentCollection
    private let index: NearestIndex
    private let documents: [LazyNearestIndex.Document]
    /// A row for each document, whose last column is the value to compute a vector of.
    package let rows: [QueryRow]

    fileprivate init(
        _ collection: DocumentCollection, _ index: NearestIndex, rows: [QueryRow]
    ) {
        self.collection = collection
        self.index = index
        self.rows = rows
        documents = rows.map { row in
            LazyNearestIndex.Document(id: row.string(at: 0) ?? "", sequence: row.int64(at: 1))
        }
    }

    /// The number of dimensions of the vectors.
    package var dimensions: Int { index.dimensions }

    /// Stores vectors in the index, in the current transaction or in a new one.
    ///
    /// A document that was changed or deleted meanwhile keeps its vector, and is part of a later update.
    ///
    /// - Parameter vectors: The vectors by the numbers of their rows. `nil` removes a document from the
    ///   index.
    /// - Throws: ``QuireError`` with code `notFound` if the index was deleted or replaced, `notOpen`,
    ///   `notWriteable`, `busy` or `ioError`.
    package func finish(_ vectors: [(row: Int, vector: [Float]?)]) throws {
        try collection.write { transaction in
            try transaction.nested {
                let sqlite = transaction.connection.sqlite
                let tables = collection.tables
                guard try NearestIndexes(of: tables, on: sqlite).all().contains(index) else {
                    throw QuireError(
                        .notFound,
                        "The index \(index.name) of \(collection.location) was deleted or replaced "
                            + "after the update had begun. Begin another update.")
                }
                try LazyNearestIndex(index, of: tables, on: sqlite)
                    .store(vectors.map { (documents[$0.row], $0.vector) })
            }
        }
    }
}

extension DocumentCollection {
    /// Returns documents of a lazy index of vectors that are new or changed.
    ///
    /// Documents without a value are removed from the index.
    ///
    /// - Parameters:
    ///   - name: The name of the index.
    ///   - limit: The maximum number of documents.
    /// - Returns: The documents, or `nil` if the index contains all.
    /// - Throws: ``QuireError`` with code `unsupportedOperation` if the index is not a lazy index of vectors,
    ///   `notFound` if it does not exist, `notOpen`.
    /// - Complexity: O(*n*) in the number of documents.
    package func beginLazyIndexUpdate(named name: String, limit: Int64) throws -> LazyIndexUpdate? {
        guard let record = try indexRecords().first(where: { $0.name == name }) else {
            throw QuireError(.notFound, "\(location) has no index \(name).")
        }
        let index = try read { try NearestIndexes(of: tables, on: $0.sqlite).all() }
            .first { $0.name == name && $0.isLazy }
        guard let index, record.kind == .nearest, let path = try? PropertyPath(index.path) else {
            throw QuireError(
                .unsupportedOperation,
                "The index \(name) of \(location) is not a lazy index of vectors.")
        }
        let query = try database.createQuery(
            QuerySource(
                verbatim: """
                    SELECT META().id AS id, META().sequence AS sequence, \(path) AS content \
                    FROM `\(scope.name)`.`\(self.name)` WHERE META().id = $id
                    """))
        // Documents that another writer changes meanwhile are looked up again.
        for _ in 0..<10 {
            let (documents, hasMissingValues) = try readSnapshot { connection in
                let lazy = LazyNearestIndex(index, of: tables, on: connection.sqlite)
                return (try lazy.documents(limit: limit), try lazy.hasMissingValues())
            }
            if hasMissingValues {
                try write { transaction in
                    try LazyNearestIndex(index, of: tables, on: transaction.connection.sqlite)
                        .removeMissingValues()
                }
            }
            if documents.isEmpty { return nil }
            let rows = try documents.compactMap { document -> QueryRow? in
                query.parameters = Parameters().setString(document.id, forName: "id")
                return try query.execute().first { $0.int64(at: 1) == document.sequence }
            }
            if !rows.isEmpty { return LazyIndexUpdate(self, index, rows: rows) }
        }
        throw QuireError(
            .busy,
            "The documents of the index \(name) of \(location) could not be read, because other "
                + "writers change them. Begin the update again.")
    }
}
