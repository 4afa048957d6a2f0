/// The SQL functions that every connection has.
enum FunctionRegistry {
    /// Gives a connection the functions.
    ///
    /// - Throws: ``QuireError`` if SQLite refuses.
    static func register(on connection: SQLiteConnection) throws {
        try BodyFunctions.register(on: connection)
        try ResultFunctions.register(on: connection)
    }
}
