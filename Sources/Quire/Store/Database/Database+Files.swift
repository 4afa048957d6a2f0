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

    /// Deletes a database and all of its files.
    ///
    /// If there is no database of that name, nothing happens. If another process has the database
    /// open, it loses the contents.
    ///
    /// The folder is renamed before the first file is removed. So a crash or power loss leaves either
    /// the complete database or none of that name; it can leave a hidden folder
    /// `.quire-draft-NAME-UUID.cblite2` with the remaining files, which the next copy or deletion in the
    /// directory removes. When the call returns, the disk has the deletion.
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
