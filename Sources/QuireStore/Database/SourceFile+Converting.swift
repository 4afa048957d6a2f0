extension SourceFile {
    /// Copies a file that is encrypted to one that is not, or the other way around.
    ///
    /// Only an encrypted page has unused bytes for its tag, so that SQLite must write all rows again. It
    /// cannot do so inside the transaction of the connection, and needs a copy that no other connection
    /// changes.
    ///
    /// - Parameters:
    ///   - original: A connection to the file.
    ///   - file: The file.
    ///   - copy: The copy, where no file exists.
    /// - Returns: A connection to the copy.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    /// - Complexity: O(*n*) in the size of the file.
    static func convert(
        _ original: SQLiteConnection, of file: StoredFile, to copy: StoredFile
    ) throws -> SQLiteConnection {
        let twin = StoredFile(copy.path + "-source", copyOf: file)
        defer { remove(twin) }
        let source = try Self.copy(original, of: file, to: twin)
        defer { source.close() }
        try FunctionRegistry.register(on: source)
        try PrivateFile.create(copy.path)
        try source.writeAgain(to: copy)
        let connection = try SQLiteConnection(copy, access: .readWriteCreate)
        try FunctionRegistry.register(on: connection)
        if let keys = try? InfoRow.readSharedKeys(on: connection) { connection.keys.current = keys }
        // Rows can have new numbers.
        let purpose = "build the indexes of a copy"
        try connection.execute("BEGIN IMMEDIATE", purpose: purpose)
        if try SchemaTrust.judge(connection) == .recognized {
            try connection.trustSchema()
            try connection.buildDerivedTables()
            try connection.trustSchema(false)
        }
        try connection.execute("COMMIT", purpose: purpose)
        return connection
    }
}
