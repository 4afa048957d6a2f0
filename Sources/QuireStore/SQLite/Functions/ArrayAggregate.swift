import CSQLite
import Fleece
import QuirePlatform

/// The aggregate `quire_array_agg(x)`: an array of the values of a group, without missing values.
enum ArrayAggregate {
    static let name = "quire_array_agg"

    static func register(on connection: SQLiteConnection) throws {
        try connection.register(aggregate: name, argumentCount: 1, step: step, final: final)
    }

    // SQLite initializes the memory of an aggregate with zeros.
    private struct State {
        var writer: UnsafeReference<FleeceWriter>?
    }

    private static func state(
        _ context: OpaquePointer?, size: Int
    ) -> UnsafeMutablePointer<State>? {
        sqlite3_aggregate_context(context, Int32(size))?.assumingMemoryBound(to: State.self)
    }

    private static let step: SQLiteScalarFunction = { context, count, values in
        guard let argument = SQLiteArgument(values, 0), !argument.isMissing,
            let state = state(context, size: MemoryLayout<State>.size)
        else { return }
        let writer: FleeceWriter
        if let known = state.pointee.writer {
            writer = known.object
        } else {
            writer = FleeceWriter()
            writer.beginArray()
            state.pointee.writer = UnsafeReference(retaining: writer)
        }
        let memory = ValueMemory()
        writer.write(LanguageValue(argument, memory).encodedItem(writer))
    }

    private static let final: @convention(c) (OpaquePointer?) -> Void = { context in
        let result = SQLiteResult(context: context)
        guard let reference = state(context, size: 0)?.pointee.writer else {
            result.set { $0.encodeArray([]) }
            return
        }
        let writer = reference.object
        reference.release()
        writer.endArray()
        do {
            try writer.withFinishedBytes { result.set(blob: $0) }
        } catch {
            result.set(error: "ARRAY_AGG: \(error)")
        }
    }
}
