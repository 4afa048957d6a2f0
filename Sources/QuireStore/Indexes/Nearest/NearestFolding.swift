import Fleece
import Foundation
import QuireSearch

/// Moves the recent vectors of an index to chunks, in the transaction of a writer.
///
/// A transaction moves a few thousand vectors at most, so that a save never waits long.
package struct NearestFolding {
    private let index: NearestIndex
    private let own: NearestTables
    private let connection: SQLiteConnection
    private let purpose: String

    package init(
        _ index: NearestIndex, of tables: CollectionTables, on connection: SQLiteConnection
    ) {
        self.index = index
        self.connection = connection
        own = NearestTables(index.name, of: tables)
        purpose = "update the index \(index.name)"
    }

    /// Moves vectors after a transaction that changed documents.
    ///
    /// - Parameters:
    ///   - indexes: The indexes of the collection.
    ///   - tables: The collection's tables.
    ///   - connection: The writer connection.
    ///   - count: The number of documents that the transaction changed.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    static func run(
        _ indexes: [NearestIndex], of tables: CollectionTables, on connection: SQLiteConnection,
        after count: Int64
    ) throws {
        // A large transaction moves all its vectors, which takes a fixed part of its time.
        let limit = 2 + Int(clamping: count / 128)
        for index in indexes {
            let folding = NearestFolding(index, of: tables, on: connection)
            try folding.removeUnused(limit: limit)
            try folding.run(limit: limit)
        }
    }

    /// Moves vectors while there are enough for a chunk of codes.
    ///
    /// - Parameter limit: The maximum number of chunks to move.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    /// - Complexity: O(*n*) in the number of moved vectors.
    func run(limit: Int) throws {
        for _ in 0..<limit {
            guard try recentCount() >= layout.codesPerChunk else { break }
            try moveChunk()
        }
    }

    /// Moves all vectors that fill a chunk.
    func moveAll() throws { try run(limit: .max) }

    private var layout: NearestLayout { NearestLayout(dimensions: index.dimensions) }

    /// Returns the number of recent vectors, up to the size of a chunk.
    private func recentCount() throws -> Int {
        let statement = try connection.statement(
            "SELECT count(*) FROM (SELECT 1 FROM \(own.recent) LIMIT ?1)", usesFunctions: false,
            purpose: purpose)
        defer { statement.reset() }
        try statement.bind(Int64(layout.codesPerChunk), at: 1)
        return try statement.step() ? Int(statement.int64(at: 0)) : 0
    }

    private func moveChunk() throws {
        let chunk = try recentVectors()
        let coder = try coder(of: chunk.vectors)
        let start = try nextSlot()
        try insertVectors(chunk.vectors, from: start)
        let codes = chunk.vectors.withUnsafeBytes { coder.codes(of: $0) }
        let documents = chunk.documents.map { $0.littleEndian }
        let insertion = try connection.statement(
            "INSERT INTO \(own.codes) (slot, docids, codes) VALUES (?1, ?2, ?3)",
            usesFunctions: false, purpose: purpose)
        try insertion.bind(start, at: 1)
        try documents.withUnsafeBytes { try insertion.bind($0, at: 2) }
        try insertion.bind(codes, at: 3)
        try insertion.run()
        try moveRows(of: chunk.documents, to: start)
    }

    private func recentVectors() throws -> (documents: [Int64], vectors: [Float]) {
        let statement = try connection.statement(
            "SELECT docid, vector FROM \(own.recent) ORDER BY docid LIMIT ?1",
            usesFunctions: false, purpose: purpose)
        defer { statement.reset() }
        try statement.bind(Int64(layout.codesPerChunk), at: 1)
        var documents: [Int64] = []
        var vectors: [Float] = []
        vectors.reserveCapacity(layout.codesPerChunk * index.dimensions)
        while try statement.step() {
            try statement.withBytes(at: 1) { bytes in
                guard bytes.count == 4 * index.dimensions else { throw damage(statement) }
                vectors += VectorReader.numbers(inBytes: bytes)
            }
            documents.append(statement.int64(at: 0))
        }
        return (documents, vectors)
    }

    private func damage(_ statement: SQLiteStatement) -> QuireError {
        QuireError(
            .corruptData,
            "The index \(index.name) of \(connection.path) is damaged: the vector of row "
                + "\(statement.int64(at: 0)) does not have \(index.dimensions) dimensions. Delete "
                + "the index and create it again.")
    }

    /// Returns the coder of the index, which the first vectors determine.
    private func coder(of vectors: [Float]) throws -> SignCoder {
        if let center = try own.center(dimensions: index.dimensions, on: connection) {
            return SignCoder(center: center, metric: index.metric)
        }
        let center = vectors.withUnsafeBytes {
            SignCoder.center(of: $0, dimensions: index.dimensions, metric: index.metric)
        }
        let statement = try connection.statement(
            "INSERT OR REPLACE INTO \(own.codes) (slot, docids, codes) VALUES (0, x'', ?1)",
            usesFunctions: false, purpose: purpose)
        try VectorReader.bytes(of: center).withUnsafeBytes { try statement.bind($0, at: 1) }
        try statement.run()
        return SignCoder(center: center, metric: index.metric)
    }

    /// Returns the first slot of a new chunk.
    ///
    /// The random part differs after a transaction that was rolled back, so that a chunk in memory
    /// cannot be taken for another one.
    private func nextSlot() throws -> Int64 {
        let last =
            try connection.integer(
                "SELECT max(slot) FROM \(own.codes)", usesFunctions: false, purpose: purpose) ?? 0
        let number = last >> NearestLayout.numberShift + 1
        guard number < NearestLayout.numberLimit else {
            throw QuireError(
                .corruptData,
                "The index \(index.name) of \(connection.path) has no free slots. Delete the index "
                    + "and create it again.")
        }
        let random = Int64.random(in: 0..<1 << NearestLayout.randomWidth)
        return number << NearestLayout.numberShift | random << NearestLayout.itemWidth
    }

    private func insertVectors(_ vectors: [Float], from start: Int64) throws {
        let insertion = try connection.statement(
            "INSERT INTO \(own.vectors) (slot, vectors) VALUES (?1, ?2)", usesFunctions: false,
            purpose: purpose)
        let size = layout.vectorsPerRow * index.dimensions
        for (row, first) in stride(from: 0, to: vectors.count, by: size).enumerated() {
            let part = vectors[first..<min(first + size, vectors.count)]
            try insertion.bind(start + Int64(row * layout.vectorsPerRow), at: 1)
            try VectorReader.bytes(of: Array(part)).withUnsafeBytes {
                try insertion.bind($0, at: 2)
            }
            try insertion.run()
        }
    }

    private func moveRows(of documents: [Int64], to start: Int64) throws {
        let insertion = try connection.statement(
            "INSERT OR REPLACE INTO \(own.slots) (docid, slot) VALUES (?1, ?2)",
            usesFunctions: false, purpose: purpose)
        for (item, document) in documents.enumerated() {
            try insertion.bind(document, at: 1)
            try insertion.bind(start + Int64(item), at: 2)
            try insertion.run()
        }
        // The rows are the first ones in the order of the documents.
        guard let last = documents.last else { return }
        let deletion = try connection.statement(
            "DELETE FROM \(own.recent) WHERE docid <= ?1", usesFunctions: false, purpose: purpose)
        try deletion.bind(last, at: 1)
        try deletion.run()
    }
}

// MARK: - Unused chunks

extension NearestFolding {
    /// Moves the vectors of chunks with many unused slots back to the recent ones, and removes the
    /// chunks.
    ///
    /// If few slots of all chunks are unused, the method does nothing. It examines some chunks only, so
    /// that several calls may be necessary.
    ///
    /// - Parameter limit: The maximum number of chunks to remove.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    /// - Complexity: O(*n*) in the number of vectors in the index, without reading them.
    func removeUnused(limit: Int) throws {
        let chunks = try own.chunks(on: connection)
        let slotCount = chunks.count * layout.codesPerChunk
        let usedCount =
            try connection.integer(
                "SELECT count(*) FROM \(own.slots)", usesFunctions: false, purpose: purpose) ?? 0
        guard isUnused(slotCount - Int(usedCount), of: slotCount) else { return }
        var removed = 0
        for chunk in chunks.shuffled().prefix(8 * limit) where removed < limit {
            let documents = try own.documents(ofChunk: chunk, on: connection)
            let used = try usedItems(of: documents, in: chunk)
            guard isUnused(documents.count - used.count, of: documents.count) else { continue }
            try remove(chunk, keeping: used.map { ($0, documents[$0]) }, count: documents.count)
            removed += 1
        }
    }

    /// Returns whether more than a fifth of slots are unused.
    private func isUnused(_ unused: Int, of count: Int) -> Bool { 5 * unused > count }

    private func usedItems(of documents: [Int64], in chunk: Int64) throws -> [Int] {
        var used: [Int] = []
        for (item, document) in documents.enumerated()
        where try own.slot(of: document, on: connection) == chunk + Int64(item) {
            used.append(item)
        }
        return used
    }

    private func remove(
        _ chunk: Int64, keeping used: [(item: Int, document: Int64)], count: Int
    ) throws {
        let insertion = try connection.statement(
            "INSERT OR REPLACE INTO \(own.recent) (docid, vector) VALUES (?1, ?2)",
            usesFunctions: false, purpose: purpose)
        let deletion = try connection.statement(
            "DELETE FROM \(own.slots) WHERE docid = ?1", usesFunctions: false, purpose: purpose)
        let reader = NearestVectors(own, dimensions: index.dimensions, on: connection)
        for (item, document) in used {
            try reader.withVector(at: chunk + Int64(item)) { try insertion.bind($0, at: 2) }
            try insertion.bind(document, at: 1)
            try insertion.run()
            try deletion.bind(document, at: 1)
            try deletion.run()
        }
        for table in [own.vectors, own.codes] {
            let removal = try connection.statement(
                "DELETE FROM \(table) WHERE slot BETWEEN ?1 AND ?2", usesFunctions: false,
                purpose: purpose)
            try removal.bind(chunk, at: 1)
            try removal.bind(chunk + Int64(count) - 1, at: 2)
            try removal.run()
        }
    }
}

/// How the vectors of an index are divided into rows.
struct NearestLayout {
    /// The number of vectors in a row of vectors.
    ///
    /// A search reads single vectors and all of them. Rows of about four pages are read nearly as fast
    /// as larger ones, and a single vector is found in them without reading the others.
    let vectorsPerRow: Int
    /// The number of vectors in a chunk of codes.
    ///
    /// Their numbers have at most 4 MB, so that moving them delays a save only briefly.
    let codesPerChunk: Int

    init(dimensions: Int) {
        vectorsPerRow = Self.powerOfTwo(upTo: (16 << 10) / (4 * dimensions))
        codesPerChunk = Self.powerOfTwo(upTo: (4 << 20) / (4 * dimensions))
    }

    private static func powerOfTwo(upTo number: Int) -> Int {
        let limited = min(max(number, 1), 1 << itemWidth)
        return 1 << (Int.bitWidth - 1 - limited.leadingZeroBitCount)
    }

    // A slot consists of the number of the chunk, a random number, and the number of the item.
    static let itemWidth = 10
    static let randomWidth = 24
    static let numberShift = Int64(itemWidth + randomWidth)
    static let numberLimit: Int64 = 1 << 28
}
