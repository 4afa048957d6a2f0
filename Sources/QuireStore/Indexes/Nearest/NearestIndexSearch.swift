import QuireSearch

/// A search for the documents whose vectors are the nearest ones to a target.
struct NearestIndexSearch {
    private let own: NearestTables
    private let connection: SQLiteConnection
    private let target: VectorTarget
    private let count: Int
    private let isExact: Bool
    private let rows: RowSet?
    private let codes: CodeCache
    private let vectors: NearestVectors
    private var found: NearestList

    /// Prepares a search.
    ///
    /// - Parameters:
    ///   - index: The name of the index.
    ///   - tables: The tables of the collection.
    ///   - target: The target, with the dimensions of the index.
    ///   - count: The number of documents to find.
    ///   - isExact: Whether the distances of all vectors are computed, instead of those that codes select.
    ///   - rows: The row IDs of the documents to search, or `nil` for all.
    ///   - codes: The codes in memory.
    ///   - connection: A connection.
    init(
        _ index: String, of tables: CollectionTables, target: VectorTarget, count: Int,
        isExact: Bool, rows: RowSet?, codes: CodeCache, on connection: SQLiteConnection
    ) {
        own = NearestTables(index, of: tables)
        self.target = target
        self.count = count
        self.isExact = isExact
        self.rows = rows
        self.codes = codes
        self.connection = connection
        vectors = NearestVectors(own, dimensions: target.dimensions, on: connection)
        found = NearestList(count: count)
    }

    /// The number of documents up to which all vectors are read if they are the only ones to search.
    private static let fewRows = 256
    /// The number of vectors up to which codes take no less time than distances.
    private static let fewVectors = 4096
    /// How many times longer it takes to read a single vector than one of all.
    private static let candidateCost = 8
    /// The number of dimensions from which codes distinguish vectors well.
    private static let leastCodedDimensions = 64
    /// The number of vectors whose distances are computed, of those that codes select.
    ///
    /// The codes of sentence embeddings with 256 dimensions then select 99% of the 10 nearest ones of
    /// 100,000, and 98% of the 100 nearest ones. Shorter codes select less well.
    private var candidateCount: Int {
        (80 + 7 * min(count, 1 << 20)) * (target.dimensions < 128 ? 2 : 1)
    }

    /// Returns the row IDs of the nearest documents.
    ///
    /// - Returns: The documents in the order of their distances. If others are as far away as the
    ///   last one, they follow.
    /// - Throws: ``QuireError`` if the index is damaged, SQLite reports an error, or the query is
    ///   interrupted.
    mutating func run() throws -> [Int64] {
        guard count > 0, rows?.isEmpty != true else { return [] }
        if let rows, rows.count <= Self.fewRows {
            try searchRows(rows)
        } else {
            try searchRecent()
            let chunks = try own.chunks(on: connection)
            let total = chunks.count * NearestLayout(dimensions: target.dimensions).codesPerChunk
            if isExact || target.dimensions < Self.leastCodedDimensions
                || total <= Self.fewVectors || candidateCount > total / Self.candidateCost
            {
                try searchAll(chunks)
            } else {
                try searchCodes(chunks)
            }
        }
        return found.documents
    }

    private func checkInterruption() throws {
        if connection.keys.interruption?.isDue == true { throw FunctionFailure.interrupted }
    }

    /// Computes the distances of the vectors of some documents.
    private mutating func searchRows(_ rows: RowSet) throws {
        for document in rows.sorted {
            try own.forEachRecent(of: document, on: connection) { document, bytes in
                offer(bytes, of: document)
            }
            guard let slot = try own.slot(of: document, on: connection) else { continue }
            try vectors.withVector(at: slot) { offer($0, of: document) }
        }
    }

    private mutating func searchRecent() throws {
        try own.forEachRecent(on: connection) { document, bytes in
            if rows?.contains(document) ?? true { offer(bytes, of: document) }
        }
    }

    private mutating func offer(_ bytes: UnsafeRawBufferPointer, of document: Int64) {
        guard bytes.count == 4 * target.dimensions else { return }
        found.insert(document, distance: target.distance(to: bytes))
    }

    /// Computes the distances of all vectors in the chunks.
    private mutating func searchAll(_ chunks: [Int64]) throws {
        let statement = try connection.statement(
            "SELECT slot, vectors FROM \(own.vectors) WHERE slot >= ?1 AND slot < ?2",
            usesFunctions: false, purpose: "search an index of vectors")
        let size = 4 * target.dimensions
        for chunk in chunks {
            try checkInterruption()
            let documents = try own.documents(ofChunk: chunk, on: connection)
            defer { statement.reset() }
            try statement.bind(chunk, at: 1)
            try statement.bind(chunk + Int64(documents.count), at: 2)
            while try statement.step() {
                let first = Int(statement.int64(at: 0) - chunk)
                try statement.withBytes(at: 1) { bytes in
                    guard bytes.count % size == 0, first + bytes.count / size <= documents.count
                    else { throw own.damage("a row of vectors", connection) }
                    try target.forEachDistance(in: bytes) { number, distance in
                        guard found.accepts(distance) else { return }
                        let document = documents[first + number]
                        let slot = chunk + Int64(first + number)
                        // A document that was changed or deleted has no slot or another one.
                        guard rows?.contains(document) ?? true,
                            try own.slot(of: document, on: connection) == slot
                        else { return }
                        found.insert(document, distance: distance)
                    }
                }
            }
        }
    }

    /// Computes the distances of the vectors that the codes select.
    private mutating func searchCodes(_ slots: [Int64]) throws {
        guard let center = try own.center(dimensions: target.dimensions, on: connection) else {
            throw own.damage("its center", connection)
        }
        let chunks = try slots.map { try chunk(from: $0) }
        let search = CodeSearch(target, SignCoder(center: center, metric: target.metric))
        let total = chunks.reduce(0) { $0 + $1.count }
        var wanted = candidateCount
        let recent = found
        while true {
            try checkInterruption()
            let allowed = rows
            let candidates = search.candidates(
                in: chunks, count: wanted, where: allowed.map { rows in { rows.contains($0) } })
            try searchCandidates(candidates, in: chunks, from: slots)
            // Documents that were changed or deleted are not found.
            if found.isFull || candidates.count < wanted || wanted >= total { return }
            wanted = wanted > total / 4 ? total : 4 * wanted
            found = recent
        }
    }

    private func chunk(from slot: Int64) throws -> CodeChunk {
        try codes.chunk(of: own.codes.name, dimensions: target.dimensions, from: slot) {
            try own.withChunk(slot, on: connection) { documents, codes in
                let chunk = CodeChunk(
                    bytes: codes(), documents: documents, dimensions: target.dimensions)
                guard let chunk else { throw own.damage("a chunk", connection) }
                return chunk
            }
        }
    }

    private mutating func searchCandidates(
        _ candidates: [CodeSearch.Candidate], in chunks: [CodeChunk], from slots: [Int64]
    ) throws {
        // In the order of the slots, rows of vectors are read one after the other.
        let places = candidates.map { candidate in
            (
                slot: slots[candidate.chunk] + Int64(candidate.item),
                document: chunks[candidate.chunk].documents[candidate.item]
            )
        }.sorted { $0.slot < $1.slot }
        for (slot, document) in places {
            let distance = try vectors.withVector(at: slot) { target.distance(to: $0) }
            guard found.accepts(distance),
                try own.slot(of: document, on: connection) == slot
            else { continue }
            found.insert(document, distance: distance)
        }
    }
}

/// The row IDs of the documents that a search examines.
struct RowSet {
    private let numbers: [Int64]
    /// A bit for each row ID, if they are not too far apart.
    private let bits: [UInt64]
    private let others: Set<Int64>

    /// Creates a set.
    ///
    /// - Parameter bytes: The row IDs as integers of 8 bytes.
    init(_ bytes: UnsafeRawBufferPointer) {
        let numbers = (0..<bytes.count / 8).map {
            bytes.loadUnaligned(fromByteOffset: 8 * $0, as: Int64.self)
        }
        self.numbers = numbers
        let greatest = numbers.max() ?? -1
        let isDense =
            greatest >= 0 && (numbers.min() ?? -1) >= 0
            && greatest < max(1 << 20, 64 * Int64(numbers.count))
        guard isDense else {
            (bits, others) = ([], Set(numbers))
            return
        }
        var bits = [UInt64](repeating: 0, count: Int(greatest >> 6) + 1)
        for number in numbers { bits[Int(number >> 6)] |= 1 << UInt64(number & 63) }
        (self.bits, others) = (bits, [])
    }

    var count: Int { numbers.count }
    var isEmpty: Bool { numbers.isEmpty }
    /// The row IDs in ascending order, each once.
    var sorted: [Int64] { Set(numbers).sorted() }

    @inline(__always)
    func contains(_ number: Int64) -> Bool {
        guard !bits.isEmpty else { return others.contains(number) }
        guard number >= 0, number >> 6 < Int64(bits.count) else { return false }
        return bits[Int(number >> 6)] >> UInt64(number & 63) & 1 != 0
    }
}
