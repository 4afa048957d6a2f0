import CSQLite
import QuirePlatform

/// The tokenizers of full-text tables: `unicodesn`, which Couchbase Lite's tables use.
enum FullTextTokenizers {
    /// The tokenizer's name in Couchbase Lite's tables.
    static let couchbaseName = "unicodesn"
    private static let ownName = "unicode61"

    /// The address of SQLite's tokenizer, or 0 before the first registration.
    ///
    /// The address is the same for all connections.
    private static let address = Atomic<UInt>(0)

    /// SQLite's tokenizer, which splits text into words and folds them.
    static var unicode: UnsafePointer<quire_tokenizer_module>? {
        UnsafePointer(bitPattern: address.load(ordering: .acquiring))
    }

    /// Registers the tokenizers on a connection, unless its SQLite does not support full-text
    /// tables.
    ///
    /// - Throws: ``QuireError`` if SQLite reports an error.
    static func register(on connection: SQLiteConnection) throws {
        let purpose = "register the tokenizer \(couchbaseName)"
        // `SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER` is off, so SQLite accepts and returns addresses
        // only for calls with bound values, which untrusted SQL text cannot contain.
        guard let find = try? connection.prepare("SELECT fts3_tokenizer(?1)", purpose: purpose)
        else { return }
        try find.bind(ownName, at: 1)
        guard try find.step(), find.type(at: 0) == .blob,
            let found = find.withBytes(
                at: 0,
                { bytes in
                    bytes.count == MemoryLayout<UInt>.size
                        ? bytes.loadUnaligned(as: UInt.self) : nil
                })
        else { return }
        address.store(found, ordering: .releasing)
        let name = try connection.prepare("SELECT fts3_tokenizer(?1, ?2)", purpose: purpose)
        try name.bind(couchbaseName, at: 1)
        try withUnsafeBytes(of: UInt(bitPattern: UnicodeTokenizer.module)) {
            try name.bind($0, at: 2)
        }
        try name.run()
        connection.note { $0.tokenizers.insert(couchbaseName) }
    }
}
