import Fleece
import QuirePlatform
import QuireSearch

// quire_nearest(collection, index, target, metric, count, isExact, dimensions, rows, definition)
//
// The row IDs of the documents nearest to a target, as an array in the order of their distances. The
// collection has its name in `kvmeta`. The argument `rows` is the result of the aggregate
// `quire_rows(rowid)` for the documents to search, or NULL to search all.
//
// quire_indexed_distance(collection, index, rowid, target, metric, dimensions, definition)
//
// The distance of a document's vector in an index, or NULL if the index does not contain the document.
//
// If the index no longer has the definition with which the statement was compiled, the error is that of a
// missing table.

extension SQLiteConnection {
    /// Registers the functions that search indexes of vectors, now or with the other functions.
    ///
    /// - Parameter codes: The codes that the connections of the file share.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func searchIndexes(with codes: CodeCache) throws {
        try registerFurther { connection in
            try connection.register(
                function: "quire_nearest", argumentCount: 9, use: .statements,
                owning: NearestCaller(connection, codes)
            ) { context, count, values in
                let call = SQLiteCall(context, count: count, values: values)
                call.owner(NearestCaller.self)?.call(call)
            }
            try connection.register(
                function: "quire_indexed_distance", argumentCount: 7, use: .statements,
                owning: NearestCaller(connection, codes)
            ) { context, count, values in
                let call = SQLiteCall(context, count: count, values: values)
                call.owner(NearestCaller.self)?.setDistance(call)
            }
        }
    }
}

/// What a function needs of its connection, which owns the function.
private final class NearestCaller {
    private unowned let connection: SQLiteConnection
    private let codes: CodeCache
    /// The target of the last distance, which usually is the same for all documents.
    private var lastTarget: (bytes: [UInt8], target: VectorTarget)?

    init(_ connection: SQLiteConnection, _ codes: CodeCache) {
        self.connection = connection
        self.codes = codes
    }

    func call(_ call: SQLiteCall) {
        run(call) { result in
            guard let documents = try search(call) else { return result.setMissing() }
            result.set { writer in writer.encodeArray(documents.map { writer.encode($0) }) }
        }
    }

    func setDistance(_ call: SQLiteCall) {
        run(call) { result in
            guard let distance = try distance(call) else { return result.setMissing() }
            result.set(Double(distance))
        }
    }

    private func run(_ call: SQLiteCall, _ body: (SQLiteResult) throws -> Void) {
        let result = SQLiteResult(
            context: call.result.context, tableKeys: UnsafeReference(connection.keys))
        do {
            try body(result)
        } catch let failure as FunctionFailure {
            result.set(failure)
        } catch let error as QuireError where error.code == .corruptData {
            result.set(.damaged(error.message))
        } catch let error as QuireError {
            let missing = (error.underlyingError as? SQLiteError)?.missingTable
            result.set(error: missing.map { "no such table: \($0)" } ?? error.message)
        } catch {
            result.set(error: "\(error)")
        }
    }

    /// Throws an error if an index does not have a definition in the state that the statement reads.
    ///
    /// Another connection can replace an index after the statement was compiled.
    private func check(_ call: SQLiteCall, definition: SQLiteArgument) throws {
        let tables = CollectionTables(number: 0, name: call[0].text)
        let (index, definition) = (call[1].text, definition.text)
        let all = try NearestIndexes(of: tables, on: connection).all()
        guard all.contains(where: { $0.name == index && $0.definition == definition }) else {
            let table = NearestTables(index, of: tables).recent.name
            throw FunctionFailure.invalid("no such table: \(table)")
        }
    }

    /// Returns the documents, or `nil` for an exact search for a vector with other dimensions than the index.
    private func search(_ call: SQLiteCall) throws -> [Int64]? {
        try check(call, definition: call[8])
        let isExact = call[5].integer != 0
        if isExact, let numbers = Self.numbers(of: call[2]),
            numbers.count != Int(clamping: call[6].integer)
        {
            return nil
        }
        let target = try target(
            call[2], metric: call[3], dimensions: call[6], index: call[1].text)
        var search = NearestIndexSearch(
            call[1].text, of: CollectionTables(number: 0, name: call[0].text),
            target: target, count: Int(clamping: call[4].integer),
            isExact: isExact, rows: call[7].isMissing ? nil : RowSet(call[7].bytes),
            codes: codes, on: connection)
        return try search.run()
    }

    private func distance(_ call: SQLiteCall) throws -> Float? {
        guard !call[2].isMissing else { return nil }
        // On the writer connection, the check would take longer than the distance.
        if connection.keys.growing == nil { try check(call, definition: call[6]) }
        let target = try self.target(call)
        let document = call[2].integer
        let own = NearestTables(
            call[1].text, of: CollectionTables(number: 0, name: call[0].text))
        var distance: Float?
        func read(_ bytes: UnsafeRawBufferPointer) {
            guard bytes.count == 4 * target.dimensions else { return }
            distance = target.distance(to: bytes)
        }
        try own.forEachRecent(of: document, on: connection) { _, bytes in read(bytes) }
        if distance == nil, let slot = try own.slot(of: document, on: connection) {
            try NearestVectors(own, dimensions: target.dimensions, on: connection)
                .withVector(at: slot, read)
        }
        return distance
    }

    /// Returns the target of a distance, which is kept for the next call.
    private func target(_ call: SQLiteCall) throws -> VectorTarget {
        // The bytes of a value do not contain its type, but a vector of each type has other bytes.
        let bytes = Array(call[3].bytes)
        if let lastTarget, lastTarget.bytes == bytes,
            lastTarget.target.metric == DistanceMetric(named: call[4].text),
            lastTarget.target.dimensions == Int(clamping: call[5].integer)
        {
            return lastTarget.target
        }
        let target = try target(
            call[3], metric: call[4], dimensions: call[5], index: call[1].text)
        lastTarget = (bytes, target)
        return target
    }

    private static func numbers(of value: SQLiteArgument) -> [Float]? {
        // The value does not retain the memory.
        let memory = ValueMemory()
        return withExtendedLifetime(memory) {
            VectorReader.numbers(of: LanguageValue(value, memory))
        }
    }

    private func target(
        _ value: SQLiteArgument, metric: SQLiteArgument, dimensions: SQLiteArgument, index: String
    ) throws -> VectorTarget {
        let dimensions = Int(clamping: dimensions.integer)
        guard let numbers = Self.numbers(of: value),
            let metric = DistanceMetric(named: metric.text)
        else { throw FunctionFailure.invalid("the target of the distance is not a vector") }
        guard numbers.count == dimensions else {
            throw FunctionFailure.invalid(
                "\(NearestIndex.targetProblem)\(numbers.count) dimensions, but the index \(index) has "
                    + "\(dimensions)")
        }
        return VectorTarget(numbers, metric: metric)
    }
}
