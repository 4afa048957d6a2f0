import CSQLite
import Fleece
import QuirePlatform

// quire_rows(rowid)
//
// An aggregate: a blob with the row IDs, as integers of 8 bytes.
//
// fl_vector_to_index(body, path, dimensions)
//
// The numbers of a vector in a document as a blob, or NULL if the value is not a vector with these
// dimensions. Couchbase Lite has the same function, so that its saves run the triggers of an index.

/// The SQL functions for statements and triggers of indexes of vectors.
enum VectorSQLFunctions {
    static func register(on connection: SQLiteConnection) throws {
        try connection.register([vectorToIndex])
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
            guard isSet == nil else { return }
            call.result.setMissing()
            let isNull = value?.kind ?? .null == .null
            if !isNull { ConnectionKeys.of(call.result.context)?.hasOmittedVectors = true }
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
