import CSQLite
import Fleece
import SQLPlusPlus

/// The functions that read document bodies.
///
/// `fl_value` is the one that Couchbase Lite's own indexes name, so its results are stored.
enum BodyFunctions {
    static func register(on connection: SQLiteConnection) throws {
        try connection.register(function: "fl_value", argumentCount: 2, value)
        try connection.register(function: "fl_root", argumentCount: 1, root)
    }

    /// A path that was read once for all rows of a statement.
    private final class ParsedPath {
        let path: PropertyPath

        init(_ path: PropertyPath) {
            self.path = path
        }
    }

    /// `fl_value(body, path)`: the value at a path of a body.
    private static let value: SQLiteScalarFunction = { context, _, values in
        let result = SQLiteResult(context: context)
        guard let body = SQLiteArgument(values, 0), let keys = ConnectionKeys.of(context) else {
            return result.setMissing()
        }
        do {
            let parsed = try parsedPath(context, values)
            FleeceStorage.withBorrowed(body.bytes, sharedKeys: keys.current) { storage in
                if let value = storage.root?.value(at: parsed.path) {
                    result.set(value)
                } else {
                    result.setMissing()
                }
            }
        } catch {
            result.set(error: "fl_value: \(error)")
        }
    }

    private static func parsedPath(
        _ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?
    ) throws -> ParsedPath {
        if let stored = sqlite3_get_auxdata(context, 1) {
            return Unmanaged<ParsedPath>.fromOpaque(stored).takeUnretainedValue()
        }
        let parsed = ParsedPath(try PropertyPath(SQLiteArgument(values, 1)?.text ?? ""))
        sqlite3_set_auxdata(context, 1, Unmanaged.passRetained(parsed).toOpaque()) { stored in
            if let stored { Unmanaged<ParsedPath>.fromOpaque(stored).release() }
        }
        return parsed
    }

    /// `fl_root(body)`: the whole of a body.
    private static let root: SQLiteScalarFunction = { context, _, values in
        let result = SQLiteResult(context: context)
        guard let body = SQLiteArgument(values, 0), let keys = ConnectionKeys.of(context) else {
            return result.setMissing()
        }
        FleeceStorage.withBorrowed(body.bytes, sharedKeys: keys.current) { storage in
            if let root = storage.root {
                result.set(root)
            } else {
                result.set { $0.encodeDictionary([]) }
            }
        }
    }
}

extension FleeceValue {
    /// The value at a path below this one; an index below zero counts from the end.
    func value(at path: PropertyPath) -> FleeceValue? {
        var value = self
        for component in path.components {
            switch component {
            case .key(let key):
                guard let next = value.dictionary?[key] else { return nil }
                value = next
            case .index(let index):
                guard let array = value.array,
                    let next = array.value(at: index < 0 ? array.count + index : index)
                else { return nil }
                value = next
            }
        }
        return value
    }
}
