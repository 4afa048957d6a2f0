#if PostgreSQL
    import CPostgreSQL
    import QuireModels

    /// The rows of a result in PostgreSQL's binary format.
    struct PostgresRows: RandomAccessCollection, Sendable {
        /// A result of libpq, which is immutable, so all threads can read it.
        private final class Result: @unchecked Sendable {
            let pointer: OpaquePointer

            init(_ pointer: OpaquePointer) { self.pointer = pointer }

            deinit { PQclear(pointer) }
        }

        private let result: Result
        let endIndex: Int

        var startIndex: Int { 0 }

        /// Takes the ownership of a result.
        init(_ pointer: OpaquePointer) {
            result = Result(pointer)
            endIndex = Int(PQntuples(pointer))
        }

        subscript(index: Int) -> PostgresRow {
            PostgresRow(rows: self, index: Int32(index))
        }

        var columnNames: [String] {
            (0..<PQnfields(result.pointer)).map {
                PQfname(result.pointer, $0).map { String(cString: $0) } ?? ""
            }
        }

        /// The number of rows that the statement inserted, updated or deleted.
        var affectedCount: Int {
            PQcmdTuples(result.pointer).flatMap { Int(String(cString: $0)) } ?? 0
        }

        fileprivate func isNull(_ row: Int32, _ column: Int) -> Bool {
            PQgetisnull(result.pointer, row, Int32(column)) != 0
        }

        fileprivate func withBytes<R>(
            row: Int32, column: Int, _ body: (UnsafeRawBufferPointer) throws -> R
        ) rethrows -> R {
            try withExtendedLifetime(result) {
                let count = Int(PQgetlength(result.pointer, row, Int32(column)))
                return try body(
                    UnsafeRawBufferPointer(
                        start: PQgetvalue(result.pointer, row, Int32(column)), count: count))
            }
        }
    }

    /// A row of a result.
    ///
    /// Columns are numbered from 0.
    struct PostgresRow: Sendable {
        let rows: PostgresRows
        let index: Int32

        func isNull(_ column: Int) -> Bool { rows.isNull(index, column) }

        /// Calls a closure with the binary value of a column.
        ///
        /// A null value has no bytes.
        func withBytes<R>(
            _ column: Int, _ body: (UnsafeRawBufferPointer) throws -> R
        ) rethrows -> R {
            try rows.withBytes(row: index, column: column, body)
        }

        func text(_ column: Int) -> String {
            withBytes(column) { String(decoding: $0, as: UTF8.self) }
        }

        func textIfPresent(_ column: Int) -> String? { isNull(column) ? nil : text(column) }

        func bytes(_ column: Int) -> [UInt8] { withBytes(column) { [UInt8]($0) } }

        /// Returns an integer of 2, 4 or 8 bytes.
        func integer(_ column: Int) throws -> Int64 {
            try withBytes(column) { bytes in
                switch bytes.count {
                case 2: Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
                case 4: Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
                case 8: Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
                default: throw unexpected(column, "an integer")
                }
            }
        }

        func integerIfPresent(_ column: Int) throws -> Int64? {
            isNull(column) ? nil : try integer(column)
        }

        func double(_ column: Int) throws -> Double {
            try withBytes(column) { bytes in
                guard bytes.count == 8 else { throw unexpected(column, "a double") }
                return Double(
                    bitPattern: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)))
            }
        }

        func boolean(_ column: Int) throws -> Bool {
            try withBytes(column) { bytes in
                guard bytes.count == 1 else { throw unexpected(column, "a Boolean") }
                return bytes[0] != 0
            }
        }

        /// Calls a closure with the JSON text of a `jsonb` value.
        func withJSON<R>(
            _ column: Int, _ body: (UnsafeRawBufferPointer) throws -> R
        ) throws -> R {
            try withBytes(column) { bytes in
                guard bytes.first == 1 else {
                    throw unexpected(column, "a jsonb value of version 1")
                }
                return try body(UnsafeRawBufferPointer(rebasing: bytes.dropFirst()))
            }
        }

        /// Returns the JSON text of a `jsonb` value.
        func json(_ column: Int) throws -> [UInt8] { try withJSON(column) { [UInt8]($0) } }

        /// Returns the microseconds since 2000-01-01 of a `timestamptz` value.
        func timestamp(_ column: Int) throws -> Int64 { try integer(column) }

        private func unexpected(_ column: Int, _ expected: String) -> QuireError {
            QuireError(
                .corruptData,
                "Column \(rows.columnNames[column]) of a result of PostgreSQL is not \(expected).")
        }
    }
#endif
