import Foundation

/// Where a database lies, and how careful it is.
public struct DatabaseConfiguration: Sendable {
    /// The folder that the database's own folder is in; made if it is missing.
    public var directory: String

    /// Whether every commit waits until the disk has it.
    ///
    /// By default it does not: a crash of the program loses nothing, but a power cut may lose the
    /// last commits. The database stays consistent either way. A commit that waits takes about ten
    /// times as long.
    public var fullSync: Bool

    /// Whether documents with the keys `_attachments`, `_removed` and `_sequence` at the top are
    /// refused.
    ///
    /// Couchbase's servers keep these keys for themselves. By default a warning is logged, once, and
    /// the document is saved. `_id`, `_rev` and `_deleted` are refused always.
    public var refusesReservedKeys: Bool

    /// The value of ``fullSync`` unless another is given.
    public static let defaultFullSync = false

    /// Makes a configuration.
    ///
    /// - Parameters:
    ///   - directory: The folder that the database's own folder is in.
    ///   - fullSync: Whether every commit waits until the disk has it.
    ///   - refusesReservedKeys: Whether documents with keys that servers reserve are refused.
    public init(
        directory: String = Self.defaultDirectory, fullSync: Bool = Self.defaultFullSync,
        refusesReservedKeys: Bool = false
    ) {
        self.directory = directory
        self.fullSync = fullSync
        self.refusesReservedKeys = refusesReservedKeys
    }

    /// Makes a copy of a configuration.
    ///
    /// - Parameter config: The configuration.
    public init(config: DatabaseConfiguration) {
        self = config
    }

    /// The folder that databases are in unless another is given.
    ///
    /// On Apple platforms it is Couchbase Lite's: `CouchbaseLite` in the folder for application
    /// support; on a Mac, where programs share that folder, within a folder named after the bundle.
    /// Elsewhere it is the current directory of the process at the time.
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
