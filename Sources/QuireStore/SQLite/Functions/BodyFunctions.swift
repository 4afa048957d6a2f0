import CSQLite
import Fleece
import QuirePlatform

/// The SQL functions that read document bodies.
///
/// Indexes of Couchbase Lite call `fl_value`, so its results are stored in files. `fl_root`
/// replaces it where the path is empty, so indexes may call it too. Array indexes call
/// `fl_unnested_value`.
enum BodyFunctions {
    static func register(on connection: SQLiteConnection) throws {
        try connection.register(function: "fl_value", argumentCount: 2, use: .schema, value)
        try connection.register(function: "fl_root", argumentCount: 1, use: .schema, root)
        for count in [1, 2] as [Int32] {
            try connection.register(
                function: "fl_unnested_value", argumentCount: count, use: .schema, unnestedValue)
        }
    }

    /// `fl_value(body, path)`: the value at a path of a body.
    ///
    /// Queries call this function for every document that they examine. So reading a scalar value
    /// retains and copies nothing.
    private static let value: SQLiteScalarFunction = { context, _, values in
        setValue(context, values, ofDocument: true)
    }

    @inline(__always)
    private static func setValue(
        _ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?,
        ofDocument isDocument: Bool
    ) {
        let result = SQLiteResult(context: context)
        guard let body = SQLiteArgument(values, 0), let keys = ConnectionKeys.reference(context)
        else { return result.setMissing() }
        do {
            let path = try PathArgument.reference(context, values: values, index: 1)
            let bytes = isDocument ? currentBody(body, keys) : body.bytes
            let scalar = keys.withObject { keys in path.withObject { $0.scalar(in: bytes, keys) } }
            switch scalar {
            case .missing: result.setMissing()
            case .null: sqlite3_result_zeroblob(context, 0)
            case .boolean(let boolean): result.set(boolean)
            case .integer(let integer): sqlite3_result_int64(context, integer)
            case .double(let double): sqlite3_result_double(context, double)
            case .string(let text): result.set(text: text)
            case .other:
                find(path.object.path, in: bytes, keys: keys.object, result: result)
            }
        } catch {
            result.set(error: "fl_value: \(error)")
        }
    }

    /// Returns the body of a document's current revision.
    @inline(__always)
    static func currentBody(
        _ argument: SQLiteArgument, _ keys: UnsafeReference<ConnectionKeys>
    ) -> UnsafeRawBufferPointer {
        let bytes = argument.bytes
        return keys.withObject { $0.body(in: bytes) }
    }

    private static func find(
        _ path: FleecePath, in body: UnsafeRawBufferPointer, keys: ConnectionKeys,
        result: SQLiteResult
    ) {
        FleeceStorage.withBorrowed(body, sharedKeys: keys.current) { storage in
            if let value = storage.root?.value(at: path) {
                result.set(value)
            } else {
                result.setMissing()
            }
        }
    }

    /// `fl_root(body)`: the root value of a body.
    private static let root: SQLiteScalarFunction = { context, _, values in
        let result = SQLiteResult(context: context)
        guard let body = SQLiteArgument(values, 0), let keys = ConnectionKeys.reference(context)
        else { return result.setMissing() }
        let bytes = currentBody(body, keys)
        FleeceStorage.withBorrowed(bytes, sharedKeys: keys.object.current) {
            storage in
            if let root = storage.root {
                result.set(root)
            } else {
                result.set { $0.encodeDictionary([]) }
            }
        }
    }

    /// `fl_unnested_value(item)` and `fl_unnested_value(item, path)`: an item of an array, or a
    /// value in it.
    ///
    /// The item is in the form in which the table of an array index contains it. Null is an empty
    /// blob there, and counts as missing.
    private static let unnestedValue: SQLiteScalarFunction = { context, count, values in
        let result = SQLiteResult(context: context)
        guard let item = SQLiteArgument(values, 0) else { return result.setMissing() }
        if item.type == SQLITE_BLOB {
            if count == 2 { return setValue(context, values, ofDocument: false) }
            if item.bytes.isEmpty { result.setMissing() } else { result.set(blob: item.bytes) }
        } else if count == 1 {
            sqlite3_result_value(context, item.value)
        } else {
            result.setMissing()
        }
    }
}
