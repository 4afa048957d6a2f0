#if PostgreSQL
    import Foundation
    import Quire
    import QuirePostgreSQL
    import Synchronization

    /// The common setup of the benchmarks on PostgreSQL: a schema for each side on one server.
    ///
    /// `Scripts/support/postgres` starts the server in a temporary folder, with its default durability: a
    /// commit waits for the disk.
    final class PostgresBench: Sendable {
        private static let lastNumber = Atomic(0)

        let hotels: [StoredHotel]
        let database: PostgresDatabase
        let store: any DocumentStore
        let repository: Repository<ListedHotel>
        let table: String
        let peer: PlainConnection
        let peerTable: String
        private let peerDatabase: PostgresDatabase
        /// A revision for the documents of the peer.
        let revision: String

        /// Creates empty tables.
        init(count: Int, connections: Int = 1) throws {
            hotels = StoredHotel.all(count: count)
            let number = Self.lastNumber.add(1, ordering: .relaxed).newValue
            (database, table) = try Self.open("ours_\(number)", connections)
            (peerDatabase, peerTable) = try Self.open("peer_\(number)", 1)
            store = try database.defaultStore()
            repository = try database.repository(of: ListedHotel.self)
            peer = try PlainConnection(PostgresProgram.connectionString(), table: peerTable)
            try Self.save(hotels[0], 0, in: store, if: .any)
            revision = try store.record(id: hotels[0].id)?.revisionID.description ?? ""
            try empty()
        }

        deinit {
            try? database.delete()
            try? peerDatabase.delete()
        }

        private static func open(
            _ schema: String, _ connections: Int
        ) throws -> (PostgresDatabase, String) {
            var configuration = PostgresConfiguration(try PostgresProgram.connectionString())
            configuration.schemaName = schema
            configuration.maximumConnections = connections
            return (try PostgresDatabase(configuration), "\(schema).\"_default._default\"")
        }

        /// Opens another database object on our schema.
        func openAgain() throws -> PostgresDatabase { try PostgresDatabase(database.configuration) }

        /// Removes the documents of both sides.
        func empty() throws { try peer.execute("TRUNCATE \(table), \(peerTable)") }

        /// Removes the former versions of rows, which would slow down the next round.
        func vacuum() throws {
            try peer.execute("VACUUM \(table)")
            try peer.execute("VACUUM \(peerTable)")
        }

        /// Saves all hotels on our side, and copies them to the peer.
        func fill() throws {
            for start in stride(from: 0, to: hotels.count, by: 1000) {
                try saveBatch(start..<min(start + 1000, hotels.count))
            }
            try copyToPeer()
        }

        /// Copies our documents to the peer.
        func copyToPeer() throws {
            try peer.execute("INSERT INTO \(peerTable) SELECT * FROM \(table)")
            try peer.execute("VACUUM ANALYZE \(table)")
            try peer.execute("VACUUM ANALYZE \(peerTable)")
        }

        // MARK: Saves

        static func save(
            _ hotel: StoredHotel, _ number: Int, in store: any DocumentStore,
            if precondition: RevisionPrecondition
        ) throws {
            let result = try store.save { writer in
                hotel.write(to: writer, revision: number)
                return WriteTarget(id: hotel.id, if: precondition)
            }
            guard case .saved = result else { throw Disagreement("\(hotel.id) was not saved") }
        }

        func saveBatch(_ range: Range<Int>, if precondition: RevisionPrecondition = .absent) throws
        {
            try database.inBatch {
                for number in range {
                    try Self.save(hotels[number], number, in: store, if: precondition)
                }
            }
        }

        // MARK: Agreement

        /// Checks that both tables contain the same documents.
        func verify() throws {
            let difference = try peer.text(
                """
                SELECT count(*) FROM \(table) AS a FULL JOIN \(peerTable) AS b USING (id)
                WHERE a.body IS DISTINCT FROM b.body OR a.type IS DISTINCT FROM b.type
                """)
            let count = try peer.text("SELECT count(*) FROM \(table)")
            guard difference == "0", count == "\(hotels.count)" else {
                throw Disagreement("\(difference) of \(count) documents differ")
            }
        }
    }
#endif
