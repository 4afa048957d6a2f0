#if PostgreSQL
    import CPostgreSQL
    import Foundation
    import QuireModels

    /// Statements that are sent without waiting for the results of the previous ones.
    ///
    /// Outside a transaction, all statements of a pipeline are one transaction. After a statement that
    /// fails, the following ones are not run. The connection can run other statements after
    /// ``suspend()``.
    final class PostgresPipeline {
        /// The result of one message to the server.
        private enum Expected {
            case statement
            /// The query that sets up the transaction of the pipeline.
            case settings
            case preparation(PreparedStatements.Key)
        }

        /// The number of bytes of parameters after which libpq's buffer is sent.
        ///
        /// The results of these statements fit into the buffers of the socket.
        private static let flushSize = 16_384

        private let connection: PostgresConnection
        /// Whether the connection is in pipeline mode.
        private var isOpen = false
        private var unsentSize = 0
        private var expected: [Expected] = []
        private var results: [Result<PostgresRows, any Error>] = []
        /// The error of the first statement that failed.
        private var failure: (any Error)?
        /// The error with which the connection was lost.
        private var lostConnection: (any Error)?
        private var pointer: OpaquePointer { connection.pointer }
        /// The first statement since the last call of ``finish()`` whose result is known to be an error.
        var firstFailure: (index: Int, error: any Error)? {
            for (index, result) in results.enumerated() {
                if case .failure(let error) = result { return (index, error) }
            }
            return nil
        }

        fileprivate init(_ connection: PostgresConnection) {
            self.connection = connection
        }

        /// Sends a statement.
        func send(_ sql: String, _ parameters: [PostgresValue] = []) throws {
            let parameters = try PostgresParameters(parameters)
            try open()
            var isSent: Int32
            if let statement = try prepare(sql, parameters.types) {
                isSent = parameters.withPointers {
                    PQsendQueryPrepared(pointer, statement, $0, $1, $2, $3, 1)
                }
            } else {
                connection.observe(sql, isPrepared: true)
                isSent = parameters.withPointers {
                    PQsendQueryParams(pointer, sql, $0, parameters.types, $1, $2, $3, 1)
                }
            }
            guard isSent == 1 else { throw connection.connectionError() }
            expected.append(.statement)
            // A statement without parameters has a message as well.
            unsentSize += parameters.size + 64
            guard unsentSize >= Self.flushSize else { return }
            unsentSize = 0
            try flush(waits: false)
        }

        /// Returns the name of a prepared statement, or `nil` if the statement is to run without being
        /// prepared.
        private func prepare(_ sql: String, _ types: [Oid]) throws -> String? {
            guard connection.statements.isEnabled else { return nil }
            let key = PreparedStatements.Key(sql, types)
            if let name = connection.statements.name(of: key) { return name }
            guard connection.statements.isRepeated(key) else { return nil }
            connection.observe(sql, isPrepared: true)
            let name = connection.statements.newName()
            guard PQsendPrepare(pointer, name, sql, Int32(types.count), types) == 1 else {
                throw connection.connectionError()
            }
            connection.statements.add(key, name)
            expected.append(.preparation(key))
            return name
        }

        /// Sends what libpq has buffered, and reads what has arrived.
        ///
        /// The server stops reading when its results are not read, so both directions are served.
        private func flush(waits: Bool) throws {
            while true {
                let status = PQflush(pointer)
                if status == 0 { return }
                guard status == 1 else { throw connection.connectionError() }
                var descriptor = pollfd(
                    fd: PQsocket(pointer), events: Int16(POLLIN | POLLOUT), revents: 0)
                _ = poll(&descriptor, 1, waits ? 1000 : 100)
                if descriptor.revents & Int16(POLLIN) != 0, PQconsumeInput(pointer) != 1 {
                    throw connection.connectionError()
                }
            }
        }

        /// Waits for the results of all statements.
        ///
        /// - Returns: The results in the order of the statements. The error of a statement that was not
        ///   run is that of the statement that failed.
        /// - Throws: `QuireError` if the connection is lost.
        func finish() throws -> [Result<PostgresRows, any Error>] {
            try close()
            defer { results = [] }
            return results
        }

        /// Waits for the results of all statements, after which the connection can run others.
        ///
        /// If the connection is lost, the next call of another method throws the error.
        func suspend() {
            do { try close() } catch { lostConnection = error }
        }

        private func open() throws {
            if let lostConnection { throw lostConnection }
            if isOpen { return }
            // Room for the statements of the pipeline, because DEALLOCATE cannot be sent in it.
            try connection.statements.makeRoom { try connection.execute("DEALLOCATE \($0)") }
            if connection.returnsSingleRows { try connection.execute("") }
            let settings = connection.preparation
            guard PQenterPipelineMode(pointer) == 1 else { throw connection.connectionError() }
            PQsetnonblocking(pointer, 1)
            isOpen = true
            guard let settings else { return }
            guard PQsendQueryParams(pointer, settings, 0, nil, nil, nil, nil, 1) == 1 else {
                throw connection.connectionError()
            }
            expected.append(.settings)
        }

        private func close() throws {
            if let lostConnection { throw lostConnection }
            guard isOpen else { return }
            defer {
                PQsetnonblocking(pointer, 0)
                PQexitPipelineMode(pointer)
                isOpen = false
                expected = []
                unsentSize = 0
            }
            guard PQpipelineSync(pointer) == 1 else { throw connection.connectionError() }
            try flush(waits: true)
            for item in expected {
                let result = try next()
                switch item {
                case .statement: results.append(result.mapError { failure ?? $0 })
                case .settings: break
                case .preparation(let key):
                    if case .failure = result { connection.statements.remove(key) }
                }
                if case .failure(let error) = result, failure == nil { failure = error }
            }
            try readEnd()
        }

        /// Reads the end of the pipeline.
        ///
        /// Outside a transaction, the server commits here, and an error of the commit is that of every
        /// statement.
        private func readEnd() throws {
            while true {
                let result = try nextResult()
                if PQresultStatus(result) == PGRES_PIPELINE_SYNC { return PQclear(result) }
                do {
                    PQclear(try connection.result(of: result))
                } catch {
                    if connection.isBroken { throw error }
                    results = results.map { _ in .failure(error) }
                    if failure == nil { failure = error }
                }
            }
        }

        /// Returns the next result of libpq.
        ///
        /// A null pointer ends the results of each statement.
        private func nextResult() throws -> OpaquePointer {
            for _ in 0..<2 {
                if let result = PQgetResult(pointer) { return result }
            }
            throw connection.connectionError()
        }

        /// Returns the result of the next message.
        private func next() throws -> Result<PostgresRows, any Error> {
            let result = try nextResult()
            if PQresultStatus(result) == PGRES_PIPELINE_ABORTED {
                PQclear(result)
                return .failure(
                    QuireError(.unexpectedError, "An earlier statement of the pipeline failed."))
            }
            do {
                return .success(PostgresRows(try connection.result(of: result)))
            } catch {
                if connection.isBroken { throw error }
                return .failure(error)
            }
        }
    }

    extension PostgresConnection {
        /// Calls a closure that sends statements through a pipeline.
        ///
        /// - Parameter body: A closure that sends statements and calls `finish()`.
        /// - Returns: The value that the closure returns.
        /// - Throws: An error that the closure throws, or `QuireError` if the connection is lost.
        func pipeline<R>(_ body: (PostgresPipeline) throws -> R) throws -> R {
            let pipeline = PostgresPipeline(self)
            do {
                let result = try body(pipeline)
                _ = try pipeline.finish()
                return result
            } catch {
                pipeline.suspend()
                throw error
            }
        }
    }
#endif
