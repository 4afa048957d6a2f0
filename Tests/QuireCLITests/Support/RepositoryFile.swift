import Foundation

/// A file of this repository.
enum RepositoryFile {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Reads a text.
    ///
    /// - Parameter path: The path from the repository's root.
    /// - Returns: What is in the file.
    /// - Throws: An error if it cannot be read.
    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}
