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
            /// The ID of the document.
            public let id: String
            /// Whether the document was to be sent, not received.
            public let isPush: Bool
            /// The cause.
            public let message: String

            /// The document and the cause.
            public var description: String {
                "\(isPush ? "push" : "pull") \(collection) \(id.debugDescription): \(message)"
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
        ///   - collections: The collections, or `nil` for all collections of this database, except empty
        ///     ones that the other database does not have.
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
        /// A collection that is empty can be missing in the other database.
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
        private let state = Mutex(SyncSummary())

        var summary: SyncSummary { state.withLock { $0 } }

        func add(warning: String) { state.withLock { $0.warnings.append(warning) } }

        func count(_ events: [DocumentEvent]) {
            state.withLock { summary in
                for event in events {
                    if let error = event.error {
                        summary.failures.append(
                            SyncSummary.Failure(
                                collection: event.collection.fullName, id: event.id,
                                isPush: event.isPush,
                                message: QuireError(replication: error).message))
                    } else if event.isPush {
                        summary.pushedCount += 1
                    } else {
                        summary.pulledCount += 1
                    }
                }
            }
        }
    }
#endif
