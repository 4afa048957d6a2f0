import CSQLite
import Fleece
import QuirePlatform
import QuireSearch

// quire_nearest(collection, index, target, metric, count, isExact, dimensions, rows)
//
// The row IDs of the documents nearest to a target, as an array in the order of their distances. The
// collection has its name in `kvmeta`. The last argument is the result of the aggregate
// `quire_rows(rowid)`, a blob with the row IDs of the documents to search, or NULL to search all.
//
// fl_vector_to_index(body, path, dimensions)
//
// The numbers of a vector in a document as a blob, or NULL if the value is not a vector with these
// dimensions. Couchbase Lite has the same function, so that its saves run the triggers of an index.

/// The SQL functions of indexes of vectors.
enum NearestFunctions {
    static func register(on connection: SQLiteConnection) throws {
        try connection.register([vectorToIndex])
        try connection.register(
            function: "quire_nearest", argumentCount: 8, use: .statements,
            owning: NearestCaller(connection)
        ) { context, count, values in
            guard let caller = sqlite3_user_data(context) else { return }
            UnsafeReference<NearestCaller>(pointer: caller).object
                .call(SQLiteCall(context, count: count, values: values))
        }
        try connection.register(
            aggregate: "quire_rows", argumentCount: 1, step: addRow, final: setRows)
    }

    private static let vectorToIndex = SQLiteFunction(
        "fl_vector_to_index", arguments: 3...3, use: .schema
    ) { context, count, values in
        let call = SQLiteCall(context, count: count, values: values)
        let dimensions = Int(clamping: call[2].integer)
        call.withValueInBody { value in
            let isSet: Void? = VectorReader.withNumbers(
                of: LanguageValue(value), dimensions: dimensions, call.result.set(blob:))
            if isSet == nil { call.result.setMissing() }
        }
    }

    // MARK: The aggregate

    // SQLite initializes the memory of an aggregate with zeros.
    private struct State {
        var rows: UnsafeReference<RowCollector>?
    }

    private static func state(
        _ context: OpaquePointer?, size: Int
    ) -> UnsafeMutablePointer<State>? {
        sqlite3_aggregate_context(context, Int32(size))?.assumingMemoryBound(to: State.self)
    }

    private static let addRow: SQLiteScalarFunction = { context, _, values in
        guard let argument = SQLiteArgument(values, 0),
            let state = state(context, size: MemoryLayout<State>.size)
        else { return }
        let rows =
            state.pointee.rows
            ?? {
                let new = UnsafeReference(retaining: RowCollector())
                state.pointee.rows = new
                return new
            }()
        rows.withObject { $0.numbers.append(argument.integer) }
    }

    private static let setRows: @convention(c) (OpaquePointer?) -> Void = { context in
        let result = SQLiteResult(context: context)
        guard let rows = state(context, size: 0)?.pointee.rows else {
            sqlite3_result_zeroblob(context, 0)
            return
        }
        rows.object.numbers.withUnsafeBytes { result.set(blob: $0) }
        rows.release()
    }
}

private final class RowCollector {
    var numbers: [Int64] = []
}

/// What `quire_nearest` needs of its connection, which owns the function.
private final class NearestCaller {
    private unowned let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) {
        self.connection = connection
    }

    func call(_ call: SQLiteCall) {
        let result = SQLiteResult(
            context: call.result.context, tableKeys: UnsafeReference(connection.keys))
        do {
            let documents = try search(call)
            result.set { writer in writer.encodeArray(documents.map { writer.encode($0) }) }
        } catch let failure as FunctionFailure {
            result.set(failure)
        } catch let error as QuireError where error.code == .corruptData {
            result.set(.damaged(error.message))
        } catch {
            result.set(error: "\((error as? QuireError)?.message ?? "\(error)")")
        }
    }

    private func search(_ call: SQLiteCall) throws -> [Int64] {
        let memory = ValueMemory()
        let dimensions = Int(clamping: call[6].integer)
        guard let numbers = VectorReader.numbers(of: LanguageValue(call[2], memory)),
            let metric = DistanceMetric(named: call[3].text)
        else { throw FunctionFailure.invalid("the target of the distance is not a vector") }
        guard numbers.count == dimensions else {
            throw FunctionFailure.invalid(
                "the target of the distance has \(numbers.count) dimensions, but the index "
                    + "\(call[1].text) has \(dimensions)")
        }
        var search = NearestIndexSearch(
            call[1].text, of: CollectionTables(number: 0, name: call[0].text),
            target: VectorTarget(numbers, metric: metric), count: Int(clamping: call[4].integer),
            isExact: call[5].integer != 0, rows: call[7].isMissing ? nil : RowSet(call[7].bytes),
            on: connection)
        return try search.run()
    }
}
