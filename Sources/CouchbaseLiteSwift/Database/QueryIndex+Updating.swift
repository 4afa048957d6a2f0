import Quire

extension QueryIndex {
    /// Returns documents of a lazy index of vectors that are new or changed.
    ///
    /// ```swift
    /// let index = try collection.index(withName: "words_index")
    /// while let updater = try index?.beginUpdate(limit: 50) {
    ///     for position in 0..<updater.count {
    ///         try updater.setVector(embedding(of: updater.string(at: position)), at: position)
    ///     }
    ///     try updater.finish()
    /// }
    /// ```
    ///
    /// - Parameter limit: The maximum number of documents.
    /// - Returns: The documents, or `nil` if the index contains the vectors of all.
    /// - Throws: `NSError` with code ``CBLError/unsupported`` if the index is not a lazy index of vectors,
    ///   ``CBLError/invalidParameter`` if the limit is 0, ``CBLError/notFound`` if the index was
    ///   deleted, ``CBLError/notOpen``, or another code of ``CBLError``.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func beginUpdate(limit: UInt64) throws -> IndexUpdater? {
        try convertingErrors {
            guard limit > 0 else {
                throw QuireError(
                    .invalidParameter, "The limit of an update must be greater than 0.")
            }
            return try collection.quire.beginLazyIndexUpdate(
                named: name, limit: Int64(clamping: limit)
            ).map(IndexUpdater.init)
        }
    }
}
