import Foundation

/// The files of this repository.
enum ProjectFiles {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The paths of the Swift files in `Sources`, relative to the root; empty if there are none.
    static let sources = swiftFiles(in: "Sources")

    /// The paths of the Swift files of the tests, examples and snippets.
    static let programs = ["Tests", "Examples"].flatMap(swiftFiles)

    private static func swiftFiles(in folder: String) -> [String] {
        let path = root.appending(path: folder).path
        let paths = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String }
        return (paths ?? [])
            .filter { $0.hasSuffix(".swift") && !$0.contains(".docc/") }
            .map { folder + "/" + $0 }
            .sorted()
    }

    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}
