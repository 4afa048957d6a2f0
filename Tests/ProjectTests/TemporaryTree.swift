import Foundation

/// A temporary folder with files, deleted with the object.
final class TemporaryTree {
    let folder: URL

    init(_ files: [String: String]) throws {
        folder = FileManager.default.temporaryDirectory
            .appending(path: "quire-\(UUID().uuidString)")
        for (path, text) in files {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
    }

    func path(_ name: String) -> String { folder.appending(path: name).path }

    deinit { try? FileManager.default.removeItem(at: folder) }
}
