extension SQLiteConnection {
    /// Builds all indexes anew from the documents, in the open transaction.
    ///
    /// - Throws: ``QuireError`` if SQLite refuses.
    func buildIndexes() throws {
        try execute("REINDEX", purpose: "build the indexes")
        try buildDerivedTables()
    }

    /// Builds the tables of full-text and array indexes anew, in the open transaction.
    ///
    /// - Throws: ``QuireError`` if SQLite refuses.
    func buildDerivedTables() throws {
        for name in try KeyStore.collections(on: self) {
            try DerivedTables(of: KeyStore(number: 0, name: name.keyStoreName), on: self).build()
        }
    }

    /// Looks for damage in the full-text indexes.
    ///
    /// - Throws: ``QuireError`` with code `corruptData`.
    func checkFullTextIndexes() throws {
        for name in try KeyStore.collections(on: self) {
            try DerivedTables(of: KeyStore(number: 0, name: name.keyStoreName), on: self).check()
        }
    }
}
