import Foundation

/// The files of this repository.
enum ProjectFiles {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The paths of the Swift files in `Sources`, relative to the root; empty if there are none.
    static let sources: [String] = {
        let folder = root.appending(path: "Sources")
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap {
            $0 as? String
        }
        return (paths ?? [])
            .filter { $0.hasSuffix(".swift") && !$0.contains(".docc/") }
            .map { "Sources/" + $0 }
            .sorted()
    }()

    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}
