import CSQLite
import Fleece
import QuirePlatform

// A condition is bound to a placeholder as a pointer with a name, which SQL text cannot create:
//
//     SELECT s0.key FROM kv_default AS s0 WHERE quire_meets(s0.body, ?)
//
// SQLite retains the object while it is bound.
extension RowCondition {
    fileprivate static let name: StaticString = "quire_condition"

    package static func register(on connection: SQLiteConnection) throws {
        try connection.register(function: "quire_meets", argumentCount: 2, meets)
    }

    /// `quire_meets(body, condition)`: whether a bound condition is true for a document.
    private static let meets: SQLiteScalarFunction = { context, _, values in
        let result = SQLiteResult(context: context)
        guard let body = SQLiteArgument(values, 0), let condition = values?[1],
            let keys = ConnectionKeys.reference(context),
            let pointer = withName({ sqlite3_value_pointer(condition, $0) })
        else { return result.setMissing() }
        let bytes = body.bytes
        let outcome = UnsafeReference<RowCondition>(pointer: pointer).withObject { condition in
            keys.withObject { keys in
                Result { () throws(FunctionFailure) in try condition.isTrue(of: bytes, keys) }
            }
        }
        switch outcome {
        case .success(let isTrue): sqlite3_result_int(context, isTrue ? 1 : 0)
        case .failure(let failure): result.set(failure)
        }
    }

    @inline(__always)
    fileprivate static func withName<R>(
        _ body: (UnsafePointer<CChar>) throws -> R
    ) rethrows -> R {
        // SQLite keeps the pointer to the name, and a static string is never moved or freed.
        try name.utf8Start.withMemoryRebound(
            to: CChar.self, capacity: name.utf8CodeUnitCount + 1, body)
    }
}

extension SQLiteStatement {
    /// Binds a condition, which SQLite retains until another value is bound.
    package func bind(_ condition: RowCondition, at index: Int32) throws {
        let pointer = UnsafeReference<RowCondition>(retaining: condition).pointer
        try RowCondition.withName {
            try bind(pointer: pointer, named: $0, at: index) { pointer in
                if let pointer { UnsafeReference<RowCondition>(pointer: pointer).release() }
            }
        }
    }
}
