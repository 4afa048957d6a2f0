import Fleece

/// The identifiers by which other databases know this one.
enum DatabaseIdentity {
    /// Gives a database new identifiers in the open transaction.
    ///
    /// The edits that it has made keep the identifier of their author. So they are the same versions
    /// as in the database from which it was copied, and later edits of both are in conflict.
    ///
    /// - Parameter connection: A writer connection.
    /// - Throws: ``QuireError`` with code `corruptData` if the shared keys are damaged, or another
    ///   code if SQLite reports an error.
    /// - Complexity: O(*n*) in the number of documents.
    static func renew(on connection: SQLiteConnection) throws {
        let old = try InfoRow.publicUUID.read(on: connection) ?? SchemaCreation.randomUUID()
        // In an older file, no revision has an author.
        let hasVectors =
            try InfoRow.versioning.readNumber(on: connection) == DatabaseSchema.versionVectors
        if hasVectors, let author = RevisionID.SourceID(old) {
            try OwnEdits(author: author, connection: connection).name()
            try InfoRow.previousPublicUUID.write(old, on: connection)
        }
        if let uuid = try InfoRow.privateUUID.read(on: connection) {
            try InfoRow.previousPrivateUUID.write(uuid, on: connection)
        }
        for row in [InfoRow.publicUUID, .privateUUID] {
            try row.write(SchemaCreation.randomUUID(), on: connection)
        }
    }
}

/// The edits in all rows that have no named author, because this database made them.
private struct OwnEdits {
    /// The author to name.
    let author: RevisionID.SourceID
    let connection: SQLiteConnection
    private let keys: SharedKeys
    private let writer: FleeceWriter
    private let purpose = "name the author of the edits"
    private let batchCount: Int64 = 500

    /// What every row has.
    private struct Row {
        let id: Int64
        let flags: DocumentFlags
        let version: [UInt8]
        /// Whether the column `extra` is not NULL.
        let hasExtra: Bool
    }

    init(author: RevisionID.SourceID, connection: SQLiteConnection) throws {
        self.author = author
        self.connection = connection
        keys = try InfoRow.readSharedKeys(on: connection)
        writer = FleeceWriter(sharedKeys: MutableSharedKeys(keys))
    }

    func name() throws {
        for (table, _, _) in try CollectionTables.documentTables(on: connection) {
            var rows = try rows(of: table, from: .min)
            while let last = rows.last {
                for row in rows { try nameEdits(of: row, in: table) }
                guard last.id < .max else { break }
                rows = try self.rows(of: table, from: last.id + 1)
            }
        }
    }

    private func rows(of table: SQLIdentifier, from first: Int64) throws -> [Row] {
        let statement = try connection.statement(
            """
            SELECT rowid, flags, version, extra IS NOT NULL FROM \(table) \
            WHERE rowid >= ?1 ORDER BY rowid LIMIT ?2
            """, purpose: purpose)
        defer { statement.resetAndClear() }
        try statement.bind(first, at: 1)
        try statement.bind(batchCount, at: 2)
        var rows: [Row] = []
        while try statement.step() {
            rows.append(
                Row(
                    id: statement.int64(at: 0),
                    flags: DocumentFlags(stored: statement.int64(at: 1)),
                    version: statement.bytes(at: 2), hasExtra: statement.int64(at: 3) != 0))
        }
        return rows
    }

    /// Reads the revisions of a row, one row at a time because a body can be large.
    private func revisions(of row: Row, in table: SQLIdentifier) throws -> StoredRevisions {
        let without = StoredRevisions(
            version: row.version, body: nil, extra: nil, flags: row.flags)
        guard row.hasExtra else { return without }
        let statement = try connection.statement(
            "SELECT extra, body FROM \(table) WHERE rowid = ?1", purpose: purpose)
        defer { statement.resetAndClear() }
        try statement.bind(row.id, at: 1)
        guard try statement.step() else { return without }
        return StoredRevisions(
            version: row.version, body: statement.isNull(at: 1) ? nil : statement.bytes(at: 1),
            extra: statement.bytes(at: 0), flags: row.flags)
    }

    /// A damaged row stays as it is, and does not concern the others.
    private func nameEdits(of row: Row, in table: SQLIdentifier) throws {
        let version = try named(row.version)
        let revisions = try revisions(of: row, in: table)
        var extra: [UInt8]?
        if let column = revisions.extra, StoredRevisions.areItems(column) {
            extra = try unlessDamaged { try namedEntries(of: revisions) }
        }
        guard version != nil || extra != nil else { return }
        // The item of remote 1 replaces the flag, as in other changes of the column.
        let flag: Int64 = extra == nil ? 0 : Int64(DocumentFlags.synced.rawValue)
        let statement = try connection.statement(
            """
            UPDATE \(table) SET version = ?2, extra = ?3, flags = flags & ~?4 WHERE rowid = ?1
            """, purpose: purpose)
        defer { statement.resetAndClear() }
        try statement.bind(row.id, at: 1)
        try statement.bind(version ?? row.version, at: 2)
        if let column = extra ?? revisions.extra { try statement.bind(column, at: 3) }
        try statement.bind(flag, at: 4)
        try statement.run()
    }

    /// Returns the column `version` with the author, or `nil` if no edit lacks it.
    private func named(_ version: [UInt8]) throws -> [UInt8]? {
        try unlessDamaged { try version.withNamedAuthor(author) }
    }

    /// Returns the column `extra` with the author, or `nil` if no edit lacks it.
    private func namedEntries(of row: StoredRevisions) throws -> [UInt8]? {
        var entries = try RemoteEntries(of: row, keys)
        var isChanged = false
        for (remote, entry) in entries.all {
            guard let named = try entry.named(author) else { continue }
            entries[remote] = named
            isChanged = true
        }
        guard isChanged else { return nil }
        defer { writer.reset() }
        guard let body = row.body else { return try entries.column(after: nil, keys, to: writer) }
        return try body.withUnsafeBytes { try entries.column(after: $0, keys, to: writer) }
    }

    private func unlessDamaged<R>(_ body: () throws -> R?) throws -> R? {
        do {
            return try body()
        } catch let error as QuireError
            where error.code == .corruptRevisionData || error.code == .corruptData
        {
            return nil
        } catch is FleeceError {
            return nil
        }
    }
}

extension RemoteEntry {
    /// Returns the entry with the author of this database's edits, or `nil` if no edit lacks it.
    fileprivate func named(_ author: RevisionID.SourceID) throws -> RemoteEntry? {
        let version = try version.withNamedAuthor(author)
        let base = try base?.dictionary.flatMap {
            try RemoteEntry($0, at: 0).named(author)
        }
        guard version != nil || base != nil else { return nil }
        var entry = self
        entry.version = version ?? self.version
        if let base {
            let writer = FleeceWriter()
            writer.write(base.encode(to: writer, current: nil))
            entry.base = FleeceStorage(try writer.finish()).root
        }
        return entry
    }
}

extension [UInt8] {
    /// Returns a column `version` with the author of this database's edits, or `nil` if no edit lacks
    /// it.
    fileprivate func withNamedAuthor(_ author: RevisionID.SourceID) throws -> [UInt8]? {
        guard first == 0 else { return nil }
        let vector = try withUnsafeBytes { try VersionVector(stored: $0) }
        guard vector.versions.contains(where: { $0.source == nil }) else { return nil }
        func name(_ version: RevisionID.Version) -> RevisionID.Version {
            RevisionID.Version(time: version.time, source: version.source ?? author)
        }
        return VersionVector(
            name(vector.first), merging: vector.merged.map(name), after: vector.earlier.map(name)
        ).stored
    }
}
