/// The registration of the SQL functions that every connection has.
///
/// ``SQLiteConnection/registered`` contains their names and whether the schema may call them.
enum FunctionRegistry {
    /// Registers the functions on a connection, unless they are registered already.
    ///
    /// - Throws: ``QuireError`` if SQLite reports an error.
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
