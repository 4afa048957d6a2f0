import CSQLite
import Fleece
import SQLPlusPlus

/// The path that is an argument of a function, read once for all rows of a statement.
final class PathArgument {
    let path: FleecePath

    private init(_ path: FleecePath) {
        self.path = path
    }

    /// Reads an argument, or remembers what was read of it before.
    ///
    /// - Parameters:
    ///   - context: The function's context.
    ///   - values: The function's arguments.
    ///   - index: Which one it is.
    /// - Returns: The path.
    /// - Throws: An error whose text says what is wrong with the path.
    static func read(
        _ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?, _ index: Int
    ) throws -> FleecePath {
        if let stored = sqlite3_get_auxdata(context, Int32(index)) {
            return Unmanaged<PathArgument>.fromOpaque(stored).takeUnretainedValue().path
        }
        let parsed = PathArgument(
            FleecePath(try PropertyPath(SQLiteArgument(values, index)?.text ?? "")))
        let pointer = Unmanaged.passRetained(parsed).toOpaque()
        // SQLite may let it go at once, so it is not looked at through the pointer any more.
        sqlite3_set_auxdata(context, Int32(index), pointer) { stored in
            if let stored { Unmanaged<PathArgument>.fromOpaque(stored).release() }
        }
        return parsed.path
    }
}

extension FleecePath {
    /// Prepares a path.
    init(_ path: PropertyPath) {
        self.init(
            path.components.map { component in
                switch component {
                case .key(let key): .key(FleeceKey(key))
                case .index(let index): .index(index)
                }
            })
    }
}
