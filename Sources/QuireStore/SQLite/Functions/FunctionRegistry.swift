import QuirePlatform

/// The registration of the SQL functions that every connection has.
///
/// ``SQLiteConnection/registered`` contains their names and whether the schema may call them.
enum FunctionRegistry {
    /// The names, which are the same on all connections, or `nil` before the first registration.
    ///
    /// Collecting them takes a quarter of the time of a registration.
    private static let names = Mutex<RegisteredNames?>(nil)

    /// Registers the functions on a connection, unless they are registered already.
    ///
    /// - Throws: ``QuireError`` if SQLite reports an error.
    static func register(on connection: SQLiteConnection) throws {
        guard connection.functions != .registered else { return }
        if let names = names.withLock({ $0 }) { connection.registered = names }
        try BodyFunctions.register(on: connection)
        try FullTextFunctions.register(on: connection)
        try EachTable.register(on: connection)
        try ResultFunctions.register(on: connection)
        try RowCondition.register(on: connection)
        try FullTextTokenizers.register(on: connection)
        try FunctionBinding.register(LanguageFunctions.all, on: connection)
        try connection.register(ParameterFunctions.functions)
        try connection.register(FullTextRank.functions)
        try connection.register(CouchbaseLiteFunctions.functions)
        try connection.register(RevisionFunctions.functions)
        try VectorSQLFunctions.register(on: connection)
        try connection.registerRefusals()
        try ArrayAggregate.register(on: connection)
        try SumAggregates.register(on: connection)
        try UnicodeCollations.register(on: connection)
        try connection.furtherFunctions(connection)
        connection.functions = .registered
        guard !connection.registered.isComplete else { return }
        connection.registered.isComplete = true
        names.withLock { $0 = connection.registered }
    }
}
