import QuireSearch

/// The virtual table of a full-text index, `kv_COLLECTION::INDEX`.
///
///     CREATE VIRTUAL TABLE "kv_default::by\Text" USING fts4("text", tokenize=unicodesn)
package struct FullTextTable {
    /// The indexed columns.
    package var columns: Set<SQLName> { Set(columnNames.map(SQLName.init(_:))) }
    /// The names of the indexed columns in the order of the table.
    package private(set) var columnNames: [String] = []
    private var tokenizer: SQLName?
    private var tokenizerArguments: [String] = []

    /// Parses the text after `CREATE VIRTUAL TABLE name`.
    ///
    /// - Parameters:
    ///   - name: The table's name.
    ///   - reader: A reader of the remaining tokens.
    /// - Throws: ``SchemaDefect`` if the text has an unknown form.
    package init(_ name: SQLName, _ reader: inout SQLTokenReader) throws(SchemaDefect) {
        try reader.expect("using")
        let module = try reader.name()
        guard module == "fts4" else {
            throw SchemaDefect("is a virtual table of the module \(module.plain)")
        }
        guard Self.collectionTable(of: name) != nil else {
            throw SchemaDefect("is a full-text table that belongs to no collection")
        }
        var arguments = SQLTokenReader(try reader.tokensInParentheses())
        try reader.expectEnd()
        for argument in arguments.items() {
            if let first = argument.first, first.isWord("tokenize"), tokenizer == nil {
                try readTokenizer(argument.dropFirst())
            } else if argument.count == 1, let column = argument.first?.name {
                columnNames.append(column.text)
            } else {
                let text = argument.map(\.text).joined(separator: " ")
                throw SchemaDefect("has the argument \(SQLName(text)), which is unknown")
            }
        }
        guard tokenizer != nil, !columnNames.isEmpty else { throw .unknownForm }
    }

    /// Parses the statement that creates a full-text table.
    ///
    /// - Parameter sql: The SQL text.
    /// - Throws: ``SchemaDefect`` if the text has an unknown form.
    package init(sql: String) throws(SchemaDefect) {
        var sql = sql
        let tokens = sql.withUTF8 { bytes in
            Result { () throws(SchemaDefect) in try SQLTokenizer.tokens(bytes).tokens }
        }
        var reader = SQLTokenReader(try tokens.get()[...])
        try reader.expect("create", "virtual", "table")
        try self.init(reader.name(), &reader)
    }

    /// The options of the tokenizer.
    ///
    /// - Throws: `TokenizerOptions.Unavailable` if an argument is not supported.
    package var options: TokenizerOptions {
        get throws(TokenizerOptions.Unavailable) { try TokenizerOptions(tokenizerArguments) }
    }

    private mutating func readTokenizer(
        _ tokens: ArraySlice<SQLToken>
    ) throws(SchemaDefect) {
        var reader = SQLTokenReader(tokens)
        try reader.expect(symbol: "=")
        tokenizer = try reader.name()
        while let argument = reader.take() {
            guard argument.kind == .quotedName || argument.kind == .string else {
                throw .unknownForm
            }
            tokenizerArguments.append(argument.text)
        }
    }

    /// Checks that the table's tokenizer is registered and supports the table's arguments.
    ///
    /// - Parameter tokenizers: The registered tokenizers.
    /// - Throws: ``SchemaDefect`` that names the missing tokenizer or the unsupported argument.
    package func check(_ tokenizers: Set<SQLName>) throws(SchemaDefect) {
        guard let tokenizer, tokenizers.contains(tokenizer) else {
            throw .unavailable("uses the tokenizer \(tokenizer?.plain ?? "")")
        }
        do {
            _ = try options
        } catch {
            throw .unavailable(
                "uses the tokenizer \(tokenizer.plain) with the argument "
                    + "\(SQLName(error.argument))")
        }
    }

    /// Returns the collection's table that the name of a full-text table contains, or `nil` if the
    /// name contains none.
    static func collectionTable(of name: SQLName) -> SQLName? {
        guard let end = name.text.firstRange(of: "::")?.lowerBound else { return nil }
        let table = String(name.text[..<end])
        return CollectionTables.collection(ofLiveTable: table) == nil ? nil : SQLName(table)
    }
}
