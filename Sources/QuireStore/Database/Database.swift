import Foundation
import QuirePlatform

/// A document database in a folder named `NAME.cblite2`.
///
/// The file format is that of Couchbase Lite, so each library can open databases of the other.
/// Several database objects, in one or more processes, can open the same folder at the same time.
/// They see each other's commits.
///
/// A database is thread-safe. Transactions run one at a time. A read outside a transaction returns
/// the last committed state and doesn't wait for transactions.
///
/// The methods with names of Couchbase Lite are synchronous. Their asynchronous forms have other
/// names, such as ``open(name:config:)`` and ``shutDown()``; see <doc:TransactionsAndConcurrency>.
///
/// ```swift
/// let database = try Database(name: "travel", config: config)
/// let hotels = try database.repository(of: Hotel.self)
/// try hotels.save(Hotel(name: "Grand"))
/// try database.close()
/// ```
public final class Database: Sendable {
    /// The database's name.
    public let name: String

    private let openedConfig: DatabaseConfiguration

    /// The configuration that the database was opened with, and its present encryption key.
    public var config: DatabaseConfiguration {
        var config = openedConfig
        config.encryptionKey = file.encryption.value?.key
        return config
    }

    /// The object that represents this database in another module's API.
    package let counterpart = DatabaseCounterpart()

    /// The folder of the database, or `nil` for an in-memory database.
    let folder: DatabaseFolder?
    /// The state that all database objects on the file share.
    package let file: SharedFileState
    package let writerAccess: WriterAccess
    /// The pool of reader connections.
    ///
    /// It is `nil` for an in-memory database, which reads and writes on a single connection.
    package let readers: ReaderPool?
    /// The snapshots that threads are reading.
    package let snapshots = SnapshotAccess()
    /// A closure that opens a reader connection, or `nil` for an in-memory database.
    let openReader: (@Sendable () throws -> SQLiteConnection)?
    /// A closure that opens another writer connection, or `nil` for an in-memory database.
    let openWriter: (@Sendable () throws -> StoreConnection)?
    /// The store of blob contents.
    package let blobs: BlobStore
    package let allTables = AllCollectionTables()
    /// The `userInfo` of encoders and decoders: the store of blob contents and the rules for
    /// reserved keys.
    package let codingInfo: [CodingUserInfoKey: any Sendable]
    /// A function that returns the current time, in nanoseconds since 1970.
    let clock: @Sendable () -> UInt64

    /// Whether the table of the default collection's live documents may contain deleted documents.
    ///
    /// Couchbase Lite versions before 3.1 stored deleted documents there.
    package let mayHaveDeletedAmongLive: Bool

    /// The serial queue for transactions of asynchronous callers.
    package let batches: BlockingWork

    /// The rules for reserved keys.
    let documentRules: DocumentRules

    /// The middleware that is registered with this object.
    public let registeredMiddleware: RegisteredMiddleware? = RegisteredMiddleware()

    private let openness = Atomic<Bool>(true)

    /// Closures that are called after this object was closed.
    let closing = ObserverList<DatabaseAvailability>()

    /// Opens a database, or creates it if it doesn't exist.
    ///
    /// A database of Couchbase Lite 2 or 3 is upgraded to the format of Couchbase Lite 4, which has
    /// schema version 503 and version vectors. Expired documents are purged.
    ///
    /// ```swift
    /// let database = try Database(name: "travel", config: config)  // travel.cblite2
    /// ```
    ///
    /// - Parameters:
    ///   - name: The database's name, which must not be empty or contain path separators.
    ///   - config: The location and durability of the database.
    /// - Throws: ``QuireError`` with code `invalidParameter` if the name is not a valid file name,
    ///   `cantOpenFile` if the folder or the file cannot be opened or created, `notWriteable` if
    ///   the file is not writable, `unreadableDatabase` if it is not a database, or is encrypted with
    ///   another key, or not encrypted although the configuration has a key, `unsupportedEncryption` if
    ///   the key requires the trait `Encryption` or Couchbase Lite has encrypted the file,
    ///   `wrongFormat` if it is another kind of database, `databaseTooOld`, `cantUpgradeDatabase`,
    ///   `databaseTooNew` or `unsupportedOperation` if its version cannot be opened, `busy` if
    ///   another program locks it for ten seconds.
    public convenience init(
        name: String, config: DatabaseConfiguration = DatabaseConfiguration()
    ) throws {
        try self.init(name: name, config: config, clock: HybridClock.systemTime)
    }

    /// Creates an empty in-memory database, primarily for tests.
    ///
    /// Other database objects cannot open the database, and closing it discards its contents. Until
    /// then, a temporary folder contains its blobs.
    ///
    /// Reads wait for transactions of other threads and never see uncommitted changes. A loop over
    /// documents may include documents that the loop itself saves.
    ///
    /// ```swift
    /// let hotels = try Database(inMemoryNamed: "travel").repository(of: Hotel.self)
    /// try hotels.save(Hotel(name: "Grand"))
    /// ```
    ///
    /// - Parameter name: The database's name, which queries can use.
    /// - Throws: ``QuireError`` with code `memoryError` if there is not enough memory.
    public convenience init(inMemoryNamed name: String) throws {
        try self.init(inMemoryNamed: name, clock: HybridClock.systemTime)
    }

    /// Opens an existing database without changing its files.
    ///
    /// Documents don't expire, and every change throws ``QuireError`` with code `notWriteable`.
    ///
    /// - Parameters:
    ///   - name: The database's name.
    ///   - config: The location of the database.
    /// - Throws: The errors of ``init(name:config:)``. The code is `cantOpenFile` if the database
    ///   doesn't exist, and `notWriteable` if the database cannot be read without writing to it.
    ///   ``BundleReader/reasonToCopy()`` returns the reason.
    package convenience init(reading name: String, config: DatabaseConfiguration) throws {
        let folder = try DatabaseFolder(name: name, directory: config.directory)
        try DatabaseFolder.checkExists(folder.path)
        let file = try DatabaseRegistry.register(folder)
        do {
            try file.suspension.check(folder.path)
            let parts = try DatabaseOpener(
                reading: folder, file, config, clock: HybridClock.systemTime)
            try self.init(
                name: name, config: config, folder: folder, parts, isReadOnly: true,
                clock: HybridClock.systemTime)
        } catch {
            DatabaseRegistry.unregister(file)
            throw error
        }
    }

    /// Opens a database with a custom clock.
    package convenience init(
        name: String, config: DatabaseConfiguration, clock: @escaping @Sendable () -> UInt64
    ) throws {
        let folder = try DatabaseFolder(name: name, directory: config.directory)
        try DatabaseEncryption.check(config.encryptionKey)
        try folder.prepare(durably: config.fullSync)
        // The identity of the file is that of the database.
        try PrivateFile.create(folder.databaseFile)
        let file = try DatabaseRegistry.register(folder)
        do {
            try file.suspension.check(folder.path)
            let parts = try DatabaseOpener(folder, file: file, config: config, clock: clock)
            try self.init(name: name, config: config, folder: folder, parts, clock: clock)
        } catch {
            DatabaseRegistry.unregister(file)
            throw error
        }
    }

    /// Creates an in-memory database with a custom clock.
    package convenience init(
        inMemoryNamed name: String, clock: @escaping @Sendable () -> UInt64
    ) throws {
        let parts = try DatabaseOpener(inMemory: clock)
        try self.init(
            name: name, config: DatabaseConfiguration(), folder: nil, parts, clock: clock)
    }

    private init(
        name: String, config: DatabaseConfiguration, folder: DatabaseFolder?,
        _ parts: DatabaseOpener,
        isReadOnly: Bool = false, clock: @escaping @Sendable () -> UInt64
    ) throws {
        self.name = name
        openedConfig = config
        self.folder = folder
        self.clock = clock
        file = parts.file
        writerAccess = parts.writerAccess
        readers = parts.readers
        openReader = parts.openReader
        openWriter = parts.openWriter
        blobs = parts.blobs
        documentRules = DocumentRules(refusingAll: config.refusesReservedKeys) {
            QuireLog.warning($0)
        }
        codingInfo = [.blobStorage: parts.blobs, .documentRules: documentRules]
        mayHaveDeletedAmongLive = parts.mayHaveDeletedAmongLive
        batches = BlockingWork(label: "Quire.Database.\(name)", width: 1)
        file.suspension.add(self, of: file)
        if !isReadOnly { beginToExpire() }
        QuireLog.debug("Opened \(folder?.path ?? "in-memory database \(name)").")
    }

    deinit {
        // Every operation retains the database, so no operation of this object is running. A
        // transaction of another object on the same file may be running.
        try? close()
    }

    /// Whether the database is open.
    package var isOpen: Bool { openness.load(ordering: .acquiring) }

    /// The path of the database's folder, or `nil` if the database is closed or in memory.
    public var path: String? {
        isOpen ? folder?.path : nil
    }

    /// Closes the database.
    ///
    /// The method waits for transactions and reads of other threads. Replicators of this object stop,
    /// and its listeners for replication close their connections. Closing a database again has no
    /// effect.
    ///
    /// ```swift
    /// defer { try? database.close() }
    /// ```
    ///
    /// - Throws: ``QuireError`` with code `transactionNotClosed` inside a transaction, or `busy` if
    ///   this thread is reading, for example inside a snapshot, or if other threads are still
    ///   reading after ten seconds. After an error, the database remains open.
    public func close() throws {
        guard writerAccess.runningTransaction == nil else {
            throw QuireError(
                .transactionNotClosed,
                "Database \(name) cannot be closed inside a transaction.")
        }
        guard !writerAccess.isEnteredByThisThread else { throw isBeingRead }
        var isInOther = false
        var isClosing = false
        let retired = try writerAccess.enterToClose { transaction, isInside -> StoreTransaction? in
            guard isOpen else { return nil }
            isInOther = isInside
            let limit = TimeInterval(SQLiteConnection.busyTimeout) / 1000
            guard readers?.close(waitingUpTo: limit) != false else { throw isBeingRead }
            openness.store(false, ordering: .releasing)
            isClosing = true
            writerAccess.retire()
            // A suspended database has no connection.
            return transaction
        }
        // From here on, no other thread can get the connection.
        guard isClosing else { return }
        file.suspension.remove(ObjectIdentifier(self))
        registeredMiddleware?.removeAll()
        file.changes.removeAll(of: ObjectIdentifier(self))
        file.expiration.remove(ObjectIdentifier(self))
        // Inside a transaction of another object, this object is not the last one to close, so it
        // doesn't wait.
        file.changes.endWatch(waiting: !isInOther)
        // A connection that can write closes last, so that it can empty the write-ahead log.
        readers?.closeLastConnection()
        try writerAccess.enterToClose { _, _ in retired?.close(tidyingUp: !isInOther) }
        if folder == nil { blobs.remove() }
        DatabaseRegistry.unregister(file)
        closing.notify(.closed)
    }

    /// Closes the database and deletes its files.
    ///
    /// For the effects of a crash, see ``delete(withName:inDirectory:)``.
    ///
    /// ```swift
    /// let drafts = try Database(name: "drafts", config: config)
    /// try drafts.delete()
    /// ```
    ///
    /// - Throws: The errors of ``close()``, or ``QuireError`` with code `busy` if another object of
    ///   this process has the database open, `notOpen` if this object is closed, `ioError` if a
    ///   file cannot be removed.
    public func delete() throws {
        guard isOpen else { throw notOpen }
        if let folder, DatabaseRegistry.count(file) > 1 { throw Self.inUse(folder) }
        try close()
        try folder?.remove()
    }

    /// Adds a subscription, unless the database is closed.
    ///
    /// - Parameters:
    ///   - subscription: A subscription whose owner is this object.
    ///   - publishedSequence: The last committed sequence of the collection, or `nil` if the
    ///     database is suspended.
    /// - Returns: Whether the subscription was added.
    package func add(_ subscription: ChangeSubscription, publishedSequence: Int64?) -> Bool {
        file.changes.add(
            subscription, publishedSequence: publishedSequence,
            watchingWith: openReader)
        // If the database was closed in the meantime, closing it did not remove this subscription.
        if !isOpen { file.changes.remove(subscription) }
        return isOpen
    }

    private func beginToExpire() {
        do {
            file.expiration.add(self, next: try purgeExpired())
        } catch let error as QuireError where error.code == .notWriteable {
            // The documents of a read-only file don't expire.
            QuireLog.warning("Documents of \(name) will not expire: \(error.message)")
        } catch {
            // Another program may be locking the file. Try again with the timer.
            file.expiration.add(self, next: now())
        }
    }

    /// The error for a database without connections, because it is closed or suspended.
    package var notOpen: QuireError {
        if isOpen, file.suspension.isSuspended {
            return FileSuspension.error(folder?.path ?? name)
        }
        return QuireError(
            .notOpen, "Database \(name) in \(folder?.directory ?? "memory") is closed.")
    }

    private var isBeingRead: QuireError {
        QuireError(.busy, "Database \(name) cannot be closed while it is being read.")
    }

    static func inUse(_ folder: DatabaseFolder) -> QuireError {
        QuireError(
            .busy,
            "Database \(folder.name) in \(folder.directory) is open. Close its other Database objects, in "
                + "this process and in others, and try again.")
    }
}

extension Database {
    /// Returns whether a database exists.
    ///
    /// ```swift
    /// if Database.exists(withName: "travel", inDirectory: folder) {
    ///     print("The database exists.")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The database's name.
    ///   - directory: The folder that contains the database, by default
    ///     ``DatabaseConfiguration/defaultDirectory``.
    /// - Returns: `true` if the folder of the database exists. The method doesn't check its
    ///   contents.
    public static func exists(withName name: String, inDirectory directory: String? = nil) -> Bool {
        let folder = try? DatabaseFolder(
            name: name, directory: directory ?? DatabaseConfiguration.defaultDirectory)
        return folder?.exists ?? false
    }

    /// Deletes a database and all of its files.
    ///
    /// If the database doesn't exist, the method does nothing. If another process has the database
    /// open, that process loses access to its contents.
    ///
    /// The folder is renamed before the first file is removed. After a crash or power loss, either
    /// the complete database exists or no database with its name. In the second case, a hidden
    /// folder `.quire-draft-NAME-UUID.cblite2` may contain the remaining files. The next copy or
    /// deletion in the directory removes it. When the method returns, the deletion is on disk.
    ///
    /// ```swift
    /// try Database.delete(withName: "travel", inDirectory: folder)
    /// ```
    ///
    /// - Parameters:
    ///   - name: The database's name.
    ///   - directory: The folder that contains the database, by default
    ///     ``DatabaseConfiguration/defaultDirectory``.
    /// - Throws: ``QuireError`` with code `busy` if an object of this process has the database
    ///   open, `invalidParameter` if the name is not a valid file name, `ioError` if a file cannot
    ///   be removed.
    public static func delete(
        withName name: String, inDirectory directory: String? = nil
    ) throws {
        let folder = try DatabaseFolder(
            name: name, directory: directory ?? DatabaseConfiguration.defaultDirectory)
        guard DatabaseRegistry.count(folder) == 0 else { throw inUse(folder) }
        try folder.remove()
    }
}
