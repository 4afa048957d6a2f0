import Foundation

/// A temporary copy of a database file, for a file that cannot be read without changing it.
final class TemporaryCopy {
    /// A connection to the copy.
    let connection: SQLiteConnection

    private let folder: URL

    /// Copies a database file into a temporary folder.
    ///
    /// - Parameter file: The file.
    /// - Throws: ``QuireError`` if SQLite reports an error, or with code `ioError`.
    /// - Complexity: O(*n*) in the size of the file.
    init(of file: StoredFile) throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("Quire-\(UUID().uuidString)", isDirectory: true)
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            connection = try SourceFile(file: file).copy(
                to: StoredFile(folder.appendingPathComponent("db.sqlite3").path, copyOf: file))
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
    }

    deinit {
        connection.close()
        try? FileManager.default.removeItem(at: folder)
    }
}
