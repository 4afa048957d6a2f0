#if PostgreSQL
    import Foundation
    import QuirePlatform
    import QuireModels

    /// The contents of blobs in the table `blob`.
    ///
    /// A content is stored in parts of one megabyte, which the table contains in the order of the column
    /// `part`:
    ///
    /// ```text
    /// quire=> SELECT digest, count(*) AS parts, sum(length(content)) AS bytes FROM quire.blob GROUP BY 1;
    ///              digest                | parts |  bytes
    /// -----------------------------------+-------+---------
    ///  sha1-Hk0EYHO0u2Qr4DuYLOKEVYEbGyk= |     3 | 2500000
    /// ```
    final class PostgresBlobs: BlobStorage {
        /// The number of bytes of a part.
        private static let partSize = 1 << 20

        let location: String
        let pool: PostgresPool
        let table: String
        private let layout: PostgresLayout

        private let place: DatabasePlace?
        private let isClosed = Atomic(false)

        /// Creates a storage.
        ///
        /// - Parameters:
        ///   - pool: Connections that are not those of transactions.
        ///   - layout: The tables of the database.
        ///   - feedID: The ID of the list of changes.
        ///   - place: The place of a database of a fleet.
        init(
            _ pool: PostgresPool, _ layout: PostgresLayout, feedID: String, place: DatabasePlace?
        ) {
            self.pool = pool
            self.place = place
            self.layout = layout
            table = layout.schema + ".blob"
            location = "postgresql:\(feedID)"
        }

        func close() { isClosed.store(true, ordering: .releasing) }

        /// Calls a closure with a connection, and explains the error of a statement.
        private func withConnection<R>(_ body: (PostgresConnection) throws -> R) throws -> R {
            guard !isClosed.load(ordering: .acquiring) else {
                throw QuireError(.notOpen, "The database of the blobs is closed.")
            }
            do {
                return try pool.withConnection(body)
            } catch {
                throw place?.explained(error) ?? error
            }
        }

        func install(_ content: Data) throws -> InstalledBlob {
            let digest = BlobDigest(of: content)
            let installed = InstalledBlob(digest: digest, length: UInt64(content.count))
            try withConnection { connection in
                if try isInstalled(installed, connection) { return }
                try connection.begin(then: layout.versionCheck)
                var (start, part) = (content.startIndex, 0)
                repeat {
                    let end = min(start + Self.partSize, content.endIndex)
                    try connection.change(
                        """
                        INSERT INTO \(table) (digest, part, content)
                        VALUES ($1, $2, $3)
                        ON CONFLICT (digest, part) DO UPDATE SET unused = NULL
                        """,
                        [
                            .text(digest.description), .integer(Int64(part)),
                            .bytes([UInt8](content[start..<end])),
                        ])
                    (start, part) = (end, part + 1)
                } while start < content.endIndex
                try connection.execute("COMMIT")
            }
            return installed
        }

        /// Returns whether a content is stored, and keeps maintenance from removing it.
        private func isInstalled(
            _ blob: InstalledBlob, _ connection: PostgresConnection
        ) throws -> Bool {
            let digest = PostgresValue.text(blob.digest.description)
            let row = try connection.rows(
                """
                SELECT sum(length(content))::bigint, bool_or(unused IS NOT NULL) FROM \(table)
                WHERE digest = $1
                """, [digest])[0]
            guard try row.integerIfPresent(0) == Int64(clamping: blob.length) else { return false }
            guard try row.boolean(1) else { return true }
            // If maintenance is removing the content, the statement waits and changes nothing.
            return try connection.change(
                "UPDATE \(table) SET unused = NULL WHERE digest = $1 AND part = 0", [digest]) > 0
        }

        func length(of digest: BlobDigest) throws -> UInt64? {
            try withConnection { connection in
                try connection.rows(
                    "SELECT sum(length(content))::bigint FROM \(table) WHERE digest = $1",
                    [.text(digest.description)])[0].integerIfPresent(0)
            }.map { UInt64(clamping: $0) }
        }

        func read(_ digest: BlobDigest, length: UInt64?) throws -> Data? {
            var content: Data?
            try withConnection { connection in
                try connection.forEachRow(
                    "SELECT content FROM \(table) WHERE digest = $1 ORDER BY part",
                    parameters: [.text(digest.description)]
                ) { row in
                    var read = content ?? Data()
                    content = nil
                    row.withBytes(0) { read.append(contentsOf: $0) }
                    content = read
                }
            }
            guard let content else { return nil }
            if let length, length != UInt64(content.count) {
                throw QuireError(
                    .corruptData,
                    "Blob \(digest) has \(content.count) bytes, but the document specifies \(length)."
                )
            }
            guard BlobDigest(of: content) == digest else {
                throw QuireError(.corruptData, "The content of blob \(digest) is damaged.")
            }
            return content
        }
    }
#endif
