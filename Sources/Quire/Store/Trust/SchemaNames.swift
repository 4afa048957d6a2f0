/// What a schema can call on a connection.
struct SchemaNames {
    let functions: Set<SQLName>
    let tables: Set<SQLName>
    let collations: Set<SQLName>
    let tokenizers: Set<SQLName>

    init(_ registered: RegisteredNames) {
        func names(_ texts: Set<String>) -> Set<SQLName> { Set(texts.map(SQLName.init(_:))) }
        functions = names(registered.schemaFunctions).union(SQLExpressionRule.harmlessFunctions)
        tables = names(registered.tables)
        collations = names(registered.collations)
        tokenizers = names(registered.tokenizers)
    }
}
