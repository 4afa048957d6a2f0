#if PostgreSQL
    import Fleece
    import Foundation
    import DatabaseTestSupport
    import Quire

    @testable import QuirePostgreSQL

    /// A model of the tests.
    struct Hotel: DocumentModel, Equatable {
        @DocumentID var id: String?
        var name: String
        var stars: Int

        init(id: String? = nil, name: String, stars: Int = 3) {
            self.id = id
            self.name = name
            self.stars = stars
        }
    }

    extension PostgresConfiguration {
        /// Returns the settings for a new schema on the test server.
        static func test() throws -> PostgresConfiguration {
            var configuration = PostgresConfiguration(try PostgresServer.connectionString())
            configuration.schemaName = PostgresServer.schemaName()
            configuration.connectionTimeout = 60
            // Transactions of other tests delay the changes.
            configuration.changeWaitTime = 60
            return configuration
        }
    }

    extension DocumentStore {
        /// Saves JSON text.
        @discardableResult
        func put(
            _ id: String, _ json: String, if precondition: RevisionPrecondition = .any
        ) throws -> SaveResult {
            try save { writer in
                try JSONReader.read(json, into: writer)
                return WriteTarget(id: id, if: precondition)
            }
        }
    }

    /// Runs a closure on several threads and returns the errors that it throws.
    func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) -> [String] {
        let group = DispatchGroup()
        let queue = DispatchQueue(label: "results")
        nonisolated(unsafe) var errors: [String] = []
        for number in 0..<count {
            group.enter()
            Thread.detachNewThread {
                do {
                    try body(number)
                } catch {
                    queue.sync { errors.append("\(error)") }
                }
                group.leave()
            }
        }
        group.wait()
        return queue.sync { errors }
    }
#endif
