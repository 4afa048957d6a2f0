extension Database {
    /// Says whether there is a database of a name.
    ///
    /// - Parameters:
    ///   - name: The database's name.
    ///   - directory: The folder that it is in; by default
    ///     ``DatabaseConfiguration/defaultDirectory``.
    /// - Returns: `true` if its folder is there; what is in it is not looked at.
    public static func exists(withName name: String, inDirectory directory: String? = nil) -> Bool {
        let folder = try? DatabaseFolder(
            name: name, directory: directory ?? DatabaseConfiguration.defaultDirectory)
        return folder?.exists ?? false
    }

    /// Removes a database with everything in it.
    ///
    /// One that is not there is no error.
    /// Other programs are not asked: what they have open, they lose.
    ///
    /// - Parameters:
    ///   - name: The database's name.
    ///   - directory: The folder that it is in; by default
    ///     ``DatabaseConfiguration/defaultDirectory``.
    /// - Throws: ``QuireError`` with code `busy` if an object of this program has the database open,
    ///   `invalidParameter` if the name cannot be a file's, `ioError` if a file cannot be removed.
    public static func delete(
        withName name: String, inDirectory directory: String? = nil
    ) throws {
        let folder = try DatabaseFolder(
            name: name, directory: directory ?? DatabaseConfiguration.defaultDirectory)
        guard OpenDatabases.count(folder) == 0 else { throw inUse(folder) }
        try folder.remove()
    }
}
