import QuireSearch

/// A comparison of an index of vectors with the documents of its collection.
package struct NearestIndexDefects {
    private let index: NearestIndex
    private let own: NearestTables
    private let tables: CollectionTables
    private let connection: SQLiteConnection
    private let layout: NearestLayout
    private let purpose: String

    /// Creates a comparison.
    ///
    /// - Parameters:
    ///   - index: The index.
    ///   - tables: The tables of the collection.
    ///   - connection: A connection.
    package init(
        of index: NearestIndex, _ tables: CollectionTables, on connection: SQLiteConnection
    ) {
        self.index = index
        self.tables = tables
        self.connection = connection
        own = NearestTables(index.name, of: tables)
        layout = NearestLayout(dimensions: index.dimensions)
        purpose = "check the index \(index.name)"
    }

    /// Compares all vectors and codes of the index with the documents.
    ///
    /// The vectors of a lazy index are not compared, because the program computes them.
    ///
    /// - Parameter report: A closure that receives the ID of a document, or `nil` for the index, and a
    ///   predicate that describes the defect.
    /// - Throws: The errors of the closure, or ``QuireError`` if SQLite reports an error.
    /// - Complexity: O(*n*) in the number of documents and of dimensions.
    package func forEach(_ report: (_ document: String?, String) throws -> Void) throws {
        try checkDocuments(report)
        try checkMissingDocuments(report)
        try checkChunks(report)
    }

    /// Checks the entries of all documents.
    private func checkDocuments(_ report: (String?, String) throws -> Void) throws {
        let vector: SQLText = index.isLazy ? "NULL" : NearestTables.vector(of: index, in: "d")
        let statement = try connection.prepare(
            """
            SELECT d.rowid, d.key, \(vector), r.vector, s.slot FROM \(tables.liveTable) AS d \
            LEFT JOIN \(own.recent) AS r ON r.docid = d.rowid \
            LEFT JOIN \(own.slots) AS s ON s.docid = d.rowid
            """, isKept: false, purpose: purpose)
        let reader = NearestVectors(own, dimensions: index.dimensions, on: connection)
        while try statement.step() {
            let id = statement.string(at: 1)
            let wanted = statement.isNull(at: 2) ? nil : statement.bytes(at: 2)
            let recent = statement.isNull(at: 3) ? nil : statement.bytes(at: 3)
            let slot = statement.isNull(at: 4) ? nil : statement.int64(at: 4)
            if recent != nil, slot != nil { try report(id, "it is in the index twice") }
            var found = recent
            if recent == nil, let slot {
                found = try? reader.withVector(at: slot) { Array($0) }
                let document = try self.document(at: slot)
                guard found != nil, document == statement.int64(at: 0) else {
                    try report(id, "its slot \(slot) belongs to no document or to another one")
                    continue
                }
            }
            if let found, found.count != 4 * index.dimensions {
                try report(id, "its vector has \(found.count) bytes, not \(4 * index.dimensions)")
            } else if !index.isLazy, found != wanted {
                try report(id, Self.difference(found, wanted))
            }
        }
    }

    private static func difference(_ found: [UInt8]?, _ wanted: [UInt8]?) -> String {
        if found == nil { return "its vector is missing" }
        return wanted == nil
            ? "it has no vector with these dimensions, but is in the index"
            : "its vector differs from that of the document"
    }

    /// Returns the row ID in the chunk of a slot, or `nil` if the slot is not in a chunk.
    private func document(at slot: Int64) throws -> Int64? {
        let statement = try connection.statement(
            """
            SELECT slot, docids FROM \(own.codes) WHERE slot > 0 AND slot <= ?1 \
            ORDER BY slot DESC LIMIT 1
            """, usesFunctions: false, purpose: purpose)
        defer { statement.reset() }
        try statement.bind(slot, at: 1)
        guard try statement.step() else { return nil }
        let item = slot - statement.int64(at: 0)
        return statement.withBytes(at: 1) { bytes in
            guard item < Int64(bytes.count / 8) else { return nil }
            return Int64(
                littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * Int(item), as: Int64.self))
        }
    }

    /// Reports entries of documents that do not exist.
    private func checkMissingDocuments(_ report: (String?, String) throws -> Void) throws {
        for table in [own.recent, own.slots] {
            let statement = try connection.prepare(
                """
                SELECT docid FROM \(table) WHERE docid NOT IN \
                (SELECT rowid FROM \(tables.liveTable)) ORDER BY docid
                """, isKept: false, purpose: purpose)
            while try statement.step() {
                try report(
                    nil, "it contains the row \(statement.int64(at: 0)), which is not a document")
            }
        }
    }

    /// Checks the codes of all chunks.
    private func checkChunks(_ report: (String?, String) throws -> Void) throws {
        let chunks = try own.chunks(on: connection)
        guard !chunks.isEmpty else { return }
        let center = try? own.center(dimensions: index.dimensions, on: connection)
        guard let center else { return try report(nil, "its center is missing or damaged") }
        let coder = SignCoder(center: center, metric: index.metric)
        for slot in chunks {
            do {
                let (count, codes) = try own.withChunk(slot, on: connection) { ($0.count, $1()) }
                let vectors = try vectors(from: slot, count: count)
                guard vectors.withUnsafeBytes({ coder.codes(of: $0) }) != codes else { continue }
                try report(nil, "the codes from slot \(slot) differ from those of the vectors")
            } catch let error as QuireError where error.code == .corruptData {
                try report(nil, "the vectors or codes from slot \(slot) are damaged")
            }
        }
    }

    private func vectors(from slot: Int64, count: Int) throws -> [Float] {
        let reader = NearestVectors(own, dimensions: index.dimensions, on: connection)
        var vectors: [Float] = []
        vectors.reserveCapacity(count * index.dimensions)
        for item in 0..<count {
            try reader.withVector(at: slot + Int64(item)) { bytes in
                vectors += VectorReader.numbers(inBytes: bytes)
            }
        }
        return vectors
    }
}
