extension NearestTables {
    private static let purpose = "read an index of vectors"

    /// Returns the center of the codes, or `nil` if there are none.
    func center(dimensions: Int, on connection: SQLiteConnection) throws -> [Float]? {
        let statement = try connection.statement(
            "SELECT codes FROM \(codes) WHERE slot = 0", usesFunctions: false,
            purpose: Self.purpose)
        defer { statement.reset() }
        guard try statement.step() else { return nil }
        return try statement.withBytes(at: 0) { bytes in
            guard bytes.count == 4 * dimensions else { throw damage("its center", connection) }
            return VectorReader.numbers(inBytes: bytes)
        }
    }

    /// Returns the first slots of the chunks, in ascending order.
    func chunks(on connection: SQLiteConnection) throws -> [Int64] {
        let statement = try connection.statement(
            "SELECT slot FROM \(codes) WHERE slot > 0 ORDER BY slot", usesFunctions: false,
            purpose: Self.purpose)
        defer { statement.reset() }
        var chunks: [Int64] = []
        while try statement.step() { chunks.append(statement.int64(at: 0)) }
        return chunks
    }

    /// Returns the documents of a chunk, by their row IDs.
    func documents(ofChunk chunk: Int64, on connection: SQLiteConnection) throws -> [Int64] {
        try withChunk(chunk, on: connection) { documents, _ in documents }
    }

    /// Calls a closure with the documents and the codes of a chunk.
    func withChunk<Result>(
        _ chunk: Int64, on connection: SQLiteConnection,
        _ body: ([Int64], () -> [UInt8]) throws -> Result
    ) throws -> Result {
        let statement = try connection.statement(
            "SELECT docids, codes FROM \(codes) WHERE slot = ?1", usesFunctions: false,
            purpose: Self.purpose)
        defer { statement.reset() }
        try statement.bind(chunk, at: 1)
        guard try statement.step() else { throw damage("a chunk", connection) }
        let documents = statement.withBytes(at: 0) { bytes in
            (0..<bytes.count / 8).map { index in
                Int64(
                    littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * index, as: Int64.self))
            }
        }
        guard documents.count <= 1 << NearestLayout.itemWidth else {
            throw damage("a chunk", connection)
        }
        return try body(documents) { statement.bytes(at: 1) }
    }

    /// Returns the slot of a document's vector, or `nil` if it has none.
    func slot(of document: Int64, on connection: SQLiteConnection) throws -> Int64? {
        let statement = try connection.statement(
            "SELECT slot FROM \(slots) WHERE docid = ?1", usesFunctions: false,
            purpose: Self.purpose)
        defer { statement.reset() }
        try statement.bind(document, at: 1)
        return try statement.step() ? statement.int64(at: 0) : nil
    }

    /// Calls a closure with each recent vector, or with that of one document.
    func forEachRecent(
        of document: Int64? = nil, on connection: SQLiteConnection,
        _ body: (Int64, UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let condition: SQLText = document == nil ? "" : " WHERE docid = ?1"
        let statement = try connection.statement(
            "SELECT docid, vector FROM \(recent)\(condition)", usesFunctions: false,
            purpose: Self.purpose)
        defer { statement.reset() }
        if let document { try statement.bind(document, at: 1) }
        while try statement.step() {
            try statement.withBytes(at: 1) { try body(statement.int64(at: 0), $0) }
        }
    }

    func damage(_ part: String, _ connection: SQLiteConnection) -> QuireError {
        QuireError(
            .corruptData,
            "The index with the table \(recent.name) of \(connection.path) is damaged: \(part) "
                + "has another size. Delete the index and create it again.")
    }
}

/// Reads single vectors from the rows of several ones.
final class NearestVectors {
    private let own: NearestTables
    private let layout: NearestLayout
    private let connection: SQLiteConnection
    private let blobs: SQLiteBlobReader
    private var buffer: [UInt8]

    init(_ own: NearestTables, dimensions: Int, on connection: SQLiteConnection) {
        self.own = own
        self.connection = connection
        layout = NearestLayout(dimensions: dimensions)
        blobs = SQLiteBlobReader(table: own.vectors, column: "vectors", on: connection)
        buffer = [UInt8](repeating: 0, count: 4 * dimensions)
    }

    /// Calls a closure with the bytes of a vector.
    ///
    /// - Parameters:
    ///   - slot: The slot of the vector.
    ///   - body: A closure that receives the bytes.
    /// - Returns: The result of the closure.
    /// - Throws: ``QuireError`` with code `corruptData` if the vector is missing.
    func withVector<Result>(
        at slot: Int64, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        let item = slot & Int64(layout.vectorsPerRow - 1)
        let isRead = try buffer.withUnsafeMutableBytes {
            try blobs.read(row: slot - item, offset: Int(item) * $0.count, into: $0)
        }
        guard isRead else { throw own.damage("a row of vectors", connection) }
        return try buffer.withUnsafeBytes(body)
    }
}
