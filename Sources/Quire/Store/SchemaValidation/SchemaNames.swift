/// What a schema can call on a connection.
struct SchemaNames {
    /// The functions with the numbers of arguments that they take; -1 means any number.
    let functions: [SQLName: Set<Int32>]
    let tables: Set<SQLName>
    let collations: Set<SQLName>
    let tokenizers: Set<SQLName>

    init(_ registered: RegisteredNames) {
        func names(_ texts: Set<String>) -> Set<SQLName> { Set(texts.map(SQLName.init(_:))) }
        let own = registered.schemaFunctions.map { (SQLName($0.key), $0.value) }
        functions = Dictionary(own) { first, _ in first }.merging(
            SQLExpressionRule.harmlessFunctions.map { ($0, [-1]) }
        ) { own, _ in own }
        tables = names(registered.tables)
        collations = names(registered.collations)
        tokenizers = names(registered.tokenizers)
    }
}
