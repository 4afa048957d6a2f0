import Foundation
import Quire
import QuireInspection

/// The ways in which commands open a database.
enum DatabaseAccess {
    /// The option of every command that writes.
    static let upgradeOption = OptionSpecification.flag(
        "upgrade", "bring a bundle of an older Couchbase Lite to today's form")

    /// Opens a database for reading only: its files stay as they are.
    ///
    /// A bundle of an older Couchbase Lite has to be brought to today's form, and some others cannot be
    /// read without a change either. Of those a copy is read, and a note says so.
    ///
    /// - Parameters:
    ///   - path: The path of the bundle.
    ///   - console: Where the note goes.
    ///   - body: A closure that reads and does not keep the database.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws, ``Failure`` if there is no such bundle, or `QuireError`.
    static func read<R>(
        _ path: String, _ console: Console, _ body: (Database) throws -> R
    ) throws -> R {
        let bundle = try BundlePath(path)
        try bundle.checkExists()
        let reason = try BundleReader(path: bundle.path).reasonToCopy()
        guard let reason else { return try open(bundle, in: bundle.directory, body) }
        console.note("quire: \(bundle.path) \(reason); reading a copy, it stays as it is")
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
    ///   - arguments: The command's arguments, among them ``upgradeOption``.
    ///   - creates: Whether a database that is not there is made.
    ///   - body: A closure that does not keep the database.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws, ``Failure`` if there is no such bundle or it is of an older
    ///   Couchbase Lite, or `QuireError`.
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
                        + "\(try reader.schemaVersion())); --upgrade brings it to today's form, "
                        + "which older programs cannot read")
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
