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
        try reference(context, values, index).takeUnretainedValue().path
    }

    /// Returns the path of an argument, which is parsed once for each statement.
    static func read(_ call: SQLiteCall, _ index: Int) throws -> FleecePath {
        try read(call.result.context, call.values, index)
    }

    /// As ``read(_:_:_:)``, without a claim of its own: SQLite keeps the path until the function
    /// returns.
    @inline(__always)
    static func reference(
        _ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?, _ index: Int
    ) throws -> Unmanaged<PathArgument> {
        if let stored = sqlite3_get_auxdata(context, Int32(index)) {
            return Unmanaged<PathArgument>.fromOpaque(stored)
        }
        return try parse(context, values, index)
    }

    private static func parse(
        _ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?, _ index: Int
    ) throws -> Unmanaged<PathArgument> {
        let path = FleecePath(try PropertyPath(SQLiteArgument(values, index)?.text ?? ""))
        let pointer = Unmanaged.passRetained(PathArgument(path)).toOpaque()
        sqlite3_set_auxdata(context, Int32(index), pointer) { stored in
            if let stored { Unmanaged<PathArgument>.fromOpaque(stored).release() }
        }
        // SQLite may let it go at once, and gives back nothing then.
        guard let stored = sqlite3_get_auxdata(context, Int32(index)) else {
            throw QuireError(.memoryError, "memory could not be had")
        }
        return Unmanaged<PathArgument>.fromOpaque(stored)
    }
}
