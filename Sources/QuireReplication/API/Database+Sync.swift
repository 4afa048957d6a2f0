#if Replication
    public import Foundation
    import PortableSynchronization
    public import Quire

    /// What a replication has done.
    public struct SyncSummary: Sendable, Hashable {
        /// The number of documents that were sent.
        public internal(set) var pushedCount = 0
        /// The number of documents that were received.
        public internal(set) var pulledCount = 0
        /// The documents that could not be replicated.
        ///
        /// Every later replication tries them again, and lists them until it succeeds.
        public internal(set) var failures: [Failure] = []
        /// What the user should know apart from single documents, such as that the clock of one of the
        /// computers is wrong.
        public internal(set) var warnings: [String] = []

        /// A document that could not be replicated.
        public struct Failure: Sendable, Hashable, CustomStringConvertible {
            /// The name of the collection with its scope.
            public let collection: String
            /// The ID of the document, or an empty string for a whole collection that the other
            /// database does not have.
            public let id: String
            /// Whether the document was to be sent, not received.
            public let isPush: Bool
            /// The cause.
            public let message: String

            /// The document and the cause.
            public var description: String {
                let document = id.isEmpty ? "" : " \(id.debugDescription)"
                return "\(isPush ? "push" : "pull") \(collection)\(document): \(message)"
            }
        }
    }

    extension Database {
        /// Synchronizes collections with another database once.
        ///
        /// ```swift
        /// let summary = try await database.sync(with: url, user: "ann", password: "secret")
        /// print(summary.pulledCount, "received,", summary.pushedCount, "sent")
        /// ```
        ///
        /// Documents that could not be replicated are listed in the summary; they do not end the
        /// replication. If the task is canceled, the replication is stopped.
        ///
        /// - Parameters:
        ///   - url: The URL of the other database.
        ///   - collections: The collections, or `nil` for all collections of this database that the
        ///     other one has too. If one that the other database lacks contains documents, it is in the
        ///     list of failures. A collection that only the other database has is not created.
        ///   - type: The directions.
        ///   - user: The user name, or `nil` for none.
        ///   - password: The password.
        ///   - configure: A closure that changes the configuration before the replication begins.
        /// - Returns: What was replicated.
        /// - Throws: `QuireError` with the code of the failure that ended the replication, such as
        ///   `networkUnreachable` or `httpAuthenticationRequired`; `CancellationError`.
        @discardableResult
        public func sync(
            with url: URL, collections: [CollectionConfiguration]? = nil,
            type: ReplicatorType = .pushAndPull, user: String? = nil, password: String = "",
            configure: (inout ReplicatorConfiguration) throws -> Void = { _ in }
        ) async throws -> SyncSummary {
            let collections = try collections ?? optionalCollections()
            var configuration = ReplicatorConfiguration(
                collections: collections, target: URLEndpoint(url: url))
            configuration.replicatorType = type
            if let user {
                configuration.authenticator = BasicAuthenticator(username: user, password: password)
            }
            try configure(&configuration)
            return try await Replicator(config: configuration).sync()
        }

        /// The configurations of all collections.
        ///
        /// A collection can be missing in the other database.
        package func optionalCollections() throws -> [CollectionConfiguration] {
            try CollectionConfiguration.fromCollections(allCollections()).map {
                var configuration = $0
                configuration.isOptional = true
                return configuration
            }
        }

        /// The collections of all scopes.
        package func allCollections() throws -> [DocumentCollection] {
            try scopes().flatMap { try $0.collections() }
        }
    }

    extension Replicator {
        /// Starts the replicator, waits until it has stopped, and returns what it has done.
        ///
        /// - Returns: What was replicated.
        /// - Throws: `QuireError` with the code of the failure that ended the replication;
        ///   `CancellationError`.
        @discardableResult
        public func sync() async throws -> SyncSummary {
            let counter = SyncCounter()
            let tokens = [
                observeDocuments { counter.count($0) },
                observeWarnings { counter.add(warning: $0) },
            ]
            defer { for token in tokens { token.remove() } }
            let status = await withTaskCancellationHandler {
                start()
                return await waitUntilStopped()
            } onCancel: {
                stop()
            }
            try Task.checkCancellation()
            if let error = status.error { throw error }
            return counter.summary
        }
    }

    /// The documents of a run.
    private final class SyncCounter: Sendable {
        private struct Key: Hashable {
            let collection: String
            let id: DocumentIDKey
            let isPush: Bool
        }

        private struct State {
            var summary = SyncSummary()
            /// The documents whose last attempt has failed.
            var failures: [Key: SyncSummary.Failure] = [:]
        }

        private let state = Mutex(State())

        var summary: SyncSummary {
            state.withLock { state in
                var summary = state.summary
                summary.failures = state.failures.values.sorted {
                    ($0.collection, $0.id, $0.isPush ? 0 : 1)
                        < ($1.collection, $1.id, $1.isPush ? 0 : 1)
                }
                return summary
            }
        }

        func add(warning: String) { state.withLock { $0.summary.warnings.append(warning) } }

        func count(_ events: [DocumentEvent]) {
            state.withLock { state in
                for event in events { Self.count(event, in: &state) }
            }
        }

        private static func count(_ event: DocumentEvent, in state: inout State) {
            let collection = event.collection.fullName
            let key = Key(
                collection: collection, id: DocumentIDKey(event.id), isPush: event.isPush)
            guard let error = event.error else {
                state.failures[key] = nil
                if event.isPush {
                    state.summary.pushedCount += 1
                } else {
                    state.summary.pulledCount += 1
                }
                return
            }
            state.failures[key] = SyncSummary.Failure(
                collection: collection, id: event.id, isPush: event.isPush,
                message: QuireError(replication: error).message)
        }
    }
#endif
