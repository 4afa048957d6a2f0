#if PostgreSQL
    import BenchmarkPostgreSQL
    import Foundation
    import Quire

    /// The peer of the engine for PostgreSQL: libpq with prepared statements and binary values.
    ///
    /// The table has the columns and the indexes of the engine.
    // This class is Sendable because each object is used by one thread at a time.
    final class PlainConnection: @unchecked Sendable {
        private let pointer: OpaquePointer?
        private var parameters = PlainParameters()

        /// Connects to a server, and prepares the statements on a table.
        init(_ connectionString: String, table: String, channel: String = "peer") throws {
            pointer = PQconnectdb(connectionString)
            guard PQstatus(pointer) == CONNECTION_OK else { throw failure }
            PQsetNoticeProcessor(pointer, { _, _ in }, nil)
            try execute("SET jit = off")
            let columns = "id, seq, rev, flags, body, exact"
            let sequence = "(pg_current_xact_id()::text::bigint << 24 | $2)"
            try prepare("get", "SELECT \(columns) FROM \(table) WHERE id = $1", [25])
            try prepare(
                "insert",
                """
                INSERT INTO \(table) AS t (id, seq, rev, flags, type, body, exact, created)
                VALUES ($1, \(sequence), $3, 0, $4, $5, $6, \(sequence))
                ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, rev = excluded.rev, flags = 0,
                type = excluded.type, body = excluded.body, exact = excluded.exact, changed = now(),
                created = excluded.created
                WHERE t.flags & 1 = 1 RETURNING seq, pg_notify('\(channel)', '')::text
                """, [25, 20, 25, 25, 3802, 17])
            try prepare(
                "update",
                """
                UPDATE \(table) SET seq = \(sequence), rev = $3, type = $4, body = $5, exact = $6,
                changed = now() WHERE id = $1 AND rev = $7
                RETURNING seq, pg_notify('\(channel)', '')::text
                """, [25, 20, 25, 25, 3802, 17, 25])
        }

        deinit { PQfinish(pointer) }

        private var failure: Disagreement {
            Disagreement("PostgreSQL: \(PQerrorMessage(pointer).map { String(cString: $0) } ?? "")")
        }

        // MARK: Statements

        /// Runs statements without parameters.
        func execute(_ sql: String) throws { try check(PQexec(pointer, sql)).clear() }

        /// Returns the first column of the first row of a statement, as text.
        func text(_ sql: String) throws -> String {
            let result = try check(PQexec(pointer, sql))
            defer { result.clear() }
            return PQgetvalue(result.pointer, 0, 0).map { String(cString: $0) } ?? ""
        }

        func prepare(_ name: String, _ sql: String, _ types: [Oid]) throws {
            try check(PQprepare(pointer, name, sql, Int32(types.count), types)).clear()
        }

        /// Runs a prepared statement, whose parameters a closure sets.
        func run(
            _ name: String, _ set: (inout PlainParameters) -> Void = { _ in }
        ) throws -> PlainResult {
            parameters.removeAll()
            set(&parameters)
            return try check(
                parameters.withPointers { PQexecPrepared(pointer, name, $0, $1, $2, $3, 1) })
        }

        private func check(_ pointer: OpaquePointer?) throws -> PlainResult {
            let status = PQresultStatus(pointer)
            guard let pointer, status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK else {
                PQclear(pointer)
                throw failure
            }
            return PlainResult(pointer: pointer)
        }

        func inTransaction(_ body: () throws -> Void) throws {
            try execute("BEGIN ISOLATION LEVEL SERIALIZABLE")
            try body()
            try execute("COMMIT")
        }

        // MARK: Documents

        /// Reads all columns of a document and converts its JSON to Fleece.
        func body(id: String) throws -> FleeceDictionary? {
            let result = try run("get") { $0.text(id) }
            defer { result.clear() }
            guard result.rowCount > 0 else { return nil }
            blackHole(result.text(0, 0))
            blackHole(result.integer(0, 1))
            blackHole(result.text(0, 2))
            blackHole(result.integer(0, 3))
            return try result.body(0, 4)
        }

        /// Inserts a document.
        func insert(_ hotel: StoredHotel, number: Int, revision: String) throws {
            let body = try Self.json(hotel, number)
            try run("insert") { Self.set(&$0, hotel.id, number, revision, body) }.clear()
        }

        /// Reads the revision of a document, and updates it.
        func update(_ hotel: StoredHotel, number: Int, revision: String) throws {
            let result = try run("get") { $0.text(hotel.id) }
            let stored = result.text(0, 2)
            result.clear()
            let body = try Self.json(hotel, number)
            try run("update") {
                Self.set(&$0, hotel.id, number, revision, body)
                $0.text(stored)
            }.clear()
        }

        private static func set(
            _ parameters: inout PlainParameters, _ id: String, _ number: Int, _ revision: String,
            _ body: [UInt8]
        ) {
            parameters.text(id)
            parameters.integer(number)
            parameters.text(revision)
            parameters.text("hotel")
            parameters.json(body)
            parameters.null()
        }

        /// Returns the JSON of a hotel, by the same encoders as the engine.
        static func json(_ hotel: StoredHotel, _ revision: Int) throws -> [UInt8] {
            let writer = FleeceWriter()
            hotel.write(to: writer, revision: revision)
            return try json(writer)
        }

        // MARK: Pipelines

        /// Inserts models without waiting for each result.
        func insertPipelined(_ models: [ListedHotel], revision: String) throws {
            try pipelined("insert", models.count) { number, parameters in
                let body = try Self.json(models[number])
                Self.set(&parameters, models[number].id ?? "", number, revision, body)
            } read: { _, _ in
            }
        }

        /// Reads the revisions of models and updates them, without waiting for each result.
        func updatePipelined(_ models: [ListedHotel], revision: String) throws {
            var stored: [String] = []
            try pipelined("get", models.count) { number, parameters in
                parameters.text(models[number].id ?? "")
            } read: { _, result in
                stored.append(result.text(0, 2))
            }
            try pipelined("update", models.count) { number, parameters in
                let body = try Self.json(models[number])
                Self.set(&parameters, models[number].id ?? "", number, revision, body)
                parameters.text(stored[number])
            } read: { number, result in
                guard result.rowCount == 1 else { throw Disagreement("model \(number) changed") }
            }
        }

        /// Sends a prepared statement several times.
        private func pipelined(
            _ name: String, _ count: Int, _ set: (Int, inout PlainParameters) throws -> Void,
            read: (Int, PlainResult) throws -> Void
        ) throws {
            guard PQenterPipelineMode(pointer) == 1 else { throw failure }
            defer { PQexitPipelineMode(pointer) }
            // The buffers of the socket can hold the results of 100 statements.
            for start in stride(from: 0, to: count, by: 100) {
                let part = start..<min(start + 100, count)
                for number in part {
                    parameters.removeAll()
                    try set(number, &parameters)
                    let isSent = parameters.withPointers {
                        PQsendQueryPrepared(pointer, name, $0, $1, $2, $3, 1)
                    }
                    guard isSent == 1 else { throw failure }
                }
                guard PQpipelineSync(pointer) == 1 else { throw failure }
                for number in part {
                    let result = try check(PQgetResult(pointer))
                    try read(number, result)
                    result.clear()
                    PQclear(PQgetResult(pointer))
                }
                PQclear(PQgetResult(pointer))
            }
        }

        private static let encoder = DocumentEncoder()

        /// Returns the JSON of a model, by the same encoders as the engine.
        private static func json(_ model: ListedHotel) throws -> [UInt8] {
            let writer = FleeceWriter()
            try encoder.encode(model, into: writer)
            return try json(writer)
        }

        private static func json(_ writer: FleeceWriter) throws -> [UInt8] {
            let storage = FleeceStorage(try writer.finish())
            let json = JSONWriter()
            if let root = storage.root { try json.write(root) }
            return json.withUTF8 { [UInt8]($0) }
        }

        // MARK: Notifications

        /// Waits for a notification.
        func waitForNotification() throws {
            while true {
                if let notification = PQnotifies(pointer) {
                    PQfreemem(notification)
                    return
                }
                var descriptor = pollfd(fd: PQsocket(pointer), events: Int16(POLLIN), revents: 0)
                _ = poll(&descriptor, 1, 10_000)
                guard PQconsumeInput(pointer) == 1 else { throw failure }
            }
        }

        // MARK: Copies

        /// Sends rows to the server with `COPY`.
        ///
        /// - Parameters:
        ///   - sql: The statement.
        ///   - count: The number of rows.
        ///   - append: A closure that appends a row in the binary format.
        /// - Throws: An error that the closure throws, or a ``Disagreement`` if libpq reports one.
        func copy(
            _ sql: String, count: Int, _ append: (Int, inout [UInt8]) throws -> Void
        ) throws {
            PQclear(PQexec(pointer, sql))
            var buffer =
                Array("PGCOPY\n".utf8) + [0xff, 0x0d, 0x0a, 0] + [UInt8](repeating: 0, count: 8)
            for row in 0..<count {
                try append(row, &buffer)
                if buffer.count > 65_536 { try send(&buffer) }
            }
            buffer += [0xff, 0xff]
            try send(&buffer)
            guard PQputCopyEnd(pointer, nil) == 1 else { throw failure }
            try check(PQgetResult(pointer)).clear()
            PQclear(PQgetResult(pointer))
        }

        private func send(_ buffer: inout [UInt8]) throws {
            let status = buffer.withUnsafeBytes {
                PQputCopyData(
                    pointer, $0.bindMemory(to: CChar.self).baseAddress, Int32($0.count))
            }
            guard status == 1 else { throw failure }
            buffer.removeAll(keepingCapacity: true)
        }
    }
#endif
