import Foundation

/// The folder of the repository, derived from the path of this source file.
enum RepositoryFolder {
    /// The folder that contains `Benchmarks`.
    static let url = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
}
