public import Foundation

/// A folder that lives as long as a test needs it.
public final class TemporaryFolder: Sendable {
    /// Where the folder is.
    public let url: URL

    /// The folder's path.
    public var path: String { url.path }

    /// Creates a new folder.
    ///
    /// - Parameter directory: Where to create it.
    /// - Throws: What the file manager throws.
    public init(in directory: URL = FileManager.default.temporaryDirectory) throws {
        url = directory.appending(path: "Quire-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Writes a file into the folder and returns where it is.
    public func write(_ text: String, to name: String) throws -> URL {
        let file = url.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file
    }
}
