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
        try connection.register(Self.language)
        try connection.registerRefusals()
        try ArrayAggregate.register(on: connection)
        try SumAggregates.register(on: connection)
        try UnicodeCollations.register(on: connection)
    }

    /// The functions of the language, and those that indexes of Couchbase Lite call.
    private static let language =
        queries + CouchbaseLiteNames.renamed(queries) + CouchbaseLiteFunctions.functions

    /// The functions that queries call.
    private static let queries = [
        ConstructorFunctions.functions, MathFunctions.functions, TextFunctions.functions,
        TrimFunctions.functions,
        TypeFunctions.functions, ChoiceFunctions.functions, ArrayFunctions.functions,
        DateFunctions.functions, RegularExpressionFunctions.functions, LikeFunction.functions,
        FullTextRank.functions,
    ].flatMap(\.self)
}
