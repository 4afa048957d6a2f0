/// What a database object is made of, once its file is open.
struct OpenedStore {
    /// What the objects on the file share.
    let file: OpenFile
    /// The way to the connection that writes.
    let gate: WriterGate
    /// The connections that read; `nil` for a database in memory.
    let readers: ReaderPool?
    /// Opens a further connection that reads; `nil` for a database in memory.
    let openReader: (@Sendable () throws -> SQLiteConnection)?
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
        try folder.checkIsWritable()
        try SchemaInspection.refuseUnusable(folder.databaseFile)
        try PrivateFile.create(folder.databaseFile)
        let sqlite = try SQLiteConnection(path: folder.databaseFile, access: .readWriteCreate)
        try sqlite.applySettings(fullSync: config.fullSync)
        try SchemaCreation.prepare(sqlite)
        // Another process may have created the write-ahead log without synchronizing its entry.
        if config.fullSync { try Synchronization.waitForEntries(of: folder.path) }
        try self.init(sqlite, folder, file, config, readingWith: .readOnly, clock: clock)
    }

    /// Opens a database's file for reading; it and the files next to it stay as they are.
    ///
    /// - Parameters:
    ///   - folder: The database's folder.
    ///   - file: What the objects on the file share.
    ///   - config: Its configuration.
    ///   - clock: Where the time comes from, in nanoseconds since 1970.
    /// - Throws: ``QuireError`` as ``Database/init(reading:config:)``.
    init(
        reading folder: DatabaseFolder, _ file: OpenFile, _ config: DatabaseConfiguration,
        clock: @escaping @Sendable () -> UInt64
    ) throws {
        let mode = ReadingMode(of: folder.databaseFile)
        let sqlite = try SQLiteConnection(path: folder.databaseFile, access: .reading(mode))
        try sqlite.applySettings(fullSync: false)
        // A file that the first connection locks cannot be read by another one.
        guard mode != .locked,
            try SchemaInspection.inspect(sqlite) == .usable(isComplete: true)
        else {
            throw QuireError(
                .notWriteable,
                "The file \(sqlite.path) has to be brought to today's form before it is read.")
        }
        // What the first connection may have created is there for the others.
        let access =
            mode == .sharedMemory
            ? SQLiteConnection.Access.reading(.sharedMemory) : SQLiteConnection.Access.readOnly
        try self.init(sqlite, folder, file, config, readingWith: access, clock: clock)
    }

    private init(
        _ sqlite: sending SQLiteConnection, _ folder: DatabaseFolder, _ file: OpenFile,
        _ config: DatabaseConfiguration, readingWith access: SQLiteConnection.Access,
        clock: @escaping @Sendable () -> UInt64
    ) throws {
        let published = PublishedKeys()
        let (path, fullSync) = (folder.databaseFile, config.fullSync)
        let openReader = { @Sendable in
            let reader = try SQLiteConnection(path: path, access: access)
            try reader.applySettings(fullSync: fullSync)
            return reader
        }
        try self.init(
            sqlite, published, file,
            readers: ReaderPool { try StoreConnection(openReader(), published: published) },
            openReader: openReader, blobs: BlobStore(location: folder.path + "/Attachments"),
            clock: clock)
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
            sqlite, PublishedKeys(), OpenFile(key: nil), readers: nil, openReader: nil,
            blobs: .temporary(), clock: clock)
    }

    private init(
        _ sqlite: sending SQLiteConnection, _ published: PublishedKeys, _ file: OpenFile,
        readers: ReaderPool?, openReader: (@Sendable () throws -> SQLiteConnection)?,
        blobs: BlobStore, clock: @escaping @Sendable () -> UInt64
    ) throws {
        mayHaveDeletedAmongLive =
            try InfoRow.maxRowidWithDeletedInDefault.readNumber(on: sqlite) != 0
        let writer = try StoreConnection(sqlite, published: published)
        gate = WriterGate(
            StoreTransaction(writer, file, clock: HybridClock(now: clock)), lock: file.lock)
        self.file = file
        self.readers = readers
        self.openReader = openReader
        self.blobs = blobs
    }
}
