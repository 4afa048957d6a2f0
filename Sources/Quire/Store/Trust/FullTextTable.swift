/// The virtual table of a full-text index, `kv_COLLECTION::INDEX`.
///
///     CREATE VIRTUAL TABLE "kv_default::by\Text" USING fts4("text", tokenize=unicodesn)
struct FullTextTable {
    /// The indexed columns.
    private(set) var columns: Set<SQLName> = []

    /// Reads what follows `CREATE VIRTUAL TABLE name`.
    ///
    /// - Parameters:
    ///   - name: The table's name.
    ///   - reader: The rest of the text.
    ///   - tokenizers: The tokenizers that are registered.
    /// - Throws: ``SchemaDefect`` that says what is not known.
    init(
        _ name: SQLName, _ reader: inout SQLTokenReader, tokenizers: Set<SQLName>
    ) throws(SchemaDefect) {
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
        var hasTokenizer = false
        for argument in arguments.items() {
            if let first = argument.first, first.isWord("tokenize"), !hasTokenizer {
                hasTokenizer = true
                try Self.checkTokenizer(argument.dropFirst(), tokenizers)
            } else if argument.count == 1, let column = argument.first?.name {
                columns.insert(column)
            } else {
                let text = argument.map(\.text).joined(separator: " ")
                throw SchemaDefect("has the argument \(SQLName(text)), which is not known")
            }
        }
        guard hasTokenizer, !columns.isEmpty else { throw .unknownForm }
    }

    /// The table of the collection that a full-text table is named after.
    static func collectionTable(of name: SQLName) -> SQLName? {
        guard let end = name.text.firstRange(of: "::")?.lowerBound else { return nil }
        let table = String(name.text[..<end])
        return KeyStore.collection(ofLiveTable: table) == nil ? nil : SQLName(table)
    }

    private static func checkTokenizer(
        _ tokens: ArraySlice<SQLToken>, _ tokenizers: Set<SQLName>
    ) throws(SchemaDefect) {
        var reader = SQLTokenReader(tokens)
        try reader.expect(symbol: "=")
        let tokenizer = try reader.name()
        guard tokenizers.contains(tokenizer) else {
            throw SchemaDefect(
                "uses the tokenizer \(tokenizer.plain), which is not available here")
        }
        var arguments: [String] = []
        while let argument = reader.take() {
            guard argument.kind == .quotedName || argument.kind == .string else {
                throw .unknownForm
            }
            arguments.append(argument.text)
        }
        do {
            _ = try TokenizerOptions(arguments)
        } catch {
            throw SchemaDefect(
                "uses the tokenizer \(tokenizer.plain) with the argument "
                    + "\(SQLName(error.argument)), which is not available here")
        }
    }
}
