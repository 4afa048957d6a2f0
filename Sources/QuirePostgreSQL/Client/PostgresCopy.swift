#if PostgreSQL
    import CPostgreSQL
    import QuireModels

    /// Rows that are sent to the server with `COPY … FROM STDIN (FORMAT binary)`.
    ///
    /// The format is a signature of 11 bytes, 8 bytes of flags, and for each row the number of columns
    /// in 2 bytes, and each value with its length in 4 bytes. The length of a null value is −1. The
    /// number of columns −1 ends the data.
    struct PostgresCopy {
        private static let signature: [UInt8] = Array("PGCOPY\n".utf8) + [0xff, 0x0d, 0x0a, 0]
        private static let bufferSize = 65_536

        private let connection: PostgresConnection
        private var buffer = signature + [UInt8](repeating: 0, count: 8)
        private(set) var rowCount = 0

        fileprivate init(_ connection: PostgresConnection) {
            self.connection = connection
        }

        /// Sends a row.
        mutating func row(_ values: [PostgresValue]) throws {
            buffer.append(bigEndian: Int16(clamping: values.count))
            for value in values {
                try value.check()
                guard value != .null else {
                    buffer.append(bigEndian: Int32(-1))
                    continue
                }
                let start = buffer.count
                buffer.append(bigEndian: Int32(0))
                value.append(to: &buffer)
                let length = Int32(clamping: buffer.count - start - 4)
                withUnsafeBytes(of: length.bigEndian) { bytes in
                    buffer.replaceSubrange(start..<start + 4, with: bytes)
                }
            }
            rowCount += 1
            if buffer.count >= Self.bufferSize { try flush() }
        }

        private mutating func flush() throws {
            let status = buffer.withUnsafeBytes { bytes in
                PQputCopyData(
                    connection.pointer, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
                    Int32(clamping: bytes.count))
            }
            guard status == 1 else { throw connection.connectionError() }
            buffer.removeAll(keepingCapacity: true)
        }

        fileprivate mutating func end() throws {
            buffer.append(bigEndian: Int16(-1))
            try flush()
        }
    }

    extension PostgresConnection {
        /// Calls a closure that sends rows to a table.
        ///
        /// If it throws, no row is stored.
        ///
        /// - Parameters:
        ///   - sql: The statement `COPY … FROM STDIN (FORMAT binary)`.
        ///   - body: A closure that sends the rows.
        /// - Returns: The number of rows.
        /// - Throws: An error that the closure throws, or `QuireError` if the server rejects the rows.
        @discardableResult
        func copyIn(_ sql: String, _ body: (inout PostgresCopy) throws -> Void) throws -> Int {
            PQclear(try result(of: PQexec(pointer, sql)))
            var copy = PostgresCopy(self)
            var failure: (any Error)?
            do {
                try body(&copy)
                try copy.end()
            } catch {
                failure = error
            }
            guard PQputCopyEnd(pointer, failure == nil ? nil : "The client ended the import.") == 1
            else { throw failure ?? connectionError() }
            while let next = PQgetResult(pointer) {
                do { PQclear(try result(of: next)) } catch { failure = failure ?? error }
            }
            if let failure { throw failure }
            return copy.rowCount
        }
    }
#endif
