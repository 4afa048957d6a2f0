extension Selection {
    /// Reads the models, lets a closure change each, and saves them: in one transaction.
    ///
    /// - Parameter change: A closure that changes a model. It must not give it another ID.
    /// - Returns: How many models there were.
    /// - Throws: What the closure throws; nothing is saved then. Or as `all()` and
    ///   `Repository/update(_:_:)`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    @discardableResult
    public func update(_ change: (inout Model) throws -> Void) throws -> Int {
        try forEachID { try repository.update($0, change) }
    }

    /// Deletes the models' documents, in one transaction; tombstones remain.
    ///
    /// No model is decoded.
    ///
    /// - Returns: How many there were.
    /// - Throws: As `count()`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    @discardableResult
    public func delete() throws -> Int {
        try forEachID { try repository.delete(id: $0) }
    }

    /// Removes the models' documents without a trace, in one transaction.
    ///
    /// No model is decoded.
    ///
    /// - Returns: How many there were.
    /// - Throws: As `count()`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    @discardableResult
    public func purge() throws -> Int {
        try forEachID { try repository.purge(id: $0) }
    }

    /// Does something with the ID of each document, all or nothing.
    func forEachID(_ body: (String) throws -> Void) throws -> Int {
        try repository.store.inBatch {
            let ids = try records().map(\.id)
            for id in ids { try body(id) }
            return ids.count
        }
    }
}
