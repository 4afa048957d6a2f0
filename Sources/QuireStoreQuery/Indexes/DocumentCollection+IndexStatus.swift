extension DocumentCollection {
    /// Returns how many documents an index of vectors contains.
    ///
    /// Documents whose value is not a vector with the dimensions of the index are saved and left out of the
    /// index. The status tells how many they are.
    ///
    /// ```swift
    /// if let status = try collection.nearestIndexStatus(named: "byMeaning") {
    ///     print(status.indexedCount, status.omittedCount)
    /// }
    /// ```
    ///
    /// - Parameter name: The index's name.
    /// - Returns: The status, or `nil` if the collection does not have an index of vectors with the name.
    /// - Throws: ``QuireError`` with code `notOpen` if the database is closed or the collection is
    ///   deleted.
    /// - Complexity: O(*n*) in the number of documents.
    public func nearestIndexStatus(named name: String) throws -> NearestIndexStatus? {
        try readSnapshot { connection in
            guard try tables.exists(on: connection.sqlite) else {
                throw collectionDeletedError(nil)
            }
            return try NearestIndexes(of: tables, on: connection.sqlite).all()
                .first { $0.name == name }?.status(of: tables, on: connection.sqlite)
        }
    }
}
