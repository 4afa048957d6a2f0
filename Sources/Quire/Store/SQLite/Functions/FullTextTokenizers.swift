import CSQLite

/// The tokenizers of full-text tables: `unicodesn`, which Couchbase Lite's tables name.
///
/// Without a stemmer it divides and folds text as SQLite's `unicode61` does, so it is that one under
/// another name. Its arguments for stemmers and stop words are not there: SQLite refuses to use a
/// table that has them.
enum FullTextTokenizers {
    /// The name that Couchbase Lite's tables have.
    static let couchbaseName = "unicodesn"
    private static let ownName = "unicode61"

    /// Gives a connection the tokenizers, unless its SQLite has no full-text tables.
    ///
    /// - Throws: ``QuireError`` if SQLite refuses.
    static func register(on connection: SQLiteConnection) throws {
        let purpose = "register the tokenizer \(couchbaseName)"
        // The tokenizer's address is a bound value, in and out: SQLite accepts no other way as long
        // as the SQL text of strangers could call the function.
        guard let find = try? connection.prepare("SELECT fts3_tokenizer(?1)", purpose: purpose)
        else { return }
        try find.bind(ownName, at: 1)
        guard try find.step(), find.type(at: 0) == .blob else { return }
        let address = find.bytes(at: 0)
        let name = try connection.prepare("SELECT fts3_tokenizer(?1, ?2)", purpose: purpose)
        try name.bind(couchbaseName, at: 1)
        try name.bind(address, at: 2)
        try name.run()
        connection.registered.tokenizers.insert(couchbaseName)
    }
}
