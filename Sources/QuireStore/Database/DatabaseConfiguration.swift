public import Foundation
public import QuireEncryption

/// Options for opening a database: its location, durability and memory.
///
/// ```swift
/// let config = DatabaseConfiguration(directory: folder, fullSync: true)
/// let database = try Database(name: "travel", config: config)
/// ```
public struct DatabaseConfiguration: Sendable {
    /// The folder that contains the database's own folder.
    ///
    /// It is created if it is missing.
    public var directory: String

    /// Whether a commit waits until its changes are on disk.
    ///
    /// The default is `false`: a crash of the process loses no commits, but a power loss may lose
    /// the last ones. The database remains consistent in both cases. A commit that waits takes
    /// about ten times as long.
    public var fullSync: Bool

    /// Whether saving a document with a reserved top-level key throws an error.
    ///
    /// The keys are `_attachments`, `_removed` and `_sequence`.
    ///
    /// Couchbase servers reserve these keys. By default, Quire saves the document and logs a
    /// warning once. Saving the keys `_id`, `_rev` and `_deleted` always throws an error. These rules
    /// apply to all ways to save a document, but not to a value that the document already contains.
    /// Other keys that begin with an underscore are saved, but replicators do not transfer them.
    public var refusesReservedKeys: Bool

    /// The maximum size of the page cache of a connection that reads, in bytes.
    ///
    /// Reading a page in the cache needs no call of the system. A cache of the size of the database, with
    /// its indexes, makes scans and reads of random documents faster; it grows with the pages that are
    /// read. Two connections of a database have a cache of this size. Further ones, which concurrent
    /// reads open, and the connection that writes have one of at most 10 MB, because a larger one makes
    /// saves no faster. A database in memory ignores the value. It is rounded down to kibibytes, and is
    /// at least one.
    public var cacheSize = defaultCacheSize

    /// The maximum size of the codes of indexes of vectors in memory, in bytes.
    ///
    /// A search for the nearest vectors compares codes of one bit for each dimension, and the codes that it
    /// has read remain in memory for the next search: 64 MB for a million vectors with 384 dimensions.
    /// Searches of an index whose codes do not fit read the others from the file. All database objects
    /// of a file share the memory, whose size is the largest of those with which they were opened. With
    /// 0, no codes remain in memory.
    public var vectorCacheSize = defaultVectorCacheSize

    /// The protection class of the database's folder and files on iOS, or `nil` to leave it unchanged.
    ///
    /// Files without a class have the default one of the app, which usually is
    /// `completeUntilFirstUserAuthentication`. With `complete`, reads and writes fail while the device is
    /// locked; with `completeUnlessOpen`, those of open databases succeed. The class of an existing
    /// database is changed when it is opened for writing. Other platforms ignore it.
    public var fileProtection: FileProtectionType?

    /// The key that encrypts the files of the database, or `nil` for a database that is not encrypted.
    ///
    /// It requires the trait `Encryption`. A new database is encrypted with the key. An existing one must be
    /// opened with its key.
    public var encryptionKey: EncryptionKey?

    /// Whether backups of Apple devices leave out the database, or `nil` to leave it unchanged.
    ///
    /// Other platforms ignore it.
    public var isExcludedFromBackup: Bool?

    /// The default value of ``fullSync``.
    public static let defaultFullSync = false

    /// The default value of ``cacheSize``.
    ///
    /// It is 32 MiB on macOS and Linux, and 10 MiB on devices with less memory.
    public static let defaultCacheSize: Int = {
        #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
            10 << 20
        #else
            32 << 20
        #endif
    }()

    /// The default value of ``vectorCacheSize``.
    ///
    /// It is 64 MiB on macOS and Linux, and 16 MiB on devices with less memory.
    public static let defaultVectorCacheSize: Int = {
        #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
            16 << 20
        #else
            64 << 20
        #endif
    }()

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - directory: The folder that contains the database's own folder.
    ///   - fullSync: Whether a commit waits until its changes are on disk.
    ///   - refusesReservedKeys: Whether saving a document with a key that servers reserve throws an
    ///     error.
    public init(
        directory: String = Self.defaultDirectory, fullSync: Bool = Self.defaultFullSync,
        refusesReservedKeys: Bool = false
    ) {
        self.directory = directory
        self.fullSync = fullSync
        self.refusesReservedKeys = refusesReservedKeys
    }

    /// Creates a copy of a configuration.
    ///
    /// - Parameter config: The configuration to copy.
    public init(config: DatabaseConfiguration) {
        self = config
    }

    /// The default folder for databases.
    ///
    /// On Apple platforms, it is the default folder of Couchbase Lite: `CouchbaseLite` in the
    /// application support folder. On macOS, where applications share that folder, it is inside a
    /// folder with the name of the bundle identifier. On other platforms, it is the current
    /// directory of the process.
    public static var defaultDirectory: String {
        #if canImport(Darwin)
            let support = URL.applicationSupportDirectory
            #if os(macOS)
                let program = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
                let folder = support.appendingPathComponent(program, isDirectory: true)
            #else
                let folder = support
            #endif
            return folder.appendingPathComponent("CouchbaseLite", isDirectory: true).path
        #else
            return FileManager.default.currentDirectoryPath
        #endif
    }
}
