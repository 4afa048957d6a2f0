import Foundation
import Quire
import QuireInspection

/// The ways in which commands open a database.
enum DatabaseAccess {
    /// The option of every command that writes.
    static let upgradeOption = OptionSpecification.flag(
        "upgrade", "upgrade a bundle of an older Couchbase Lite")

    /// Opens the database of a command for reading, without changing it.
    ///
    /// If a bundle cannot be read without changing it, for example because it must be upgraded, the
    /// method reads a copy and prints a note.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of the command.
    ///   - console: The console for the note.
    ///   - body: A closure that reads from the database. The database must not escape it.
    /// - Returns: The result of the closure.
    /// - Throws: Errors of the closure, ``Failure`` if the bundle does not exist, or `QuireError`.
    static func read<R>(
        _ arguments: Arguments, console: Console, _ body: (any DocumentDatabase) throws -> R
    ) throws -> R {
        try read(try DatabaseLocation(arguments, console: console), console: console, body)
    }

    /// Opens a database for reading, without changing it.
    static func read<R>(
        _ location: DatabaseLocation, console: Console,
        _ body: (any DocumentDatabase) throws -> R
    ) throws -> R {
        switch location {
        case .bundle(let path): try read(path, console: console, body)
        case .server(let server): try open(server, for: .reading, body)
        }
    }

    /// Opens the database of a command for writing.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of the command, which can include ``upgradeOption``.
    ///   - console: The console, from which the key of an encrypted bundle can be read.
    ///   - use: What the command does with the database.
    ///   - body: A closure that uses the database. The database must not escape it.
    /// - Returns: The result of the closure.
    /// - Throws: Errors of the closure, ``Failure`` if the bundle does not exist or must be
    ///   upgraded first, or `QuireError`.
    static func write<R>(
        _ arguments: Arguments, console: Console, for use: DatabaseUse = .writing,
        _ body: (any DocumentDatabase) throws -> R
    ) throws -> R {
        let location = try DatabaseLocation(arguments, console: console)
        return try write(location, arguments: arguments, for: use, body)
    }

    /// Opens a database for writing.
    static func write<R>(
        _ location: DatabaseLocation, arguments: Arguments, for use: DatabaseUse,
        _ body: (any DocumentDatabase) throws -> R
    ) throws -> R {
        switch location {
        case .bundle(let path):
            try writeBundle(path, arguments: arguments, creates: use == .creating) { try body($0) }
        case .server(let server): try open(server, for: use, body)
        }
    }

    /// Opens a bundle for writing.
    static func writeBundle<R>(
        _ bundle: BundlePath, arguments: Arguments, creates: Bool = false,
        _ body: (Database) throws -> R
    ) throws -> R {
        if !creates { try bundle.checkExists() }
        if bundle.exists, !arguments.has(upgradeOption.name) {
            let reader = try bundle.reader()
            guard try !reader.isOutdated() else {
                throw Failure(
                    "\(bundle.path) is of an older Couchbase Lite (schema "
                        + "\(try reader.schemaVersion())); use --upgrade to upgrade it, after "
                        + "which older versions cannot open it")
            }
        }
        let database = try Database(name: bundle.name, config: bundle.configuration())
        return try closing(database) { try body(database) }
    }

    private static func read<R>(
        _ bundle: BundlePath, console: Console, _ body: (any DocumentDatabase) throws -> R
    ) throws -> R {
        let reason = try bundle.reader().reasonToCopy()
        guard let reason else { return try open(bundle, in: bundle.directory, body) }
        console.note("quire: \(bundle.path) \(reason); reading a copy")
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("quire-\(UUID().uuidString)", isDirectory: true)
        let remove = { @Sendable in try? FileManager.default.removeItem(at: folder) }
        console.interruption.beforeEnding { remove() }
        defer { remove() }
        try Database.copyDocuments(
            ofPath: bundle.path, toDatabase: bundle.name, inDirectory: folder.path,
            key: bundle.key.value())
        return try open(bundle, in: folder.path, body)
    }

    private static func open<R>(
        _ bundle: BundlePath, in directory: String, _ body: (any DocumentDatabase) throws -> R
    ) throws -> R {
        var config = try bundle.configuration()
        config.directory = directory
        let database = try Database(reading: bundle.name, config: config)
        return try closing(database) { try body(database) }
    }

    private static func open<R>(
        _ server: ServerDatabase, for use: DatabaseUse, _ body: (any DocumentDatabase) throws -> R
    ) throws -> R {
        let database = try server.open(for: use)
        return try closing(database) { try body(database) }
    }

    /// Runs a closure, and closes a database.
    private static func closing<R>(
        _ database: any DocumentDatabase, _ body: () throws -> R
    ) throws -> R {
        do {
            let result = try body()
            try database.close()
            return result
        } catch {
            try? database.close()
            throw error
        }
    }
}
