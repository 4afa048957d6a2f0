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

    let folder: DatabaseFolder
    let gate: WriterGate
    let readers: ReaderPool
    let keyStores = KeyStores()

    /// Whether deleted documents may lie among the live ones of the default collection, as programs
    /// before Couchbase Lite 3.1 left them.
    let mayHaveDeletedAmongLive: Bool

    /// Runs the transactions of asynchronous callers, one after the other.
    let batchQueue: DispatchQueue

    private let isOpen = Atomic<Bool>(true)
    private let registration: OpenDatabases.Key

    /// Opens a database; creates it if it is not there.
    ///
    /// A database of Couchbase Lite 4 (schema 503, version vectors) is opened as it is.
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
    public init(name: String, config: DatabaseConfiguration = DatabaseConfiguration()) throws {
        let folder = try DatabaseFolder(name: name, directory: config.directory)
        try folder.prepare()
        self.name = name
        self.config = config
        self.folder = folder

        let published = PublishedKeys()
        let file = folder.databaseFile
        let fullSync = config.fullSync
        let sqlite = try SQLiteConnection(path: file, access: .readWriteCreate)
        try sqlite.applySettings(fullSync: fullSync)
        try SchemaCreation.prepare(sqlite)
        mayHaveDeletedAmongLive =
            try InfoRow.maxRowidWithDeletedInDefault.readNumber(on: sqlite) != 0
        let writer = try StoreConnection(sqlite, published: published)
        gate = WriterGate(StoreTransaction(writer))
        readers = ReaderPool {
            let sqlite = try SQLiteConnection(path: file, access: .readOnly)
            try sqlite.applySettings(fullSync: fullSync)
            return try StoreConnection(sqlite, published: published)
        }
        batchQueue = DispatchQueue(label: "Quire.Database.\(name)")
        registration = OpenDatabases.register(folder)
    }

    deinit {
        // Whoever uses the database keeps it alive, so nothing can be under way here.
        try? close()
    }

    /// The path of the database's folder, or `nil` if the database is closed.
    public var path: String? {
        isOpen.load(ordering: .acquiring) ? folder.path : nil
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
        try gate.enter { transaction in
            guard let transaction else { return }
            let limit = TimeInterval(SQLiteConnection.busyTimeout) / 1000
            guard readers.close(waitingUpTo: limit) else {
                throw QuireError(
                    .busy, "Database \(name) cannot be closed while it is being read.")
            }
            isOpen.store(false, ordering: .releasing)
            gate.retire()
            // The last one to close, so that it can empty the write-ahead log.
            transaction.close()
            OpenDatabases.unregister(registration)
        }
    }

    /// Closes the database and removes its folder with everything in it.
    ///
    /// - Throws: ``QuireError`` as ``close()``, with code `busy` if another object of this program
    ///   has the database open, `notOpen` if this one is closed, `ioError` if a file cannot be
    ///   removed.
    public func delete() throws {
        guard path != nil else { throw notOpen }
        guard OpenDatabases.count(folder) <= 1 else { throw Self.inUse(folder) }
        try close()
        try folder.remove()
    }

    var notOpen: QuireError {
        QuireError(.notOpen, "Database \(name) in \(folder.directory) is closed.")
    }

    static func inUse(_ folder: DatabaseFolder) -> QuireError {
        QuireError(.busy, "Database \(folder.name) in \(folder.directory) is open.")
    }
}
