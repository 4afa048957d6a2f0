import Foundation
import QuireTestSupport

/// Writable copies of databases created by other programs.
enum Bundles {
    static let couchbaseMade = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../DatabaseTestSupport/Fixtures/couchbase-made.cblite2")
        .standardizedFileURL

    /// Copies a database to a folder and returns its path.
    static func copy(_ source: URL, to folder: TemporaryFolder) throws -> String {
        let path = folder.path + "/" + source.lastPathComponent
        try FileManager.default.copyItem(atPath: source.path, toPath: path)
        for file in [""] + (try FileManager.default.subpathsOfDirectory(atPath: path)) {
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o700], ofItemAtPath: "\(path)/\(file)")
        }
        return path
    }
}
