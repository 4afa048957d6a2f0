#if PostgreSQL
    import CPostgreSQL
    import QuireModels

    extension PostgresConnection {
        /// Copies the rows of a query to a table of another server, without keeping them in memory.
        ///
        /// If the call throws, no row is stored.
        ///
        /// - Parameters:
        ///   - query: A query without parameters.
        ///   - target: The connection to the other server.
        ///   - table: The table and its columns, in the order of the query's.
        /// - Returns: The number of bytes.
        /// - Throws: `QuireError` with code `cantOpenFile` if a connection is lost, or an error of a
        ///   server.
        @discardableResult
        func copyRows(
            of query: String, to target: PostgresConnection, table: String
        ) throws -> Int {
            try startCopying("COPY (\(query)) TO STDOUT (FORMAT binary)")
            do {
                try target.startCopying("COPY \(table) FROM STDIN (FORMAT binary)")
            } catch {
                cancel()
                endCopying()
                throw error
            }
            var size = 0
            do {
                while let part = try nextCopiedPart() {
                    defer { PQfreemem(part.baseAddress) }
                    guard PQputCopyData(target.pointer, part.baseAddress, Int32(part.count)) == 1
                    else { throw target.connectionError() }
                    size += part.count
                }
                try endCopying(throwing: ())
            } catch {
                cancel()
                endCopying()
                _ = PQputCopyEnd(target.pointer, "The source of the rows failed.")
                target.endCopying()
                throw error
            }
            guard PQputCopyEnd(target.pointer, nil) == 1 else { throw target.connectionError() }
            try target.endCopying(throwing: ())
            return size
        }

        private func startCopying(_ sql: String) throws {
            observe(sql, isPrepared: false)
            PQclear(try result(of: PQexec(pointer, sql)))
        }

        /// Returns the next rows, which the caller frees, or `nil` at the end.
        private func nextCopiedPart() throws -> UnsafeMutableBufferPointer<CChar>? {
            var part: UnsafeMutablePointer<CChar>?
            let count = PQgetCopyData(pointer, &part, 0)
            if count == -1 { return nil }
            guard count > 0, let part else { throw connectionError() }
            return UnsafeMutableBufferPointer(start: part, count: Int(count))
        }

        /// Reads the results after the rows, and throws the first error.
        private func endCopying(throwing: Void) throws {
            var failure: (any Error)?
            while let next = PQgetResult(pointer) {
                do { PQclear(try result(of: next)) } catch { failure = failure ?? error }
            }
            if let failure { throw failure }
        }

        /// Reads the rest of the rows and the results after them.
        private func endCopying() {
            while let part = try? nextCopiedPart() { PQfreemem(part.baseAddress) }
            try? endCopying(throwing: ())
        }
    }
#endif
