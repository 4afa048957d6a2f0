public import Foundation

/// A temporary folder for a test.
public final class TemporaryFolder: Sendable {
    /// The URL of the folder.
    public let url: URL

    /// The folder's path.
    public var path: String { url.path }

    /// Creates a new folder.
    ///
    /// - Parameter directory: The parent directory.
    /// - Throws: Errors of the file manager.
    public init(in directory: URL = FileManager.default.temporaryDirectory) throws {
        url = directory.appending(path: "Quire-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Writes a file into the folder and returns its URL.
    public func write(_ text: String, to name: String) throws -> URL {
        let file = url.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file
    }
}
