// SQLite can drop a virtual table only if its module is available. The modules of closed extensions are not, so a
// module without rows takes their place.

import CSQLite

extension SQLiteConnection {
    /// Runs a closure that drops virtual tables of a module that is not available.
    ///
    /// - Parameters:
    ///   - name: The name of the module.
    ///   - body: A closure that only drops tables.
    /// - Returns: The result of the closure.
    /// - Throws: Any error that the closure throws, or ``QuireError`` if SQLite reports an error.
    func replacingModule<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
        let code = sqlite3_create_module_v2(handle, name, MissingModule.module, nil, nil)
        if code != SQLITE_OK { throw failure(code, purpose: "replace the module \(name)") }
        defer { sqlite3_create_module_v2(handle, name, nil, nil, nil) }
        return try body()
    }
}

private enum MissingModule {
    /// The module, which is never freed because SQLite keeps the pointer.
    nonisolated(unsafe) static let module: UnsafePointer<sqlite3_module> = {
        let module = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
        var methods = sqlite3_module()
        // Without xCreate, SQL cannot create tables of the module.
        methods.xConnect = { database, _, _, _, result, _ in
            guard let result else { return SQLITE_MISUSE }
            let code = sqlite3_declare_vtab(database, "CREATE TABLE x(y)")
            if code != SQLITE_OK { return code }
            let table = UnsafeMutablePointer<sqlite3_vtab>.allocate(capacity: 1)
            table.initialize(to: sqlite3_vtab())
            result.pointee = table
            return SQLITE_OK
        }
        // No statement reads a table.
        methods.xBestIndex = { _, _ in SQLITE_CONSTRAINT }
        methods.xOpen = { _, _ in SQLITE_ERROR }
        methods.xDisconnect = remove
        methods.xDestroy = remove
        module.initialize(to: methods)
        return UnsafePointer(module)
    }()

    private static let remove: @convention(c) (UnsafeMutablePointer<sqlite3_vtab>?) -> Int32 = {
        table in
        table?.deallocate()
        return SQLITE_OK
    }
}
