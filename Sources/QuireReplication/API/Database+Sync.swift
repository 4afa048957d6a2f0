#if Replication
    public import Foundation
    public import Quire

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
        ///   - password: The password, which is ignored without a user name.
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
            let token = counter.observe(self)
            defer { token.remove() }
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
#endif
