import Foundation
import Quire
import QuireInspection

/// The ways in which commands open a database.
enum DatabaseAccess {
    /// The option of every command that writes.
    static let upgradeOption = OptionSpecification.flag(
        "upgrade", "upgrade a bundle of an older Couchbase Lite")

    /// Opens a database for reading, without changing its files.
    ///
    /// If a bundle cannot be read without changing it, for example because it must be upgraded, the
    /// method reads a copy and prints a note.
    ///
    /// - Parameters:
    ///   - path: The path of the bundle.
    ///   - console: The console for the note.
    ///   - body: A closure that reads from the database. The database must not escape it.
    /// - Returns: The result of the closure.
    /// - Throws: Errors of the closure, ``Failure`` if the bundle does not exist, or `QuireError`.
    static func read<R>(
        _ path: String, _ console: Console, _ body: (Database) throws -> R
    ) throws -> R {
        let bundle = try BundlePath(path)
        try bundle.checkExists()
        let reason = try BundleReader(path: bundle.path).reasonToCopy()
        guard let reason else { return try open(bundle, in: bundle.directory, body) }
        console.note("quire: \(bundle.path) \(reason); reading a copy")
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("quire-\(UUID().uuidString)", isDirectory: true)
        let remove = { @Sendable in try? FileManager.default.removeItem(at: folder) }
        console.interruption.beforeEnding { remove() }
        defer { remove() }
        try Database.copyDocuments(
            ofPath: bundle.path, toDatabase: bundle.name, inDirectory: folder.path)
        return try open(bundle, in: folder.path, body)
    }

    /// Opens a database for writing.
    ///
    /// - Parameters:
    ///   - path: The path of the bundle.
    ///   - arguments: The arguments of the command, which can include ``upgradeOption``.
    ///   - creates: Whether to create a missing database.
    ///   - body: A closure that uses the database. The database must not escape it.
    /// - Returns: The result of the closure.
    /// - Throws: Errors of the closure, ``Failure`` if the bundle does not exist or must be
    ///   upgraded
    ///   first, or `QuireError`.
    static func write<R>(
        _ path: String, _ arguments: Arguments, creates: Bool = false,
        _ body: (Database) throws -> R
    ) throws -> R {
        let bundle = try BundlePath(path)
        if !creates { try bundle.checkExists() }
        if bundle.exists, !arguments.has(upgradeOption.name) {
            let reader = try BundleReader(path: bundle.path)
            guard try !reader.isOutdated() else {
                throw Failure(
                    "\(bundle.path) is of an older Couchbase Lite (schema "
                        + "\(try reader.schemaVersion())); use --upgrade to upgrade it, after "
                        + "which older versions cannot open it")
            }
        }
        let config = DatabaseConfiguration(directory: bundle.directory)
        return try use(try Database(name: bundle.name, config: config), body)
    }

    private static func open<R>(
        _ bundle: BundlePath, in directory: String, _ body: (Database) throws -> R
    ) throws -> R {
        let config = DatabaseConfiguration(directory: directory)
        return try use(try Database(reading: bundle.name, config: config), body)
    }

    private static func use<R>(_ database: Database, _ body: (Database) throws -> R) throws -> R {
        do {
            let result = try body(database)
            try database.close()
            return result
        } catch {
            try? database.close()
            throw error
        }
    }
}
