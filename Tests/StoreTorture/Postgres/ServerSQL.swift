#if PostgreSQL
    import CPostgreSQL

    /// A connection that reads a server's tables with plain SQL.
    final class ServerSQL {
        private let pointer: OpaquePointer

        init(_ connectionString: String) throws {
            let pointer = PQconnectdb(connectionString)
            guard let pointer, PQstatus(pointer) == CONNECTION_OK else {
                PQfinish(pointer)
                throw TortureFailure("the server of \(connectionString) cannot be reached")
            }
            self.pointer = pointer
        }

        deinit { PQfinish(pointer) }

        /// Returns the rows of a query, with every value as a string.
        func rows(_ sql: String) throws -> [[String]] {
            let result = PQexec(pointer, sql)
            defer { PQclear(result) }
            guard PQresultStatus(result) == PGRES_TUPLES_OK else {
                throw TortureFailure("\(sql): \(String(cString: PQerrorMessage(pointer)))")
            }
            return (0..<PQntuples(result)).map { row in
                (0..<PQnfields(result)).map { String(cString: PQgetvalue(result, row, $0)) }
            }
        }
    }
#endif
