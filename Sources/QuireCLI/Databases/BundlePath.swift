import Foundation
import Quire
import QuireInspection

/// The path of a database's folder, as it was given.
struct BundlePath {
    private static let suffix = ".cblite2"

    /// The path, without slashes at its end.
    let path: String
    /// The database's name.
    let name: String
    /// The folder that it is in.
    let directory: String

    /// Takes a path apart; nothing is looked up.
    ///
    /// - Throws: ``Failure`` if it cannot be a database's.
    init(_ text: String) throws {
        var text = text
        while text.count > 1, text.hasSuffix("/") { text.removeLast() }
        let url = URL(fileURLWithPath: text, isDirectory: true).standardizedFileURL
        let file = url.lastPathComponent
        guard file.hasSuffix(Self.suffix), file.count > Self.suffix.count else {
            throw Failure("\(text) is not the path of a \(Self.suffix) bundle")
        }
        path = text
        name = String(file.dropLast(Self.suffix.count))
        directory = url.deletingLastPathComponent().path
    }

    /// Whether there is a database.
    var exists: Bool { FileManager.default.fileExists(atPath: path + "/db.sqlite3") }

    /// Makes sure that there is a database.
    ///
    /// - Throws: ``Failure``, or `QuireError` if there is one of Couchbase Lite 1.x.
    func checkExists() throws {
        do {
            try BundleReader.checkExists(path)
        } catch QuireError.Code.cantOpenFile {
            throw Failure("there is no database at \(path)")
        }
    }
}
