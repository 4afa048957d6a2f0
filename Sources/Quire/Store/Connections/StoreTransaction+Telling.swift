extension StoreTransaction {
    /// Tells of the commit, while the writer's lock is still held.
    ///
    /// Whoever reads a state without the commit has subscribed before it, and is told: so it is asked
    /// only now whether there is anybody.
    ///
    /// - Parameter sequences: What the transaction gave out.
    func tell(_ sequences: [NewSequences]) {
        file.changes.didCommit(file.changes.hasSubscriptions ? changedDocuments(sequences) : [:])
        if let time = changes.earliestExpiration { file.expiration.schedule(time) }
    }

    /// The documents that the transaction has changed, by the name of their collection's tables.
    private func changedDocuments(_ sequences: [NewSequences]) -> [String: [String]] {
        guard !changes.isRecorded else { return changes.byKeyStore() }
        // The first to subscribe came after the transaction began. Not to note the documents before
        // somebody asks for them keeps a long transaction without listeners from growing.
        var found: [String: [String]] = [:]
        for new in sequences {
            do {
                let documents = try new.keyStore.documents(
                    changedIn: new.range, on: connection.sqlite)
                found[new.keyStore.name] = documents.map(\.id)
            } catch {
                // Who looks for changes of other processes finds these.
                file.changes.didNotCommit([new])
            }
        }
        return changes.byKeyStore(and: found)
    }
}
