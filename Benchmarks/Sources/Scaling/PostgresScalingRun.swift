#if PostgreSQL
    import Foundation
    import Quire
    import QuirePostgreSQL

    /// A run that imports documents into a PostgreSQL server, and measures the engine with tables of
    /// increasing size.
    struct PostgresScalingRun {
        static let sizes = [100_000, 1_000_000, 10_000_000]

        /// The number of documents in the largest table.
        let limit: Int
        /// The folder for the report; `nil` for standard output only.
        let reportFolder: URL?

        func run() throws {
            var report = PostgresScalingReport(machine: Machine())
            for documents in Self.sizes where documents <= limit {
                let step = try PostgresScalingStep(documents: documents)
                report.server = try step.serverDescription()
                try step.run { operation, time, count in
                    let figure = PostgresScalingReport.Figure(
                        documents: documents, operation: operation,
                        nanoseconds: time.elapsed / Double(count), count: count)
                    Console.complain("\(documents) documents: \(operation), \(figure.time)")
                    report.figures.append(figure)
                }
                report.sizes.append((documents, try step.tableSize()))
            }
            Console.print(report.markdown)
            if let reportFolder { try report.write(to: reportFolder) }
        }
    }

    /// The measurements with a table of one size.
    final class PostgresScalingStep {
        private static let pageSize = 20
        private static let gets = 1_000
        /// About how many documents the filter selects.
        private static let selected = 1_000

        private let documents: Int
        private let database: PostgresDatabase
        private let hotels: Repository<ListedHotel>
        private let connection: PlainConnection
        private let table: String
        private var generator = SeededGenerator(seed: 7)

        init(documents: Int) throws {
            self.documents = documents
            var configuration = PostgresConfiguration(try PostgresProgram.connectionString())
            configuration.schemaName = "scaling_\(documents)"
            database = try PostgresDatabase(configuration)
            hotels = try database.repository(of: ListedHotel.self)
            table = "\(configuration.schemaName).\"_default._default\""
            connection = try PlainConnection(configuration.connectionString, table: table)
        }

        deinit { try? database.delete() }

        /// Runs all measurements.
        ///
        /// - Parameter report: A closure that receives an operation, its time, and how often it ran.
        /// - Throws: A ``Disagreement`` if a query finds other documents than expected.
        func run(_ report: (String, WorkTime, Int) -> Void) throws {
            func measure(_ operation: String, _ count: Int = 1, _ work: () throws -> Void) throws {
                var watch = Stopwatch()
                try watch.measure(work)
                report(operation, watch.time, count)
            }
            try measure("import a document with COPY", documents) { try importDocuments() }
            try measure("VACUUM ANALYZE") { try connection.execute("VACUUM ANALYZE \(table)") }
            try measure("find by ID", Self.gets) { try find() }
            try measure("count all") { try check(hotels.count(), documents) }
            // The rates are multiples of 0.01 from 40 to 400.
            let limit = 40 + 0.01 * (Double(Self.selected) * 36_000 / Double(documents)).rounded()
            let cheap = hotels.filter { $0.rate < limit }
            let expected = try cheap.count()
            func queries(_ suffix: String, _ count: Int) throws {
                try measure("count 1,000 by rate\(suffix)") { try check(cheap.count(), expected) }
                try measure("select 1,000 by rate\(suffix)") {
                    try check(cheap.all().count, expected)
                }
                try measure("a page of 20 by rate\(suffix)", count) { try pages(count) }
            }
            try queries("", 1)
            try measure("create an index on the rate") { try hotels.createIndex(on: \.rate) }
            try connection.execute("ANALYZE \(table)")
            try queries(", indexed", 20)
        }

        private func importDocuments() throws {
            // A stored revision, which all rows get.
            let first = try hotels.insert(ListedHotel(StoredHotel(number: 0, &generator)))
            let revision = try connection.text("SELECT rev FROM \(table)")
            try database.defaultStore().purge(id: first.id ?? "")
            try connection.execute("BEGIN")
            let sequence =
                Int(
                    try connection.text("SELECT pg_current_xact_id()::text::bigint << 24")) ?? 0
            var generator = SeededGenerator(seed: 390)
            let columns = "id, seq, rev, flags, type, body, created"
            try connection.copy(
                "COPY \(table) (\(columns)) FROM STDIN (FORMAT binary)", count: documents
            ) { number, row in
                let hotel = StoredHotel(number: number, &generator)
                row += [0, 7]
                row.append(column: hotel.id.utf8)
                row.append(column: (sequence + number + 1).bigEndianBytes)
                row.append(column: revision.utf8)
                row.append(column: Int32(0).bigEndianBytes)
                row.append(column: "hotel".utf8)
                row.append(column: try [1] + PlainConnection.json(hotel, 1))
                row.append(column: (sequence + number + 1).bigEndianBytes)
            }
            try connection.execute("COMMIT")
        }

        private func find() throws {
            for _ in 0..<Self.gets {
                let digits = String(Int.random(in: 0..<documents, using: &generator))
                let id = "hotel-" + String(repeating: "0", count: max(0, 7 - digits.count)) + digits
                blackHole(try hotels.require(id))
            }
        }

        private func pages(_ count: Int) throws {
            for _ in 0..<count {
                let rate = Double(Int.random(in: 50..<300, using: &generator))
                let page = try hotels.filter { $0.rate >= rate }.sorted(by: \.rate)
                    .limit(Self.pageSize).all()
                try check(page.count, Self.pageSize)
            }
        }

        private func check(_ count: Int, _ expected: Int) throws {
            guard count == expected else {
                throw Disagreement("found \(count) of \(expected) documents")
            }
        }

        /// The size of the table with its indexes, in bytes.
        func tableSize() throws -> Int {
            Int(try connection.text("SELECT pg_total_relation_size('\(table)')")) ?? 0
        }

        func serverDescription() throws -> String {
            try connection.text(
                """
                SELECT 'PostgreSQL ' || current_setting('server_version') || ', fsync '
                || current_setting('fsync') || ', shared_buffers ' || current_setting('shared_buffers')
                """)
        }
    }

    extension [UInt8] {
        /// Appends a column of a binary `COPY`: its length and its bytes.
        fileprivate mutating func append(column: some Collection<UInt8>) {
            append(contentsOf: Int32(column.count).bigEndianBytes)
            append(contentsOf: column)
        }
    }

    extension FixedWidthInteger {
        fileprivate var bigEndianBytes: [UInt8] {
            withUnsafeBytes(of: bigEndian) { [UInt8]($0) }
        }
    }
#endif
