public import Foundation
import QuirePlatform

/// A temporary folder for a test.
///
/// The folder is removed with the object, or when the process exits: the objects of static
/// properties are never deallocated.
public final class TemporaryFolder: Sendable {
    private static let existing = Mutex<Set<String>>([])
    private static let removalAtExit: Void = {
        atexit {
            for path in TemporaryFolder.existing.withLock(\.self) { TemporaryFolder.remove(path) }
        }
    }()

    /// The URL of the folder.
    public let url: URL

    /// The folder's path.
    public var path: String { url.path }

    /// Creates a new folder.
    ///
    /// - Parameter directory: The parent directory.
    /// - Throws: Errors of the file manager.
    public init(in directory: URL = FileManager.default.temporaryDirectory) throws {
        let url = directory.appending(path: "Quire-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        self.url = url
        Self.removalAtExit
        Self.existing.withLock { _ = $0.insert(url.path) }
    }

    deinit {
        let path = path
        Self.remove(path)
        Self.existing.withLock { _ = $0.remove(path) }
    }

    /// Removes a folder, even while a query that is being canceled still creates files in it.
    private static func remove(_ path: String) {
        for _ in 0..<20 {
            try? FileManager.default.removeItem(atPath: path)
            guard FileManager.default.fileExists(atPath: path) else { return }
            Thread.sleep(forTimeInterval: 0.01)
        }
    }

    /// Writes a file into the folder and returns its URL.
    public func write(_ text: String, to name: String) throws -> URL {
        let file = url.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file
    }
}
