/// What a database object is made of, once its file is open.
struct OpenedStore {
    /// What the objects on the file share.
    let file: OpenFile
    /// The way to the connection that writes.
    let gate: WriterGate
    /// The connections that read; `nil` for a database in memory.
    let readers: ReaderPool?
    /// The folder of blobs.
    let blobs: BlobStore
    /// Whether deleted documents may lie among the live ones of the default collection.
    let mayHaveDeletedAmongLive: Bool

    /// Opens a database's file; makes it a database if it is empty.
    ///
    /// - Parameters:
    ///   - folder: The database's folder, which is there.
    ///   - file: What the objects on the file share.
    ///   - config: How careful it is.
    ///   - clock: Where the time comes from, in nanoseconds since 1970.
    /// - Throws: ``QuireError`` as ``Database/init(name:config:)``.
    init(
        _ folder: DatabaseFolder, _ file: OpenFile, _ config: DatabaseConfiguration,
        clock: @escaping @Sendable () -> UInt64
    ) throws {
        let published = PublishedKeys()
        let sqlite = try SQLiteConnection(path: folder.databaseFile, access: .readWriteCreate)
        try sqlite.applySettings(fullSync: config.fullSync)
        try SchemaCreation.prepare(sqlite)
        // Another process may have created the write-ahead log without synchronizing its entry.
        if config.fullSync { try Synchronization.waitForEntries(of: folder.path) }
        let openReader = Self.reader(of: folder, config)
        try self.init(
            sqlite, published, file,
            readers: ReaderPool { try StoreConnection(openReader(), published: published) },
            blobs: BlobStore(location: folder.path + "/Attachments"), clock: clock)
    }

    /// Makes a database in memory.
    ///
    /// - Parameter clock: Where the time comes from, in nanoseconds since 1970.
    /// - Throws: ``QuireError`` if memory cannot be had.
    init(inMemory clock: @escaping @Sendable () -> UInt64) throws {
        let sqlite = try SQLiteConnection(path: ":memory:", access: .readWriteCreate)
        try sqlite.applySettings(fullSync: false)
        try SchemaCreation.prepare(sqlite)
        try self.init(
            sqlite, PublishedKeys(), OpenFile(key: nil), readers: nil,
            blobs: .temporary(), clock: clock)
    }

    private init(
        _ sqlite: sending SQLiteConnection, _ published: PublishedKeys, _ file: OpenFile,
        readers: ReaderPool?, blobs: BlobStore, clock: @escaping @Sendable () -> UInt64
    ) throws {
        mayHaveDeletedAmongLive =
            try InfoRow.maxRowidWithDeletedInDefault.readNumber(on: sqlite) != 0
        let writer = try StoreConnection(sqlite, published: published)
        gate = WriterGate(
            StoreTransaction(writer, file, clock: HybridClock(now: clock)), lock: file.lock)
        self.file = file
        self.readers = readers
        self.blobs = blobs
    }

    /// Returns what opens a connection that reads a database's file.
    ///
    /// - Parameters:
    ///   - folder: The database's folder.
    ///   - config: How careful it is.
    /// - Returns: A closure that opens a connection.
    static func reader(
        of folder: DatabaseFolder, _ config: DatabaseConfiguration
    ) -> @Sendable () throws -> SQLiteConnection {
        let path = folder.databaseFile
        let fullSync = config.fullSync
        return {
            let sqlite = try SQLiteConnection(path: path, access: .readOnly)
            try sqlite.applySettings(fullSync: fullSync)
            return sqlite
        }
    }
}
