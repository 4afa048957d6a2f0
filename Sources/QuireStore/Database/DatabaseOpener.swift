import Foundation
import QuirePlatform

/// The parts of a database object after its file is opened.
struct DatabaseOpener {
    /// The state that all database objects on the file share.
    let file: SharedFileState
    /// The exclusive access to the writer connection.
    let writerAccess: WriterAccess
    /// The pool of reader connections, or `nil` for an in-memory database.
    let readers: ReaderPool?
    /// A closure that opens a reader connection, or `nil` for an in-memory database.
    let openReader: (@Sendable () throws -> SQLiteConnection)?
    /// A closure that opens another writer connection, or `nil` for an in-memory database.
    let openWriter: (@Sendable () throws -> StoreConnection)?
    /// The store of blob contents.
    let blobs: BlobStore
    /// Whether the table of the default collection's live documents may contain deleted documents.
    let mayHaveDeletedAmongLive: Bool

    /// Opens a database file, and creates the schema if the file is empty.
    ///
    /// - Parameters:
    ///   - folder: The folder of the database, which contains a file.
    ///   - file: The state that all database objects on the file share.
    ///   - config: The configuration of the database.
    ///   - clock: A function that returns the current time, in nanoseconds since 1970.
    /// - Throws: The errors of ``Database/init(name:config:)``.
    init(
        _ folder: DatabaseFolder, file: SharedFileState, config: DatabaseConfiguration,
        clock: @escaping @Sendable () -> UInt64
    ) throws {
        try folder.checkIsWritable()
        try folder.setAttributes(
            protection: config.fileProtection, isExcludedFromBackup: config.isExcludedFromBackup)
        let creation = Self.waitForCreation(of: folder)
        defer { withExtendedLifetime(creation) {} }
        let stored = try Self.storedFile(folder, of: file, with: config, creates: true)
        try SchemaInspection.refuseUnusable(stored)
        let sqlite = try SQLiteConnection(stored, access: .readWriteCreate)
        try sqlite.applySettings(
            fullSync: config.fullSync, cacheSize: config.cacheSize, registersFunctions: false)
        try sqlite.checkIsAtItsPath()
        try SchemaCreation.prepare(sqlite)
        try stored.encryption?.recordContent(in: folder.path)
        try FileOrigin.checkBeforeReading(sqlite)
        // Another process may have created the write-ahead log without synchronizing its entry.
        if config.fullSync { try FolderSynchronization.waitForEntries(of: folder.path) }
        try self.init(
            sqlite, isFirstReader: true, folder: folder, file: file, config: config,
            writingWith: .readWriteCreate,
            readingWith: .readOnly, clock: clock)
    }

    /// Opens a database file for reading, without changing it or the files next to it.
    ///
    /// - Parameters:
    ///   - folder: The folder of the database.
    ///   - file: The state that all database objects on the file share.
    ///   - config: The configuration of the database.
    ///   - clock: A function that returns the current time, in nanoseconds since 1970.
    /// - Throws: The errors of ``Database/init(reading:config:)``.
    init(
        reading folder: DatabaseFolder, _ file: SharedFileState, _ config: DatabaseConfiguration,
        clock: @escaping @Sendable () -> UInt64
    ) throws {
        let stored = try Self.storedFile(folder, of: file, with: config, creates: false)
        let (sqlite, mode) = try Self.openUnchanged(stored)
        // The other connections can use the shared-memory file that the first connection may have
        // created.
        let access =
            mode == .sharedMemory
            ? SQLiteConnection.Access.reading(.sharedMemory) : SQLiteConnection.Access.readOnly
        try self.init(
            sqlite, isFirstReader: false, folder: folder, file: file, config: config,
            writingWith: .reading(mode),
            readingWith: access, clock: clock)
    }

    /// Locks the creation of a database, if its file is empty, until the returned object is released.
    ///
    /// Otherwise, of two processes with and without a key, one could add a key file to the database of the other.
    ///
    /// - Parameter folder: The folder of the database.
    /// - Returns: The lock, or `nil` if the file has content, or the file system has no locks.
    private static func waitForCreation(of folder: DatabaseFolder) -> FolderLock? {
        guard FileLength.of(folder.databaseFile) == 0 else { return nil }
        return .waiting(
            for: folder.path, upTo: .milliseconds(Int64(SQLiteConnection.busyTimeout)))
    }

    /// Returns the database file with its encryption.
    ///
    /// - Parameters:
    ///   - folder: The folder of the database.
    ///   - file: The state of the file, which gets the encryption.
    ///   - config: The configuration of the database.
    ///   - creates: Whether an empty file becomes an encrypted one if the configuration has a key.
    /// - Returns: The file.
    /// - Throws: The errors of ``DatabaseEncryption/open(_:key:)``.
    private static func storedFile(
        _ folder: DatabaseFolder, of file: SharedFileState, with config: DatabaseConfiguration,
        creates: Bool
    ) throws -> StoredFile {
        let path = folder.databaseFile
        let isEmpty = (FileLength.of(path) ?? 0) == 0
        let isNew = creates && isEmpty && FileLength.of(folder.keyFile) == nil
        let encryption: DatabaseEncryption?
        if isNew, let key = config.encryptionKey {
            encryption = try DatabaseEncryption.create(folder.path, key: key, isDraft: false)
        } else {
            encryption = try DatabaseEncryption.open(folder.path, key: config.encryptionKey)
        }
        if isEmpty, encryption?.keyFile.isOfDatabaseWithContent == true {
            throw QuireError(
                .corruptData,
                "The file \(path) is empty, but \(KeyFile.name) is the key file of a database with content. "
                    + "Restore the file from a backup, or delete the folder.")
        }
        file.encryption.replace(by: encryption)
        if encryption != nil, creates {
            // A change of the key that was interrupted has left files without encryption, or with a former key.
            DatabaseDraft.removeAbandoned(in: folder.directoryPath)
        }
        return StoredFile(path, encryption: encryption)
    }

    private static func openUnchanged(
        _ file: StoredFile
    ) throws -> sending (SQLiteConnection, ReadingMode) {
        try ReadingMode.read(file) { mode in
            let sqlite = try SQLiteConnection(file, access: .reading(mode))
            try sqlite.applySettings(fullSync: false)
            // If the first connection locks the file, other connections cannot read it.
            guard mode != .locked,
                try SchemaInspection.inspect(sqlite) == .usable(isComplete: true)
            else {
                throw QuireError(
                    .notWriteable,
                    "The database file \(sqlite.path) must be upgraded before it is read.")
            }
            return (sqlite, mode)
        }
    }

    // If `isFirstReader` is true, the connection becomes the first reader connection, and the writer
    // connection is opened with the first transaction. Otherwise, it becomes the writer connection.
    private init(
        _ sqlite: sending SQLiteConnection, isFirstReader: Bool, folder: DatabaseFolder,
        file: SharedFileState, config: DatabaseConfiguration,
        writingWith writerAccess: SQLiteConnection.Access,
        readingWith access: SQLiteConnection.Access,
        clock: @escaping @Sendable () -> UInt64
    ) throws {
        file.codes.raiseLimit(to: config.vectorCacheSize)
        try sqlite.searchIndexes(with: file.codes)
        let published = PublishedKeys()
        let (path, fullSync) = (folder.databaseFile, config.fullSync)
        let openReader = { @Sendable (cacheSize: Int) in
            try file.suspension.check(path)
            let stored = StoredFile(path, encryption: file.encryption.value)
            let reader = try SQLiteConnection(stored, access: access)
            try reader.applySettings(
                fullSync: fullSync, cacheSize: cacheSize, registersFunctions: false)
            try reader.searchIndexes(with: file.codes)
            return reader
        }
        let cacheSize = config.cacheSize
        let standardSize = min(cacheSize, SQLiteConnection.standardCacheSize)
        let openWriter = { @Sendable in
            // SQLite would create a missing file.
            guard FileManager.default.fileExists(atPath: path) else {
                throw QuireError(.cantOpenFile, "The database file \(path) does not exist.")
            }
            let stored = StoredFile(path, encryption: file.encryption.value)
            let writer = try SQLiteConnection(stored, access: writerAccess)
            try writer.applySettings(fullSync: fullSync, cacheSize: standardSize)
            try writer.searchIndexes(with: file.codes)
            try writer.checkIsAtItsPath()
            if case .readWriteCreate = writerAccess { try FileOrigin.check(writer) }
            return try StoreConnection(writer, published: published)
        }
        mayHaveDeletedAmongLive = try Self.mayHaveDeletedAmongLive(sqlite)
        // A server with many threads would otherwise have a large cache for each of them.
        let openPooled = { @Sendable (number: Int) in
            try StoreConnection(
                openReader(number <= 2 ? cacheSize : standardSize), published: published)
        }
        if isFirstReader {
            try sqlite.execute(
                "PRAGMA query_only=ON", usesFunctions: false, purpose: "configure a connection")
            readers = ReaderPool(
                try StoreConnection(sqlite, published: published), open: openPooled)
            self.writerAccess = WriterAccess(lock: file.lock) {
                try file.suspension.check(path)
                return StoreTransaction(try openWriter(), file, clock: HybridClock(now: clock))
            }
        } else {
            readers = ReaderPool(open: openPooled)
            self.writerAccess = WriterAccess(
                StoreTransaction(
                    try StoreConnection(sqlite, published: published), file,
                    clock: HybridClock(now: clock)), lock: file.lock)
        }
        self.file = file
        self.openReader = { try openReader(standardSize) }
        self.openWriter = openWriter
        blobs = BlobStore(location: folder.path + "/Attachments", encryption: file.encryption)
    }

    /// Creates an in-memory database.
    ///
    /// - Parameter clock: A function that returns the current time, in nanoseconds since 1970.
    /// - Throws: ``QuireError`` if there is not enough memory.
    init(inMemory clock: @escaping @Sendable () -> UInt64) throws {
        let sqlite = try SQLiteConnection(StoredFile(":memory:"), access: .readWriteCreate)
        try sqlite.applySettings(fullSync: false)
        try SchemaCreation.prepare(sqlite)
        mayHaveDeletedAmongLive = try Self.mayHaveDeletedAmongLive(sqlite)
        file = SharedFileState(key: nil)
        file.codes.raiseLimit(to: DatabaseConfiguration.defaultVectorCacheSize)
        try sqlite.searchIndexes(with: file.codes)
        writerAccess = WriterAccess(
            StoreTransaction(
                try StoreConnection(sqlite, published: PublishedKeys()), file,
                clock: HybridClock(now: clock)), lock: file.lock)
        readers = nil
        openReader = nil
        openWriter = nil
        blobs = .temporary()
    }

    private static func mayHaveDeletedAmongLive(_ sqlite: SQLiteConnection) throws -> Bool {
        try InfoRow.maxRowidWithDeletedInDefault.readNumber(on: sqlite) != 0
    }
}
