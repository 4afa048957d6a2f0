import CSQLite

/// The aggregates `quire_sum(x)` and `quire_avg(x)`: the sum and the average of a group's values.
///
/// Missing values are ignored. SQLite's own aggregates before version 3.43 lose digits if large
/// numbers cancel each other out.
enum SumAggregates {
    static func register(on connection: SQLiteConnection) throws {
        try connection.register(aggregate: "quire_sum", argumentCount: 1, step: step, final: sum)
        try connection.register(
            aggregate: "quire_avg", argumentCount: 1, step: step, final: average)
    }

    private static func state(
        _ context: OpaquePointer?, size: Int
    ) -> UnsafeMutablePointer<NumberTotal>? {
        sqlite3_aggregate_context(context, Int32(size))?.assumingMemoryBound(to: NumberTotal.self)
    }

    private static let sum: @convention(c) (OpaquePointer?) -> Void = { context in
        let result = SQLiteResult(context: context)
        guard let total = state(context, size: 0)?.pointee, total.count > 0 else {
            return result.setMissing()
        }
        if total.hasOverflow { return result.set(error: "integer overflow") }
        if total.isExact { return sqlite3_result_int64(context, total.integer) }
        sqlite3_result_double(context, total.sum.value)
    }

    private static let average: @convention(c) (OpaquePointer?) -> Void = { context in
        guard let total = state(context, size: 0)?.pointee, total.count > 0 else {
            return SQLiteResult(context: context).setMissing()
        }
        sqlite3_result_double(context, total.average)
    }

    private static let step: SQLiteScalarFunction = { context, count, values in
        guard let argument = SQLiteArgument(values, 0), !argument.isMissing,
            let state = state(context, size: MemoryLayout<NumberTotal>.size)
        else { return }
        // SQLite initializes the memory of an aggregate with zeros.
        if state.pointee.count == 0 { state.initialize(to: NumberTotal()) }
        // A string that contains an integer counts as one.
        if sqlite3_value_numeric_type(argument.value) == SQLITE_INTEGER {
            state.pointee.add(argument.integer)
        } else {
            state.pointee.add(argument.double)
        }
    }
}
