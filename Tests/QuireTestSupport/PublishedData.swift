public import Foundation

/// Published data that exists next to the checkout on some machines, such as CI.
///
/// It is not part of the project. Tests that need it are skipped if it does not exist.
public enum PublishedData {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Returns the file with a name, if it exists.
    public static func file(_ name: String) -> URL? {
        let url = root.appending(path: "../shared/data/\(name)").standardizedFileURL
        return FileManager.default.fileExists(atPath: url.path) ? url : nil
    }

    /// 350 hotels, one JSON object per line.
    public static var hotels: URL? { file("hotels.jsonl") }
}
