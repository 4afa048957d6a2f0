#if Replication
    import Quire
    import QuireReplication

    /// What `quire sync` prints about documents.
    enum SyncMessages {
        /// Returns the message about one document.
        static func text(of news: SyncCounter.News) -> String {
            switch news {
            case .failed(let failure):
                let place = failure.id.isEmpty ? failure.collection : failure.id
                let cause = PlainText.message(failure.message, keepsLines: false)
                return "\(PlainText.escaped(place)): \(cause)"
            case .resolved(let conflict):
                return "\(PlainText.escaped(conflict.id)): \(conflict.explanation)"
            }
        }

        /// Returns the last line, which says what was done.
        ///
        /// - Parameters:
        ///   - summary: The result.
        ///   - isIncomplete: Whether the replication ended before everything was done.
        /// - Returns: The line.
        static func text(of summary: SyncSummary, isIncomplete: Bool) -> String {
            var parts = ["\(summary.pulledCount) received", "\(summary.pushedCount) sent"]
            if summary.conflictCount > 0 {
                parts.append("\(Spelling.count(summary.conflictCount, "conflict")) resolved")
            }
            return parts.joined(separator: ", ") + (isIncomplete ? " (incomplete)" : "")
        }

        /// Returns how many documents could not be synchronized.
        static func text(of failures: [SyncSummary.Failure]) -> String {
            // A document can fail in both directions.
            let items = Dictionary(grouping: failures, by: \.collection).values.reduce(0) {
                $0 + Set($1.map { DocumentIDKey($0.id) }).count
            }
            let noun = failures.contains { $0.id.isEmpty } ? "item" : "document"
            return "\(Spelling.count(items, noun)) could not be synchronized"
        }
    }

    extension Error {
        /// The message of an error of a synchronization, which can contain text of the other database.
        var synchronizationMessage: String {
            PlainText.message((self as? QuireError)?.message ?? "\(self)", keepsLines: false)
        }
    }
#endif
