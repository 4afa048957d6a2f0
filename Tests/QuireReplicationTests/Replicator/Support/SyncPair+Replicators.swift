#if Replication
    import Foundation
    import Quire

    @testable import QuireReplication

    extension SyncPair {
        /// Creates a replicator of the default collection with another database, or with the passive
        /// one of the pair.
        func replicator(
            with endpoint: (any Endpoint)? = nil, isContinuous: Bool = true,
            retryInterval: Duration = .seconds(30)
        ) throws -> Replicator {
            var configuration = ReplicatorConfiguration(
                collections: [
                    CollectionConfiguration(collection: try active.defaultCollection())
                ], target: endpoint ?? DatabaseEndpoint(database: passive))
            configuration.continuous = isContinuous
            configuration.maxAttemptWaitTime = 1
            configuration.retryInterval = retryInterval
            return Replicator(config: configuration)
        }

        /// Starts a listener of the passive database.
        func listener(
            _ configure: (inout URLEndpointListenerConfiguration) -> Void = { _ in }
        ) throws -> URLEndpointListener {
            var configuration = URLEndpointListenerConfiguration(
                collections: [try passive.defaultCollection()])
            configure(&configuration)
            let listener = URLEndpointListener(config: configuration)
            try listener.start()
            return listener
        }

        /// Saves documents whose IDs consist of the name of the database and a number.
        static func save(_ numbers: ClosedRange<Int>, in database: Database) throws {
            let collection = try database.defaultCollection()
            try database.inBatch {
                for number in numbers {
                    try collection.save(
                        document: MutableDocument(
                            id: "\(database.name)-\(number)", data: ["n": number]))
                }
            }
        }

        /// Whether both databases have the same documents, and a given number of them.
        func haveEqualDocuments(count: Int) throws -> Bool {
            let documents = try Self.documents(of: active)
            return try documents.count == count && documents == Self.documents(of: passive)
        }

        /// Waits until a condition holds, for up to 30 seconds, and returns whether it does.
        static func waits(until condition: () async throws -> Bool) async throws -> Bool {
            for _ in 0..<3000 {
                if try await condition() { return true }
                try await Task.sleep(for: .milliseconds(10))
            }
            return false
        }
    }
#endif
