extension StoreTransaction {
    /// Publishes the commit to the change feed while the writer lock is held.
    ///
    /// An observer whose snapshot precedes this commit subscribed before this point. The method
    /// therefore checks for subscriptions only now.
    ///
    /// - Parameters:
    ///   - sequences: The sequences that the transaction assigned.
    ///   - purges: The numbers of purges by the table name of their collection.
    func publish(_ sequences: [NewSequences], _ purges: [String: PurgeCounts]) {
        file.changes.didCommit(
            file.changes.hasSubscriptions ? changedDocuments(sequences) : [:], purges)
        if let time = changes.earliestExpiration { file.expiration.schedule(time) }
    }

    /// Returns the IDs of the changed documents by the table name of their collection.
    private func changedDocuments(_ sequences: [NewSequences]) -> [String: [String]] {
        guard !changes.isRecorded else { return changes.byKeyStore() }
        // The first subscription was added during the transaction, so the IDs were not recorded.
        // Recording them only for existing subscriptions limits the memory use of long
        // transactions.
        var found: [String: [String]] = [:]
        for new in sequences {
            do {
                let documents = try new.tables.documents(
                    changedIn: new.range, on: connection.sqlite)
                found[new.tables.name] = documents.map(\.id)
            } catch {
                // The watch for changes by other processes finds these changes.
                file.changes.didNotCommit([new])
            }
        }
        return changes.byKeyStore(and: found)
    }
}
