public import Foundation

/// Real published data that lies beside the checkout on some machines, CI among them.
///
/// None of it is part of the project; tests that need it run where it is.
public enum PublishedData {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The file of a name, if it is there.
    public static func file(_ name: String) -> URL? {
        let url = root.appending(path: "../shared/data/\(name)").standardizedFileURL
        return FileManager.default.fileExists(atPath: url.path) ? url : nil
    }

    /// 350 hotels, one JSON object a line.
    public static var hotels: URL? { file("hotels.jsonl") }
}
