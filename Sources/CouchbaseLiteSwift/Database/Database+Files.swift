public import Quire

extension Database {
    /// Deletes a database.
    ///
    /// If it does not exist, nothing happens.
    ///
    /// - Parameters:
    ///   - name: The name of the database.
    ///   - directory: The folder of the database; by default that of a new configuration.
    /// - Throws: `NSError` with code ``CBLError/busy`` if the database is open.
    public static func delete(
        withName name: String, inDirectory directory: String? = nil
    ) throws {
        try convertingErrors {
            try Quire.Database.delete(withName: name, inDirectory: directory)
        }
    }

    /// Returns whether a database exists.
    ///
    /// - Parameters:
    ///   - name: The name of the database.
    ///   - directory: The folder of the database; by default that of a new configuration.
    /// - Returns: Whether it exists.
    public static func exists(withName name: String, inDirectory directory: String? = nil) -> Bool {
        Quire.Database.exists(withName: name, inDirectory: directory)
    }

    /// Copies a database.
    ///
    /// - Parameters:
    ///   - path: The path of the database to copy.
    ///   - name: The name of the copy.
    ///   - config: The options of the copy.
    /// - Throws: `NSError` with a code of ``CBLError``.
    public static func copy(
        fromPath path: String, toDatabase name: String, withConfig config: DatabaseConfiguration?
    ) throws {
        try convertingErrors {
            try Quire.Database.copy(
                fromPath: path, toDatabase: name, withConfig: config ?? DatabaseConfiguration())
        }
    }
}
