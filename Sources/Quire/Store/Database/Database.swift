import Foundation
import Synchronization

/// A database of documents, in a folder `NAME.cblite2`.
///
/// The folder is Couchbase Lite's, so either program can open what the other wrote. Any number of
/// objects, in one process or in several, can be open on one folder and see each other's commits.
///
/// An object can be used from every thread. Transactions run one after the other; whatever reads
/// outside of a transaction sees the last commit and waits for nobody.
public final class Database: Sendable {
    /// The database's name.
    public let name: String

    /// The configuration that the database was opened with.
    public let config: DatabaseConfiguration

    /// The object that represents this database in another module's API.
    package let counterpart = DatabaseCounterpart()

    /// Where the database lies; `nil` for one in memory.
    let folder: DatabaseFolder?
    /// What the objects on the file share.
    let file: OpenFile
    let gate: WriterGate
    /// The connections that read; `nil` for a database in memory, whose reads and writes take turns
    /// on one connection.
    let readers: ReaderPool?
    /// Opens a further connection that reads; `nil` for a database in memory.
    let openReader: (@Sendable () throws -> SQLiteConnection)?
    /// Where the contents of blobs are.
    let blobs: BlobStore
    let keyStores = KeyStores()
    /// What models find when they are coded: where the contents of their blobs are, and the rules
    /// for reserved keys.
    let codingInfo: [CodingUserInfoKey: any Sendable]
    /// Where the time comes from, in nanoseconds since 1970.
    let clock: @Sendable () -> UInt64

    /// Whether deleted documents may lie among the live ones of the default collection, as programs
    /// before Couchbase Lite 3.1 left them.
    let mayHaveDeletedAmongLive: Bool

    /// The transactions of asynchronous callers, one after the other.
    let batches: BlockingWork

    /// The rules for reserved keys.
    let reservedKeys: ReservedKeys

    private let openness = Atomic<Bool>(true)

    /// Opens a database; creates it if it is not there.
    ///
    /// A database of Couchbase Lite 2 or 3 is brought to the form of Couchbase Lite 4: schema 503,
    /// version vectors. Documents whose time to be deleted has come are deleted.
    ///
    /// - Parameters:
    ///   - name: The database's name: not empty, without path separators.
    ///   - config: Where the database lies, and how careful it is.
    /// - Throws: ``QuireError`` with code `invalidParameter` if the name cannot be a file's,
    ///   `cantOpenFile` if the folder or the file cannot be opened or made, `notWriteable` if the
    ///   file cannot be written, `unreadableDatabase` if it is encrypted or no database,
    ///   `wrongFormat` if it is a database of something else, `databaseTooOld`,
    ///   `cantUpgradeDatabase`, `databaseTooNew` or `unsupportedOperation` if its version cannot be
    ///   opened, `busy` if another program holds it for ten seconds.
    public convenience init(
        name: String, config: DatabaseConfiguration = DatabaseConfiguration()
    ) throws {
        try self.init(name: name, config: config, clock: HybridClock.systemTime)
    }

    /// Makes a database that is kept in memory, for tests above all.
    ///
    /// It is empty, no other object can open it, and nothing of it is left when it is closed; only
    /// its blobs lie in a folder for temporary files meanwhile. Reads wait for the transactions of
    /// other threads, instead of seeing the last commit at once; they never see what is not
    /// committed. A loop over documents that itself saves some may come across these.
    ///
    /// - Parameter name: The database's name, which queries can use.
    /// - Throws: ``QuireError`` with code `memoryError` if memory cannot be had.
    public convenience init(inMemoryNamed name: String) throws {
        try self.init(inMemoryNamed: name, clock: HybridClock.systemTime)
    }

    /// Opens a database for reading: its file and those next to it stay as they are.
    ///
    /// No document expires, and every change fails with the code `notWriteable`.
    ///
    /// - Parameters:
    ///   - name: The database's name.
    ///   - config: Where the database is.
    /// - Throws: ``QuireError`` as ``init(name:config:)``, with code `cantOpenFile` if there is no
    ///   database, and with code `notWriteable` if it has to be written before it can be read, as
    ///   ``BundleReader/reasonToCopy()`` says.
    package convenience init(reading name: String, config: DatabaseConfiguration) throws {
        let folder = try DatabaseFolder(name: name, directory: config.directory)
        try DatabaseFolder.checkExists(folder.path)
        let file = OpenDatabases.register(folder)
        do {
            let parts = try OpenedStore(
                reading: folder, file, config, clock: HybridClock.systemTime)
            try self.init(
                name: name, config: config, folder: folder, parts, isReadOnly: true,
                clock: HybridClock.systemTime)
        } catch {
            OpenDatabases.unregister(file)
            throw error
        }
    }

    /// Opens a database with a clock of the caller's.
    convenience init(
        name: String, config: DatabaseConfiguration, clock: @escaping @Sendable () -> UInt64
    ) throws {
        let folder = try DatabaseFolder(name: name, directory: config.directory)
        try folder.prepare(durably: config.fullSync)
        let file = OpenDatabases.register(folder)
        do {
            let parts = try OpenedStore(folder, file, config, clock: clock)
            try self.init(name: name, config: config, folder: folder, parts, clock: clock)
        } catch {
            OpenDatabases.unregister(file)
            throw error
        }
    }

    /// Makes a database in memory with a clock of the caller's.
    convenience init(inMemoryNamed name: String, clock: @escaping @Sendable () -> UInt64) throws {
        let parts = try OpenedStore(inMemory: clock)
        try self.init(
            name: name, config: DatabaseConfiguration(), folder: nil, parts, clock: clock)
    }

    private init(
        name: String, config: DatabaseConfiguration, folder: DatabaseFolder?, _ parts: OpenedStore,
        isReadOnly: Bool = false, clock: @escaping @Sendable () -> UInt64
    ) throws {
        self.name = name
        self.config = config
        self.folder = folder
        self.clock = clock
        file = parts.file
        gate = parts.gate
        readers = parts.readers
        openReader = parts.openReader
        blobs = parts.blobs
        reservedKeys = ReservedKeys(refusingAll: config.refusesReservedKeys) {
            QuireLog.warning($0)
        }
        codingInfo = [.blobStorage: parts.blobs, .reservedKeys: reservedKeys]
        mayHaveDeletedAmongLive = parts.mayHaveDeletedAmongLive
        batches = BlockingWork(label: "Quire.Database.\(name)", width: 1)
        if !isReadOnly { beginToExpire() }
        QuireLog.debug("Opened \(folder?.path ?? "database \(name) in memory").")
    }

    deinit {
        // Whoever uses the database keeps it alive, so nothing can be under way here; it can be in
        // the middle of what another object does.
        try? close()
    }

    /// Whether the database is open.
    var isOpen: Bool { openness.load(ordering: .acquiring) }

    /// The path of the database's folder, or `nil` if the database is closed or in memory.
    public var path: String? {
        isOpen ? folder?.path : nil
    }

    /// Closes the database.
    ///
    /// Closing twice does nothing. It waits for the transactions and reads of other threads.
    ///
    /// - Throws: ``QuireError`` with code `transactionNotClosed` inside of a transaction, `busy` if
    ///   this thread is still reading, or another one after ten seconds. The database stays open
    ///   then.
    public func close() throws {
        guard gate.runningTransaction == nil else {
            throw QuireError(
                .transactionNotClosed,
                "Database \(name) cannot be closed inside of a transaction.")
        }
        guard !gate.isEnteredByThisThread else { throw isBeingRead }
        var isInOther = false
        let retired = try gate.enterToClose { transaction, isInside -> StoreTransaction? in
            guard let transaction else { return nil }
            isInOther = isInside
            let limit = TimeInterval(SQLiteConnection.busyTimeout) / 1000
            guard readers?.close(waitingUpTo: limit) != false else { throw isBeingRead }
            openness.store(false, ordering: .releasing)
            gate.retire()
            return transaction
        }
        // From here on nobody else can come to the connection.
        guard let retired else { return }
        file.changes.removeAll(of: ObjectIdentifier(self))
        file.expiration.remove(ObjectIdentifier(self))
        // Within another object's transaction this one is not the last to close.
        file.changes.endWatch(waiting: !isInOther)
        // The last connection to close, so that it can empty the write-ahead log.
        try gate.enterToClose { _, _ in retired.close(tidyingUp: !isInOther) }
        if folder == nil { blobs.remove() }
        OpenDatabases.unregister(file)
    }

    /// Closes the database and deletes it, as ``delete(withName:inDirectory:)`` does.
    ///
    /// - Throws: ``QuireError`` as ``close()``, with code `busy` if another object of this program
    ///   has the database open, `notOpen` if this one is closed, `ioError` if a file cannot be
    ///   removed.
    public func delete() throws {
        guard isOpen else { throw notOpen }
        if let folder, OpenDatabases.count(folder) > 1 { throw Self.inUse(folder) }
        try close()
        try folder?.remove()
    }

    /// Adds a subscription, unless the database is closed.
    ///
    /// - Parameters:
    ///   - subscription: A subscription that was made with this object.
    ///   - toldSequence: The collection's last committed sequence.
    /// - Returns: Whether it was added.
    func add(_ subscription: ChangeSubscription, toldSequence: Int64) -> Bool {
        file.changes.add(
            subscription, toldSequence: toldSequence,
            watchingWith: openReader)
        // Closing may have come between; then it has not seen this one.
        if !isOpen { file.changes.remove(subscription) }
        return isOpen
    }

    private func beginToExpire() {
        do {
            file.expiration.add(self, next: try purgeExpired())
        } catch let error as QuireError where error.code == .notWriteable {
            // What cannot be written stays as it is.
            QuireLog.warning("No document of \(name) will expire. \(error.message)")
        } catch {
            // Another program may hold the file just now.
            file.expiration.add(self, next: now())
        }
    }

    var notOpen: QuireError {
        QuireError(.notOpen, "Database \(name) in \(folder?.directory ?? "memory") is closed.")
    }

    private var isBeingRead: QuireError {
        QuireError(.busy, "Database \(name) cannot be closed while it is being read.")
    }

    static func inUse(_ folder: DatabaseFolder) -> QuireError {
        QuireError(.busy, "Database \(folder.name) in \(folder.directory) is open.")
    }
}

extension Database {
    /// Says whether there is a database of a name.
    ///
    /// - Parameters:
    ///   - name: The database's name.
    ///   - directory: The folder that it is in; by default
    ///     ``DatabaseConfiguration/defaultDirectory``.
    /// - Returns: `true` if its folder is there; what is in it is not looked at.
    public static func exists(withName name: String, inDirectory directory: String? = nil) -> Bool {
        let folder = try? DatabaseFolder(
            name: name, directory: directory ?? DatabaseConfiguration.defaultDirectory)
        return folder?.exists ?? false
    }

    /// Deletes a database and all of its files.
    ///
    /// If there is no database of that name, nothing happens. If another process has the database
    /// open, it loses the contents.
    ///
    /// The folder is renamed before the first file is removed. So a crash or power loss leaves
    /// either the complete database or none of that name; it can leave a hidden folder
    /// `.quire-draft-NAME-UUID.cblite2` with the remaining files, which the next copy or deletion
    /// in the directory removes. When the call returns, the disk has the deletion.
    ///
    /// - Parameters:
    ///   - name: The database's name.
    ///   - directory: The folder that it is in; by default
    ///     ``DatabaseConfiguration/defaultDirectory``.
    /// - Throws: ``QuireError`` with code `busy` if an object of this program has the database
    ///   open, `invalidParameter` if the name cannot be a file's, `ioError` if a file cannot be
    ///   removed.
    public static func delete(
        withName name: String, inDirectory directory: String? = nil
    ) throws {
        let folder = try DatabaseFolder(
            name: name, directory: directory ?? DatabaseConfiguration.defaultDirectory)
        guard OpenDatabases.count(folder) == 0 else { throw inUse(folder) }
        try folder.remove()
    }
}
