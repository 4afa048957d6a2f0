import Foundation
import Quire
import QuireInspection

/// The path of a database folder, as given on the command line.
struct BundlePath {
    private static let suffix = ".cblite2"

    /// The path, without trailing slashes.
    let path: String
    /// The name of the database.
    let name: String
    /// The directory that contains the database folder.
    let directory: String
    /// The encryption key of the database.
    let key: BundleKey

    /// Parses a path without accessing the file system.
    ///
    /// - Parameters:
    ///   - text: The path.
    ///   - source: Where the encryption key comes from.
    /// - Throws: ``Failure`` if the path is not that of a bundle.
    init(_ text: String, key source: KeySource = KeySource()) throws {
        var text = text
        while text.count > 1, text.hasSuffix("/") { text.removeLast() }
        let url = URL(fileURLWithPath: text, isDirectory: true).standardizedFileURL
        let file = url.lastPathComponent
        guard file.hasSuffix(Self.suffix), file.count > Self.suffix.count else {
            throw Failure(
                "\(text) is not the path of a \(Self.suffix) bundle, and not a connection string such "
                    + "as postgresql://user@host/database")
        }
        path = text
        key = BundleKey(of: text, from: source)
        name = String(file.dropLast(Self.suffix.count))
        directory = url.deletingLastPathComponent().path
    }

    /// Whether the database exists.
    var exists: Bool { FileManager.default.fileExists(atPath: path + "/db.sqlite3") }

    /// Returns the configuration of the database.
    ///
    /// - Throws: ``Failure`` if the encryption key is missing or wrong.
    func configuration() throws -> DatabaseConfiguration {
        var configuration = DatabaseConfiguration(directory: directory)
        configuration.encryptionKey = try key.value()
        return configuration
    }

    /// Returns a reader for the database.
    ///
    /// - Throws: ``Failure`` as ``checkExists()``, or if the encryption key is missing or wrong;
    ///   `QuireError`.
    func reader() throws -> BundleReader {
        try checkExists()
        return try BundleReader(path: path, key: key.value())
    }

    /// Checks that the database exists.
    ///
    /// - Throws: ``Failure``, or `QuireError` for a database of Couchbase Lite 1.x.
    func checkExists() throws {
        do {
            try BundleReader.checkExists(path)
        } catch QuireError.Code.cantOpenFile {
            throw Failure("there is no database at \(path)")
        }
    }
}
