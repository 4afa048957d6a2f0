/// The virtual table of a full-text index, `kv_COLLECTION::INDEX`.
///
///     CREATE VIRTUAL TABLE "kv_default::by\Text" USING fts4("text", tokenize=unicodesn)
struct FullTextTable {
    /// The indexed columns.
    private(set) var columns: Set<SQLName> = []
    private var tokenizer: SQLName?
    private var tokenizerArguments: [String] = []

    /// Reads what follows `CREATE VIRTUAL TABLE name`.
    ///
    /// - Parameters:
    ///   - name: The table's name.
    ///   - reader: The rest of the text.
    /// - Throws: ``SchemaDefect`` if it is not of the form that is known.
    init(_ name: SQLName, _ reader: inout SQLTokenReader) throws(SchemaDefect) {
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
                columns.insert(column)
            } else {
                let text = argument.map(\.text).joined(separator: " ")
                throw SchemaDefect("has the argument \(SQLName(text)), which is not known")
            }
        }
        guard tokenizer != nil, !columns.isEmpty else { throw .unknownForm }
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

    /// Checks that the table's tokenizer is here and can do what the table asks of it.
    ///
    /// - Parameter tokenizers: The tokenizers that are registered.
    /// - Throws: ``SchemaDefect`` that says what is not available.
    func check(_ tokenizers: Set<SQLName>) throws(SchemaDefect) {
        guard let tokenizer, tokenizers.contains(tokenizer) else {
            throw .unavailable("uses the tokenizer \(tokenizer?.plain ?? "")")
        }
        do {
            _ = try TokenizerOptions(tokenizerArguments)
        } catch {
            throw .unavailable(
                "uses the tokenizer \(tokenizer.plain) with the argument "
                    + "\(SQLName(error.argument))")
        }
    }

    /// The table of the collection that a full-text table is named after.
    static func collectionTable(of name: SQLName) -> SQLName? {
        guard let end = name.text.firstRange(of: "::")?.lowerBound else { return nil }
        let table = String(name.text[..<end])
        return KeyStore.collection(ofLiveTable: table) == nil ? nil : SQLName(table)
    }
}
