#if Replication
    import Foundation
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

        /// Returns whether a document was not transferred because the content of one of its blobs is missing.
        static func isMissingBlob(_ failure: SyncSummary.Failure) -> Bool {
            failure.message.hasPrefix("The content of the blob ")
                || failure.message.hasPrefix("the blob ")
                    && failure.message.hasSuffix(" is missing")
        }

        /// Returns the line about documents with missing blobs that were not printed.
        static func text(ofUnlistedBlobFailures count: Int) -> String {
            "\(Spelling.count(count, "further document")): the content of a blob is missing"
        }

        /// The advice if contents of blobs are missing.
        static let missingBlobAdvice =
            "the database that sends these documents lacks the contents of their blobs: store them there "
            + "again, or delete the properties, and synchronize again"

        /// Returns the advice for an error that ends a synchronization, or `nil` without one.
        ///
        /// - Parameters:
        ///   - error: The error.
        ///   - config: The configuration of the replicator.
        /// - Returns: A sentence that names the options.
        static func advice(
            for error: any Error, _ config: ReplicatorConfiguration
        ) -> String? {
            let url = (config.target as? URLEndpoint)?.url
            let isEncrypted = ["wss", "https"].contains(url?.scheme?.lowercased())
            switch (error as? QuireError)?.code {
            case .tlsCertificateUntrusted?
            where config.pinnedServerCertificate == nil
                && !config.acceptOnlySelfSignedServerCertificate:
                return "If no authority has signed it, use --pinned-certificate, or "
                    + "--accept-self-signed."
            case .tlsHandshakeFailed?, .connectionLost?:
                guard isEncrypted, config.authenticator == nil else { return nil }
                return "The server can require --client-identity."
            case .httpAuthenticationRequired?:
                if config.authenticator is BasicAuthenticator {
                    return "Verify --user and the password."
                }
                if config.authenticator == nil {
                    return "Use --user" + (isEncrypted ? ", or --client-identity." : ".")
                }
                return nil
            default: return nil
            }
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
