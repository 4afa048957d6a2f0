import CSQLite
import Fleece
import QuirePlatform
import SQLPlusPlus

/// A path that is an argument of a function, parsed once for all rows of a statement.
final class PathArgument {
    let path: FleecePath

    /// The number of the key that is the path, or -1 for other paths.
    private var number = -1
    /// The table of shared keys to which the number belongs.
    private var numberedKeys = KeyToken.none

    private init(_ path: FleecePath) {
        self.path = path
    }

    /// Returns the scalar at the path in a document of a connection.
    @inline(__always)
    func scalar(in bytes: UnsafeRawBufferPointer, _ keys: ConnectionKeys) -> FleeceScalar {
        // Do not retain the keys for each row.
        if !keys.isCurrent(numberedKeys) {
            number = keys.current.number(for: path) ?? -1
            numberedKeys = keys.current.token
        }
        if number >= 0 {
            let scalar = FleeceBody(bytes).scalar(numbered: number)
            if case .other = scalar {} else { return scalar }
        }
        return path.scalar(in: bytes, sharedKeys: keys.current)
    }

    /// Returns the path of an argument, which is parsed once for each statement.
    ///
    /// - Parameters:
    ///   - context: The function's context.
    ///   - values: The function's arguments.
    ///   - index: The index of the argument.
    /// - Returns: The path.
    /// - Throws: An error whose description explains what is wrong with the path.
    static func read(
        _ context: OpaquePointer?, values: UnsafeMutablePointer<OpaquePointer?>?, index: Int
    ) throws -> FleecePath {
        try reference(context, values: values, index: index).object.path
    }

    /// Returns the path of an argument, which is parsed once for each statement.
    static func read(_ call: SQLiteCall, _ index: Int) throws -> FleecePath {
        try read(call.result.context, values: call.values, index: index)
    }

    /// Returns the same as ``read(_:values:index:)``, without retaining the path.
    ///
    /// SQLite keeps the path until the function returns.
    @inline(__always)
    static func reference(
        _ context: OpaquePointer?, values: UnsafeMutablePointer<OpaquePointer?>?, index: Int
    ) throws -> UnsafeReference<PathArgument> {
        if let stored = sqlite3_get_auxdata(context, Int32(index)) {
            return UnsafeReference<PathArgument>(pointer: stored)
        }
        return try parse(context, values: values, index: index)
    }

    private static func parse(
        _ context: OpaquePointer?, values: UnsafeMutablePointer<OpaquePointer?>?, index: Int
    ) throws -> UnsafeReference<PathArgument> {
        let path = FleecePath(try PropertyPath(SQLiteArgument(values, index)?.text ?? ""))
        let pointer = UnsafeReference(retaining: PathArgument(path)).pointer
        sqlite3_set_auxdata(context, Int32(index), pointer) { stored in
            if let stored { UnsafeReference<PathArgument>(pointer: stored).release() }
        }
        // SQLite may release the object immediately, and then returns a null pointer.
        guard let stored = sqlite3_get_auxdata(context, Int32(index)) else {
            throw QuireError(.memoryError, "Not enough memory for a property path.")
        }
        return UnsafeReference<PathArgument>(pointer: stored)
    }
}
