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

    /// The value of ``fullSync`` unless another is given.
    public static let defaultFullSync = false

    /// Makes a configuration.
    ///
    /// - Parameters:
    ///   - directory: The folder that the database's own folder is in.
    ///   - fullSync: Whether every commit waits until the disk has it.
    public init(
        directory: String = Self.defaultDirectory, fullSync: Bool = Self.defaultFullSync
    ) {
        self.directory = directory
        self.fullSync = fullSync
    }

    /// The folder that databases are in unless another is given.
    ///
    /// On Apple platforms it is Couchbase Lite's: `CouchbaseLite` in the folder for application
    /// support; on a Mac, where programs share that folder, within a folder named after the bundle.
    /// Elsewhere it is `CouchbaseLite` within a folder named after the program in `$XDG_DATA_HOME`,
    /// or in `~/.local/share` if that is not set.
    public static var defaultDirectory: String {
        applicationDirectory.appendingPathComponent("CouchbaseLite", isDirectory: true).path
    }

    private static var applicationDirectory: URL {
        #if canImport(Darwin)
            let support = URL.applicationSupportDirectory
            #if os(macOS)
                let program = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
                return support.appendingPathComponent(program, isDirectory: true)
            #else
                return support
            #endif
        #else
            let process = ProcessInfo.processInfo
            // The specification says that a relative path is to be ignored.
            let data = process.environment["XDG_DATA_HOME"].flatMap {
                $0.hasPrefix("/") ? URL(fileURLWithPath: $0, isDirectory: true) : nil
            }
            let standard = FileManager.default.homeDirectoryForCurrentUser
                .appendingPathComponent(".local/share", isDirectory: true)
            return (data ?? standard)
                .appendingPathComponent(process.processName, isDirectory: true)
        #endif
    }
}
