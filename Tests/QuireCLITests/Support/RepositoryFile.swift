import Foundation

/// A file of this repository.
enum RepositoryFile {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Reads a text file.
    ///
    /// - Parameter path: The path relative to the root of the repository.
    /// - Returns: The contents of the file.
    /// - Throws: An error if the file cannot be read.
    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}
