import Quire
import QuirePlatform

/// The files of a file log sink: one for each level.
///
/// Errors are ignored, since logging must not stop the program. After an error, the next message
/// of the level begins a new file.
final class LogFiles: Sendable {
    private struct File {
        let handle: FileHandle
        var size: Int64
        /// Whether the file contains a line after the header.
        var hasEntry = false
    }

    private let folder: URL
    private let olderFiles: Int
    private let maximumSize: Int64
    private let current = Mutex<[LogLevel: File]>([:])

    /// Creates an object that has no files yet.
    ///
    /// - Parameters:
    ///   - folder: The folder of the files.
    ///   - olderFiles: The number of older files of each level that remain.
    ///   - maximumSize: The maximum size of a file, in bytes.
    init(folder: URL, olderFiles: Int, maximumSize: Int64) {
        self.folder = folder
        self.olderFiles = olderFiles
        self.maximumSize = maximumSize
    }

    /// Creates a file for each level that has none.
    func begin() {
        current.withLock { current in
            for level in LogLevel.allCases where level != .none && current[level] == nil {
                current[level] = try? create(level)
            }
        }
    }

    /// Writes an entry into the file of its level.
    func write(_ entry: LogEntry) {
        let line = Data((entry.line + "\n").utf8)
        current.withLock { current in
            do {
                var file = try current[entry.level] ?? create(entry.level)
                if file.hasEntry, file.size + Int64(line.count) > maximumSize {
                    current[entry.level] = nil
                    try file.handle.close()
                    file = try create(entry.level)
                }
                try file.handle.write(contentsOf: line)
                file.size += Int64(line.count)
                file.hasEntry = true
                current[entry.level] = file
            } catch {
                current[entry.level] = nil
            }
        }
    }

    /// Creates a file with a header, and removes the oldest files of its level.
    private func create(_ level: LogLevel) throws -> File {
        let manager = FileManager.default
        try manager.createDirectory(at: folder, withIntermediateDirectories: true)
        let older = try times(of: level)
        var time = Int64(clamping: Int(Date().timeIntervalSince1970 * 1000))
        if let last = older.last, time <= last { time = last &+ 1 }
        let header = Data((Self.header + "\n").utf8)
        let url = url(level, time)
        try header.write(to: url, options: .withoutOverwriting)
        for time in older.dropLast(olderFiles) {
            try? manager.removeItem(at: self.url(level, time))
        }
        let handle = try FileHandle(forWritingTo: url)
        return File(handle: handle, size: Int64(try handle.seekToEnd()))
    }

    /// The times in the names of a level's files, in ascending order.
    private func times(of level: LogLevel) throws -> [Int64] {
        let prefix = Self.prefix(level)
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).compactMap {
            guard $0.hasPrefix(prefix), $0.hasSuffix(Self.suffix) else { return nil }
            return Int64($0.dropFirst(prefix.count).dropLast(Self.suffix.count))
        }.sorted()
    }

    private func url(_ level: LogLevel, _ time: Int64) -> URL {
        folder.appendingPathComponent(
            "\(Self.prefix(level))\(time)\(Self.suffix)", isDirectory: false)
    }

    private static func prefix(_ level: LogLevel) -> String { "cbl_\(level)_" }

    private static let suffix = ".cbllog"

    /// The first line of each file.
    ///
    /// It has Couchbase Lite's form, because tools search for these names.
    private static let header =
        "---- CouchbaseLite/4.0 (Swift; \(ProcessInfo.processInfo.operatingSystemVersionString)) "
        + "Build/0 Commit/none Quire ----"
}
