#if PostgreSQL
    public import Foundation

    /// An entry of a fleet's directory: the name and the place of a database.
    public struct PostgresFleetEntry: Hashable, Sendable {
        /// The state of a database of a fleet.
        public enum State: String, Hashable, Sendable, CaseIterable {
            /// The database can be opened.
            case open
            /// A program is creating the database.
            ///
            /// If it was interrupted, the next opening completes the creation.
            case creating
            /// A program is moving the database to another server.
            ///
            /// The database can be opened.
            case moving
            /// A program is deleting the database.
            ///
            /// If it was interrupted, the next deletion or creation completes the deletion.
            case deleting
        }

        /// The name of the database.
        public internal(set) var name: String
        /// The name of the server in the settings of the fleet.
        public internal(set) var serverName: String
        /// The name of the PostgreSQL schema that contains the tables.
        public internal(set) var schemaName: String
        /// The state of the database.
        public internal(set) var state: State
        /// The time at which the database was created.
        public internal(set) var creationDate: Date
        /// The name of the server to which the database is moving, or the schema's new name.
        var target: String?

        /// The database and the place of its tables, without the state.
        var place: [ExactString] {
            // Another database can get the name and the schema of one that was deleted.
            [serverName, schemaName, String(creationDate.timeIntervalSince1970)].map {
                ExactString($0)
            }
        }
    }

    /// The result of an operation on all databases of a fleet.
    public struct PostgresFleetReport: Sendable {
        /// An operation on a database that failed.
        public struct Failure: Sendable {
            /// The name of the database.
            public let databaseName: String
            /// The error.
            public let error: any Error
        }

        /// The number of databases for which the operation succeeded.
        public internal(set) var completedCount = 0
        /// The failures, in the order of the names.
        public internal(set) var failures: [Failure] = []
    }
#endif
