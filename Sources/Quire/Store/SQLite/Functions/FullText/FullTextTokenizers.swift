import CSQLite
import Synchronization

/// The tokenizers of full-text tables: `unicodesn`, which Couchbase Lite's tables name.
enum FullTextTokenizers {
    /// The name that Couchbase Lite's tables have.
    static let couchbaseName = "unicodesn"
    private static let ownName = "unicode61"

    /// The address of SQLite's tokenizer, which is the same for all connections; 0 until the first
    /// one is there.
    private static let address = Atomic<UInt>(0)

    /// SQLite's tokenizer, which divides text into words and folds them.
    static var unicode: UnsafePointer<quire_tokenizer_module>? {
        UnsafePointer(bitPattern: address.load(ordering: .acquiring))
    }

    /// Gives a connection the tokenizers, unless its SQLite has no full-text tables.
    ///
    /// - Throws: ``QuireError`` if SQLite refuses.
    static func register(on connection: SQLiteConnection) throws {
        let purpose = "register the tokenizer \(couchbaseName)"
        // A tokenizer's address is a bound value, in and out: SQLite accepts no other way as long
        // as the SQL text of strangers could call the function.
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
        connection.registered.tokenizers.insert(couchbaseName)
    }
}
