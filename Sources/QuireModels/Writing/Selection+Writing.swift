extension Selection {
    /// Reads the models, calls a closure that changes each of them, and saves them, in one
    /// transaction.
    ///
    /// ```swift
    /// let count = try hotels.filter { $0.roomRate < 100 }.update { $0.roomRate *= 1.1 }
    /// ```
    ///
    /// - Parameter change: A closure that changes a model. It must not change the model's ID.
    /// - Returns: The number of models.
    /// - Throws: An error that the closure throws; nothing is saved then. Also the errors of
    ///   `all()` and `Repository/update(_:_:)`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    @discardableResult
    public func update(_ change: (inout Model) throws -> Void) throws -> Int {
        try forEachID { try repository.update($0, change) }
    }

    /// Deletes the models' documents in one transaction and leaves tombstones.
    ///
    /// The models are not decoded.
    ///
    /// ```swift
    /// let count = try hotels.filter { $0.address.city == "Oslo" }.delete()
    /// ```
    ///
    /// - Returns: The number of deleted documents.
    /// - Throws: ``QuireError`` with code `deletionDenied` if a delete rule denies the deletion;
    ///   nothing is deleted then. Also the errors of `count()`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    @discardableResult
    public func delete() throws -> Int {
        let removal = Removal(.delete)
        return try forEachID(
            { try repository.delete(id: $0, if: .any, removal) }, finally: removal.finish)
    }

    /// Purges the models' documents in one transaction.
    ///
    /// The models are not decoded. A purge leaves no tombstone.
    ///
    /// - Returns: The number of purged documents.
    /// - Throws: ``QuireError`` with code `deletionDenied` if a delete rule denies the deletion;
    ///   nothing is deleted then. Also the errors of `count()`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    @discardableResult
    public func purge() throws -> Int {
        let removal = Removal(.purge)
        return try forEachID({ try repository.purge(id: $0, removal) }, finally: removal.finish)
    }

    /// Calls a closure with the ID of each document, and another one at the end, in one transaction.
    func forEachID(
        _ body: (String) throws -> Void, finally end: () throws -> Void = {}
    ) throws -> Int {
        try collect(into: 0, finally: end) { count, id in
            try body(id)
            count += 1
        }
    }

    /// Calls a closure with the ID of each document in one transaction, and returns its results.
    func mapIDs<Value>(
        _ transform: (String) throws -> Value, finally end: () throws -> Void = {}
    ) throws -> [Value] {
        try collect(into: [], finally: end) { values, id in values.append(try transform(id)) }
    }

    // The engine may repeat the transaction, so the result begins again inside it.
    private func collect<Collected>(
        into initial: Collected, finally end: () throws -> Void,
        _ body: (inout Collected, String) throws -> Void
    ) throws -> Collected {
        try checkFilter()
        return try repository.store.inBatch {
            // The bodies are not read, so a large selection requires memory only for its IDs.
            let rows = try repository.store.rows(of: documentIDs())
            var collected = initial
            while let row = rows.next() {
                guard let id = row.string(at: 0) else { continue }
                try body(&collected, id)
            }
            try end()
            return collected
        }
    }

    /// Throws an error if the selection was filtered without a condition, so that it would change
    /// all models.
    private func checkFilter() throws {
        guard restriction == .emptyFilter else { return }
        throw QuireError(
            .invalidQuery,
            """
            The filter of \(Model.self) contains no condition, so the call would affect every \
            \(Model.documentType) in \(repository.store.fullName). Add a condition, or use the \
            property selection of the repository to change or delete all models
            """)
    }
}
