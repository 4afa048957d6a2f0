#if PostgreSQL
    import CPostgreSQL
    import Foundation
    import QuireModels

    /// The state of a connection's transaction.
    enum PostgresTransactionStatus: Sendable {
        /// No transaction is in progress.
        case idle
        /// A statement is in progress.
        case active
        /// A transaction is in progress.
        case inTransaction
        /// A statement of the transaction failed, so that it can only be rolled back.
        case failed
        /// The connection is broken.
        case unknown
    }

    /// A connection to a server.
    // This class is Sendable because only one thread at a time uses a connection: the pool hands it
    // over under its lock. Only `cancel()` can be called on other threads; it uses `cancellation`, which
    // never changes.
    final class PostgresConnection: @unchecked Sendable {
        let pointer: OpaquePointer
        /// The description of the database for error messages.
        let location: String
        var statements: PreparedStatements
        let settings: SessionSettings
        /// Whether all time limits apply.
        var isShort = true
        /// Whether libpq would return the rows of the first statement of a pipeline one by one.
        ///
        /// It resets this mode at the start of a statement, but not at the start of a pipeline.
        private(set) var returnsSingleRows = false
        private let cancellation: OpaquePointer?

        /// Opens a connection.
        ///
        /// - Parameters:
        ///   - configuration: The settings of the database.
        ///   - location: A description of the database for error messages.
        /// - Throws: `QuireError` with code `invalidParameter` if the connection string is invalid,
        ///   `cantOpenFile` if the server cannot be reached or rejects the connection.
        init(_ configuration: PostgresConfiguration, location: String) throws {
            try configuration.checkConnectionString()
            guard let pointer = Self.connect(configuration) else {
                throw QuireError(.memoryError, "No memory for a connection to \(location).")
            }
            guard PQstatus(pointer) == CONNECTION_OK else {
                let message = PQerrorMessage(pointer).map { String(cString: $0) } ?? ""
                PQfinish(pointer)
                throw QuireError(
                    .cantOpenFile,
                    """
                    The server of \(location) cannot be used: \
                    \(message.trimmingCharacters(in: .whitespacesAndNewlines))
                    """)
            }
            self.pointer = pointer
            self.location = location
            statements = PreparedStatements(isEnabled: configuration.usesPreparedStatements)
            settings = SessionSettings(configuration)
            cancellation = PQgetCancel(pointer)
            // The server's notices are not printed to the standard error output.
            PQsetNoticeProcessor(pointer, { _, _ in }, nil)
            try execute(settings.setup)
        }

        deinit {
            PQfreeCancel(cancellation)
            PQfinish(pointer)
        }

        private static func connect(_ configuration: PostgresConfiguration) -> OpaquePointer? {
            let timeout = max(2, Int32(clamping: Int(configuration.connectionTimeout.rounded(.up))))
            // Later values take precedence over earlier ones, so the string comes last.
            let options = [
                ("client_encoding", "UTF8"),
                ("fallback_application_name", configuration.applicationName),
                ("connect_timeout", String(timeout)),
                ("dbname", configuration.connectionString),
            ]
            let keywords = options.map { strdup($0.0) } + [nil]
            let values = options.map { strdup($0.1) } + [nil]
            defer { for text in keywords + values { free(text) } }
            return PQconnectdbParams(
                keywords.map { UnsafePointer($0) }, values.map { UnsafePointer($0) }, 1)
        }

        // MARK: State

        var transactionStatus: PostgresTransactionStatus {
            switch PQtransactionStatus(pointer) {
            case PQTRANS_IDLE: .idle
            case PQTRANS_ACTIVE: .active
            case PQTRANS_INTRANS: .inTransaction
            case PQTRANS_INERROR: .failed
            default: .unknown
            }
        }

        /// Whether the connection is lost.
        var isBroken: Bool { PQstatus(pointer) != CONNECTION_OK }

        /// Returns whether an idle connection can be used, as far as the client has been told.
        ///
        /// A server that ends a connection sends a message, and then closes the socket.
        func isUsable() -> Bool {
            guard !isBroken, transactionStatus == .idle else { return false }
            var descriptor = pollfd(fd: PQsocket(pointer), events: Int16(POLLIN), revents: 0)
            guard poll(&descriptor, 1, 0) > 0 else { return true }
            // The message may be a notification or the announcement of the end.
            return PQconsumeInput(pointer) == 1 && (try? execute("")) != nil && !isBroken
        }

        /// Asks the server to cancel the statement in progress.
        ///
        /// Any thread can call this method.
        func cancel() {
            guard let cancellation else { return }
            var message = [CChar](repeating: 0, count: 256)
            _ = PQcancel(cancellation, &message, Int32(message.count))
        }

        // MARK: Statements

        /// Runs statements without parameters, separated by semicolons.
        func execute(_ sql: String) throws {
            observe(sql, isPrepared: false)
            returnsSingleRows = false
            let result = try result(of: PQexec(pointer, sql))
            PQclear(result)
        }

        /// Runs statements without parameters one after the other.
        ///
        /// Distributed servers do not accept definitions of tables together with other statements.
        func execute(each statements: [String]) throws {
            for statement in statements { try execute(statement) }
        }

        /// Runs a statement and returns its rows.
        func rows(_ sql: String, _ parameters: [PostgresValue] = []) throws -> PostgresRows {
            if preparation != nil {
                let results = try pipeline { pipeline in
                    try pipeline.send(sql, parameters)
                    return try pipeline.finish()
                }
                guard let result = results.last else { throw connectionError() }
                return try result.get()
            }
            return PostgresRows(try run(sql, try PostgresParameters(parameters)))
        }

        /// Runs a statement and returns the number of rows that it inserted, updated or deleted.
        @discardableResult
        func change(_ sql: String, _ parameters: [PostgresValue] = []) throws -> Int {
            try rows(sql, parameters).affectedCount
        }

        private func run(_ sql: String, _ parameters: PostgresParameters) throws -> OpaquePointer {
            guard let (statement, wasPrepared) = try preparedStatement(sql, parameters.types)
            else { return try result(of: runUnprepared(sql, parameters)) }
            do {
                return try result(
                    of: parameters.withPointers {
                        PQexecPrepared(pointer, statement, $0, $1, $2, $3, 1)
                    })
            } catch let error as QuireError {
                // A change of a table can invalidate a statement that was prepared before.
                guard wasPrepared, transactionStatus == .idle, error.isOutdatedStatement else {
                    throw error
                }
                try forgetStatements()
                return try run(sql, parameters)
            }
        }

        /// Runs a statement once, without preparing it.
        func unpreparedRows(
            _ sql: String, _ parameters: [PostgresValue] = []
        ) throws -> PostgresRows {
            let parameters = try PostgresParameters(parameters)
            return PostgresRows(try result(of: runUnprepared(sql, parameters)))
        }

        private func runUnprepared(
            _ sql: String, _ parameters: PostgresParameters
        ) -> OpaquePointer? {
            observe(sql, isPrepared: true)
            return parameters.withPointers {
                PQexecParams(pointer, sql, $0, parameters.types, $1, $2, $3, 1)
            }
        }

        /// Runs a statement and calls a closure with each row, without keeping all rows in memory.
        ///
        /// The closure must not use the connection.
        func forEachRow(
            _ sql: String, parameters: [PostgresValue] = [], _ body: (PostgresRow) throws -> Void
        ) throws {
            if preparation != nil {
                return try inTransaction { try forEachRow(sql, parameters: parameters, body) }
            }
            let parameters = try PostgresParameters(parameters)
            let isSent: Int32
            if let (statement, _) = try preparedStatement(sql, parameters.types) {
                isSent = parameters.withPointers {
                    PQsendQueryPrepared(pointer, statement, $0, $1, $2, $3, 1)
                }
            } else {
                observe(sql, isPrepared: true)
                isSent = parameters.withPointers {
                    PQsendQueryParams(pointer, sql, $0, parameters.types, $1, $2, $3, 1)
                }
            }
            guard isSent == 1, PQsetSingleRowMode(pointer) == 1 else { throw connectionError() }
            returnsSingleRows = true
            var failure: (any Error)?
            while let result = PQgetResult(pointer) {
                if failure != nil {
                    PQclear(result)
                } else if PQresultStatus(result) == PGRES_SINGLE_TUPLE {
                    do {
                        for row in PostgresRows(result) { try body(row) }
                    } catch {
                        failure = error
                        cancel()
                    }
                } else {
                    do { PQclear(try self.result(of: result)) } catch { failure = error }
                }
            }
            if let failure { throw failure }
        }

        // MARK: Notifications

        /// Waits for a notification, or until the time limit is over.
        ///
        /// - Parameter timeout: The time limit in seconds.
        /// - Returns: The channels of the received notifications.
        /// - Throws: `QuireError` if the connection is lost.
        func waitForNotification(timeout: TimeInterval) throws -> Set<ExactString> {
            let received = takeNotifications()
            guard received.isEmpty else { return received }
            var descriptor = pollfd(fd: PQsocket(pointer), events: Int16(POLLIN), revents: 0)
            _ = poll(&descriptor, 1, Int32(clamping: Int(timeout * 1000)))
            guard PQconsumeInput(pointer) == 1 else { throw connectionError() }
            return takeNotifications()
        }

        /// Removes the received notifications and returns their channels.
        private func takeNotifications() -> Set<ExactString> {
            var channels: Set<ExactString> = []
            while let notification = PQnotifies(pointer) {
                channels.insert(ExactString(String(cString: notification.pointee.relname)))
                PQfreemem(notification)
            }
            return channels
        }

        // MARK: Prepared statements

        /// Returns the name of a prepared statement, and whether it existed, or `nil` if the statement
        /// is to run without being prepared.
        private func preparedStatement(
            _ sql: String, _ types: [Oid]
        ) throws -> (name: String, wasPrepared: Bool)? {
            guard statements.isEnabled else { return nil }
            let key = PreparedStatements.Key(sql, types)
            if let name = statements.name(of: key) { return (name, true) }
            guard statements.isRepeated(key) else { return nil }
            if let evicted = statements.evicted() { try execute("DEALLOCATE \(evicted)") }
            observe(sql, isPrepared: true)
            let name = statements.newName()
            PQclear(try result(of: PQprepare(pointer, name, sql, Int32(types.count), types)))
            statements.add(key, name)
            return (name, false)
        }

        func forgetStatements() throws {
            statements.removeAll()
            try execute("DEALLOCATE ALL")
        }

        // MARK: Errors

        /// Returns a successful result, or throws the error that it contains.
        func result(of result: OpaquePointer?) throws -> OpaquePointer {
            guard let result else { throw connectionError() }
            switch PQresultStatus(result) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_COPY_IN, PGRES_COPY_OUT,
                PGRES_EMPTY_QUERY,
                PGRES_SINGLE_TUPLE, PGRES_PIPELINE_SYNC:
                return result
            default:
                defer { PQclear(result) }
                throw PostgresServerError(result)?.error(in: location) ?? connectionError()
            }
        }

        /// Reads what the server has sent, so that the status tells whether the connection is closed.
        ///
        /// After a failed write, libpq keeps the status of an open connection until a read fails, and
        /// what it reads first can be the warning of a server process that ends. The result of a
        /// pipeline is missing only if the server process ends, which can take a moment.
        private func readUntilClosed() {
            let isPipeline = PQpipelineStatus(pointer) != PQ_PIPELINE_OFF
            var descriptor = pollfd(fd: PQsocket(pointer), events: Int16(POLLIN), revents: 0)
            for _ in 0..<100 where !isBroken {
                let isReadable = poll(&descriptor, 1, isPipeline ? 20 : 0) > 0
                if isReadable, PQconsumeInput(pointer) != 1 { return }
                if !isReadable, !isPipeline { return }
            }
        }

        /// Returns the error for a lost connection.
        func connectionError() -> QuireError {
            let message = PQerrorMessage(pointer).map { String(cString: $0) } ?? ""
            readUntilClosed()
            return QuireError(
                isBroken ? .cantOpenFile : .unexpectedError,
                """
                The connection to \(location) failed, so the result of the last statement is unknown: \
                \(message.trimmingCharacters(in: .whitespacesAndNewlines))
                """)
        }
    }

    extension QuireError {
        /// Whether a prepared statement must be prepared again.
        var isOutdatedStatement: Bool {
            sqlState == "0A000" || sqlState == "26000"
        }
    }

    extension PostgresConfiguration {
        /// Throws an error if libpq cannot parse the connection string.
        ///
        /// The message of libpq is not used, since it can contain a part of a password.
        fileprivate func checkConnectionString() throws {
            guard !connectionString.utf8.contains(0) else { throw invalidConnectionString }
            var message: UnsafeMutablePointer<CChar>?
            let options = PQconninfoParse(connectionString, &message)
            PQfreemem(message)
            guard let options else { throw invalidConnectionString }
            defer { PQconninfoFree(options) }
            // A text without `=` that is not a URL would be the name of a database, without a server.
            let isURL = ["postgresql://", "postgres://"].contains {
                connectionString.hasPrefix($0)
            }
            guard isURL || connectionString.contains("=") else { throw invalidConnectionString }
            // In a URL, a `/` in the password that is not encoded begins the name of the database,
            // which then contains the `@` before the host.
            if isURL, let start = connectionString.range(of: "://")?.upperBound {
                let path = connectionString[start...].utf8.drop { $0 != UInt8(ascii: "/") }
                guard !path.prefix(while: { $0 != UInt8(ascii: "?") }).contains(UInt8(ascii: "@"))
                else { throw invalidConnectionString }
            }
            // In a URL, an `@` in the password that is not encoded ends it, so that its rest becomes
            // the host, which the messages of libpq contain. A `:` makes it the port.
            var option = options
            while let keyword = option.pointee.keyword {
                let value = option.pointee.val.map { String(cString: $0) } ?? ""
                switch String(cString: keyword) {
                case "host" where value.utf8.contains(UInt8(ascii: "@")):
                    throw invalidConnectionString
                case "port"
                where !value.utf8.allSatisfy({ (48...57).contains($0) || $0 == UInt8(ascii: ",") }):
                    throw invalidConnectionString
                default: option += 1
                }
            }
        }

        private var invalidConnectionString: QuireError {
            QuireError(
                .invalidParameter,
                """
                The connection string is invalid. Use a URL such as postgresql://user@host/database, \
                with special characters percent-encoded, or a list such as: host=localhost dbname=travel
                """)
        }

        /// Whether a connection pooler can run the transactions of one connection on several
        /// connections to the server.
        var isPooled: Bool { !usesPreparedStatements }
    }
#endif
