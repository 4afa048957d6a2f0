import Foundation

/// The folder that the repository lies in, found from where this file was compiled.
enum RepositoryFolder {
    /// The folder that holds `Benchmarks`.
    static let url = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
}
