// A lazy index has no triggers that add vectors: a program computes them, from any property. It has one more
// table, for the index `byMeaning` of the collection `hotels`:
//
//   kv_.hotels:updates:by\Meaning   docid, sequence   the documents whose vectors the program has computed
//
// A document must be offered to the program if its sequence is not the one in that table. So it is offered
// again after each change, and after it was skipped. A trigger removes the rows of deleted documents.
//
// The row -1 is a sequence up to which the program has computed all vectors, so that an update of some documents
// does not examine all. New and changed documents have greater sequences.

import Foundation

/// The documents of a lazy index of vectors, and the vectors that a program computed for them.
package struct LazyNearestIndex {
    /// A document whose vector must be computed.
    package struct Document: Hashable, Sendable {
        /// The document's ID.
        package let id: String
        /// The sequence of its revision.
        package let sequence: Int64

        package init(id: String, sequence: Int64) {
            self.id = id
            self.sequence = sequence
        }
    }

    private let index: NearestIndex
    private let own: NearestTables
    private let tables: CollectionTables
    private let connection: SQLiteConnection
    private let purpose: String

    /// Creates a reader and writer of an index.
    ///
    /// - Parameters:
    ///   - index: The index, which is lazy.
    ///   - tables: The tables of the collection.
    ///   - connection: A connection.
    package init(
        _ index: NearestIndex, of tables: CollectionTables, on connection: SQLiteConnection
    ) {
        self.index = index
        self.tables = tables
        self.connection = connection
        own = NearestTables(index.name, of: tables)
        purpose = "update the index \(index.name)"
    }

    /// The number of the row with the sequence up to which all vectors were computed.
    private static let completedRow: SQLText = "-1"

    /// The documents that must be processed, as the part of a statement after its columns.
    private var outdated: SQLText {
        """
        FROM \(tables.liveTable) AS d LEFT JOIN \(own.updates) AS u ON u.docid = d.rowid \
        WHERE \(isAfterCompleted) AND (d.flags & 1) = 0 \
        AND (u.sequence ISNULL OR u.sequence <> d.sequence) \
        AND fl_value(d.body, \(constant: index.path)) NOTNULL
        """
    }

    private var isAfterCompleted: SQLText {
        """
        d.sequence > ifnull((SELECT sequence FROM \(own.updates) \
        WHERE docid = \(Self.completedRow)), 0)
        """
    }

    /// Returns documents whose vectors must be computed, in the order of their changes.
    ///
    /// Documents without a value are omitted.
    ///
    /// - Parameter limit: The maximum number of documents.
    /// - Returns: The documents.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    /// - Complexity: O(*n*) in the number of documents after the first one whose vector must be computed.
    package func documents(limit: Int64) throws -> [Document] {
        let statement = try connection.prepare(
            """
            SELECT d.key, d.sequence \(outdated) ORDER BY d.sequence LIMIT ?1
            """, isKept: false, purpose: purpose)
        try statement.bind(limit, at: 1)
        var documents: [Document] = []
        while try statement.step() {
            documents.append(
                Document(id: statement.string(at: 0), sequence: statement.int64(at: 1)))
        }
        return documents
    }

    /// Returns the number of documents whose vectors must be computed.
    ///
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func documentCount() throws -> Int {
        let count = try connection.integer(
            "SELECT count(*) \(outdated)", purpose: purpose)
        return Int(count ?? 0)
    }

    // MARK: Writing

    /// Returns whether the index contains documents that no longer have a value.
    ///
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package func hasMissingValues() throws -> Bool {
        try connection.integer("SELECT 1 FROM (\(missing)) LIMIT 1", purpose: purpose) != nil
    }

    /// Removes the documents that no longer have a value, in the current transaction.
    ///
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package func removeMissingValues() throws {
        for table in [own.recent, own.slots, own.updates] {
            try connection.execute(
                "DELETE FROM \(table) WHERE docid IN (\(missing))", purpose: purpose)
        }
    }

    private var missing: SQLText {
        """
        SELECT u.docid FROM \(tables.liveTable) AS d CROSS JOIN \(own.updates) AS u \
        ON u.docid = d.rowid WHERE \(isAfterCompleted) AND u.sequence <> d.sequence \
        AND fl_value(d.body, \(constant: index.path)) ISNULL
        """
    }

    /// Stores computed vectors, in the current transaction.
    ///
    /// Documents that were changed or deleted meanwhile are skipped.
    ///
    /// - Parameter vectors: The documents with their vectors, or with `nil` to remove them from the
    ///   index. A vector has the dimensions of the index.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    /// - Complexity: O(*n* log *m*) in the number of vectors and documents.
    package func store(_ vectors: [(document: Document, vector: [Float]?)]) throws {
        let lookup = try connection.statement(
            """
            SELECT rowid FROM \(tables.liveTable) WHERE key = ?1 AND sequence = ?2 \
            AND (flags & 1) = 0
            """, usesFunctions: false, purpose: purpose)
        let removals = try [own.recent, own.slots].map { table in
            try connection.statement(
                "DELETE FROM \(table) WHERE docid = ?1", usesFunctions: false, purpose: purpose)
        }
        let insertion = try connection.statement(
            "INSERT INTO \(own.recent) (docid, vector) VALUES (?1, ?2)", usesFunctions: false,
            purpose: purpose)
        let update = try connection.statement(
            "INSERT OR REPLACE INTO \(own.updates) (docid, sequence) VALUES (?1, ?2)",
            usesFunctions: false, purpose: purpose)
        for (document, vector) in vectors {
            try lookup.bind(document.id, at: 1)
            try lookup.bind(document.sequence, at: 2)
            let row = try lookup.step() ? lookup.int64(at: 0) : nil
            lookup.resetAndClear()
            guard let row else { continue }
            for removal in removals {
                try removal.bind(row, at: 1)
                try removal.run()
            }
            if let vector {
                try insertion.bind(row, at: 1)
                try VectorReader.bytes(of: vector).withUnsafeBytes {
                    try insertion.bind($0, at: 2)
                }
                try insertion.run()
            }
            try update.bind(row, at: 1)
            try update.bind(document.sequence, at: 2)
            try update.run()
        }
        try removeMissingValues()
        try noteCompleted()
        let limit = 2 + vectors.count / 128
        let folding = NearestFolding(index, of: tables, on: connection)
        try folding.removeUnused(limit: limit)
        try folding.run(limit: limit)
    }

    /// Stores the sequence before that of the first document whose vector must be computed.
    private func noteCompleted() throws {
        let first = try connection.integer(
            "SELECT d.sequence \(outdated) ORDER BY d.sequence LIMIT 1", purpose: purpose)
        let last = try connection.integer(
            "SELECT max(sequence) FROM \(tables.liveTable)", purpose: purpose)
        let statement = try connection.statement(
            """
            INSERT OR REPLACE INTO \(own.updates) (docid, sequence) \
            VALUES (\(Self.completedRow), ?1)
            """, usesFunctions: false, purpose: purpose)
        try statement.bind(first.map { $0 - 1 } ?? last ?? 0, at: 1)
        try statement.run()
    }
}
