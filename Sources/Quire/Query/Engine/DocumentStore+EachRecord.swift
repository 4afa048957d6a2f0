import SQLPlusPlus

extension DocumentStore {
    /// Calls a closure with every live document, in the order of the first saves.
    ///
    /// All documents come from one snapshot. The embedded engine continues after a damaged document;
    /// other engines throw its error.
    ///
    /// - Parameters:
    ///   - onDamage: A closure that receives the ID of each damaged document and the error. The
    ///     default closure throws the error.
    ///   - body: A closure that receives a document. It can read the store.
    /// - Throws: Any error that a closure throws, or the errors of ``forEachPage(selectedBy:_:)``.
    package func forEachRecord(
        onDamage: (String, QuireError) throws -> Void = { throw $1 },
        _ body: (DocumentRecord) throws -> Void
    ) throws {
        if let store = self as? CollectionStore {
            return try store.collection.forEachRecord(onDamage: onDamage, body)
        }
        try database.snapshot {
            try forEachPage(selectedBy: SelectStatement([.star], from: .own)) { page in
                for record in page { try body(record) }
            }
        }
    }
}
