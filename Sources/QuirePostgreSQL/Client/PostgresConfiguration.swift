#if PostgreSQL
    public import Foundation

    /// The settings of a database on a PostgreSQL server.
    ///
    /// ```swift
    /// var configuration = PostgresConfiguration("postgresql://app@db.example.com/travel")
    /// configuration.maximumConnections = 16
    /// configuration.statementTimeout = 30
    /// ```
    public struct PostgresConfiguration: Sendable {
        /// The connection string: a URL or a list of keywords and values, as libpq defines them.
        ///
        /// It can contain a password, so Quire does not include it in messages.
        public var connectionString: String

        /// The name of the PostgreSQL schema that contains all tables.
        ///
        /// The default is `quire`.
        public var schemaName = "quire"

        /// Whether opening the database creates the schema, its tables and the default collection if
        /// they do not exist.
        ///
        /// If the value is `false` and the schema has no tables of Quire, opening throws `QuireError`
        /// with code `notFound`. The default is `true`.
        public var createsTables = true

        /// Whether the database is only read.
        ///
        /// If the value is `true`, opening creates no tables, expired documents are not purged, and
        /// all writes throw `QuireError` with code `notWriteable`. A role that has the privilege
        /// `SELECT` alone can open the database. The default is `false`.
        ///
        /// ```swift
        /// var configuration = PostgresConfiguration("postgresql://report@db.example.com/travel")
        /// configuration.isReadOnly = true
        /// let database = try PostgresDatabase(configuration)
        /// ```
        public var isReadOnly = false

        /// The maximum number of connections, at least 1.
        ///
        /// The default is 8.
        public var maximumConnections = 8

        /// The time limit in seconds for opening a connection and for waiting for a free one.
        ///
        /// If the connection string contains `connect_timeout`, that limit applies to opening. The
        /// default is 10 seconds.
        public var connectionTimeout: TimeInterval = 10

        /// The time limit in seconds for a statement, or `nil` for the server's default.
        ///
        /// A statement that takes longer throws `QuireError` with code `timeLimitExceeded`. Creating and
        /// deleting indexes, maintenance, and the upgrade of the tables have no limit. The default is
        /// 300 seconds.
        public var statementTimeout: TimeInterval? = 300

        /// The time limit in seconds for waiting for the lock of another transaction, or `nil` for the
        /// server's default.
        ///
        /// A statement that waits longer throws `QuireError` with code `busy`. Creating and deleting
        /// indexes, and maintenance, have no limit. The default is 60 seconds.
        public var lockTimeout: TimeInterval? = 60

        /// The time limit in seconds for a transaction or snapshot that runs no statement, or `nil` for
        /// the server's default.
        ///
        /// The server ends the connection of one that waits longer, for example for the network in the
        /// closure of a transaction, so that it keeps no locks. The next statement throws `QuireError`
        /// with code `cantOpenFile`. The default is 300 seconds.
        public var idleTransactionTimeout: TimeInterval? = 300

        /// Whether statements are prepared once for each connection.
        ///
        /// The default is `true`.
        ///
        /// Set this property to `false` if a connection pooler such as pgbouncer assigns the
        /// transactions of one client to several connections. Then Quire uses no settings of a session
        /// either, and listeners receive changes of other programs at the polling interval. See
        /// <doc:ScalingOut>.
        public var usesPreparedStatements = true

        /// The name of the program in the server's list of connections, unless the connection
        /// string contains one.
        ///
        /// The default is `quire`.
        public var applicationName = "quire"

        /// How often the closure of a transaction runs before a serialization failure is thrown.
        ///
        /// The default is 50.
        public var maximumTransactionAttempts = 50

        /// The time limit in seconds for changes that a transaction in progress delays.
        ///
        /// A read of the changes after a sequence waits this long for them. The default is 1 second.
        public var changeWaitTime: TimeInterval = 1

        /// How often in seconds listeners look for changes of other programs, unless one of them sends
        /// a notification.
        ///
        /// The default is 1 second.
        public var changePollingInterval: TimeInterval = 1

        /// The connection strings of streaming replicas, which answer reads if they are recent enough.
        ///
        /// The default is an empty array. See ``PostgresDatabase/init(primary:replicas:)``.
        public var replicaConnectionStrings: [String] = []

        /// Whether writes send notifications, and listeners receive them.
        ///
        /// With notifications, listeners of other programs are notified immediately. A server
        /// processes the commits of transactions with notifications one after the other, so set this
        /// property to `false` if many connections write at a high rate, and for servers without
        /// `LISTEN`. The default is `true`.
        public var usesNotifications = true

        /// Creates settings with default values.
        ///
        /// - Parameter connectionString: A URL such as `postgresql://app@db.example.com/travel`, or a
        ///   list such as `host=/run/postgresql dbname=travel`.
        public init(_ connectionString: String) {
            self.connectionString = connectionString
        }
    }

    extension PostgresConfiguration {
        /// Whether opening can create tables.
        var mayCreateTables: Bool { createsTables && !isReadOnly }
    }

    extension PostgresConfiguration: CustomStringConvertible, CustomDebugStringConvertible {
        /// The settings without the connection string.
        public var description: String {
            "PostgresConfiguration(schemaName: \(schemaName), maximumConnections: \(maximumConnections))"
        }

        /// The settings without the connection string.
        public var debugDescription: String { description }
    }

    extension PostgresConfiguration: CustomReflectable {
        /// A mirror without the connection string, for `dump` and test failures.
        public var customMirror: Mirror {
            Mirror(
                self,
                children: ["schemaName": schemaName, "maximumConnections": maximumConnections])
        }
    }
#endif
