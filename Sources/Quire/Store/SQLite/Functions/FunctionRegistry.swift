/// The SQL functions that every connection has.
///
/// Which ones they are, and what may call them, is told by ``SQLiteConnection/registered``.
enum FunctionRegistry {
    /// Gives a connection the functions; a second time does nothing.
    ///
    /// - Throws: ``QuireError`` if SQLite refuses.
    static func register(on connection: SQLiteConnection) throws {
        guard connection.registered.schemaFunctions.isEmpty else { return }
        try BodyFunctions.register(on: connection)
        try FullTextFunctions.register(on: connection)
        try EachTable.register(on: connection)
        try ResultFunctions.register(on: connection)
        try FullTextTokenizers.register(on: connection)
        try FunctionBinding.register(LanguageFunctions.all, on: connection)
        try connection.register(ParameterFunctions.functions)
        try connection.register(FullTextRank.functions)
        try connection.register(CouchbaseLiteFunctions.functions)
        try connection.registerRefusals()
        try ArrayAggregate.register(on: connection)
        try SumAggregates.register(on: connection)
        try UnicodeCollations.register(on: connection)
    }
}
