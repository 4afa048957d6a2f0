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
        /// Whether the file contains a message.
        var hasEntry = false
    }

    private struct State {
        var files: [LogLevel: File] = [:]
        /// The number of files of each level that this object has created.
        var counts: [LogLevel: Int] = [:]
    }

    private let folder: URL
    private let state = Mutex(State())

    /// Creates an object that has no files yet.
    ///
    /// - Parameter folder: The folder of the files.
    init(folder: URL) { self.folder = folder }

    /// Creates the folder, and a file for each level that has none.
    ///
    /// - Parameter sink: The sink that uses the files. For one without messages, only the folder is
    ///   created.
    func begin(for sink: FileLogSink) {
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        guard sink.level != .none else { return }
        state.withLock { state in
            for level in LogLevel.allCases where level != .none && state.files[level] == nil {
                state.files[level] = try? create(level, for: sink, &state.counts)
            }
        }
    }

    /// Writes an entry into the file of its level.
    func write(_ entry: LogEntry, for sink: FileLogSink) {
        let level = entry.level
        let line = Data((entry.line + "\n").utf8)
        let maximumSize = Int64(clamping: sink.maxFileSize)
        state.withLock { state in
            do {
                var file = try state.files[level] ?? create(level, for: sink, &state.counts)
                if file.hasEntry, file.size + Int64(line.count) > maximumSize {
                    state.files[level] = nil
                    try file.handle.close()
                    file = try create(level, for: sink, &state.counts)
                }
                try file.handle.write(contentsOf: line)
                file.size += Int64(line.count)
                file.hasEntry = true
                state.files[level] = file
            } catch {
                state.files[level] = nil
            }
        }
    }

    /// Creates a file with its first lines, and removes the oldest files of its level.
    private func create(
        _ level: LogLevel, for sink: FileLogSink, _ counts: inout [LogLevel: Int]
    ) throws -> File {
        let manager = FileManager.default
        try manager.createDirectory(at: folder, withIntermediateDirectories: true)
        let older = try times(of: level)
        var time = Int64(clamping: Int(Date().timeIntervalSince1970 * 1000))
        if let last = older.last, time <= last { time = last &+ 1 }
        let number = counts[level, default: 0] + 1
        let header = Data((Self.header(number, of: sink) + "\n").utf8)
        let url = url(level, time)
        try header.write(to: url, options: .withoutOverwriting)
        counts[level] = number
        for time in older.dropLast(sink.maxKeptFiles - 1) {
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

    /// Returns the first lines of a file: the options of the sink, and what describes the library.
    ///
    /// They have Couchbase Lite's form, because tools search for these names.
    private static func header(_ number: Int, of sink: FileLogSink) -> String {
        let options =
            "serialNo=\(number),logDirectory=\(QuireLog.escapingControls(sink.directory)),"
            + "fileLogLevel=\(sink.level.rawValue),fileMaxSize=\(sink.maxFileSize),"
            + "fileMaxCount=\(sink.maxKeptFiles)"
        let system = ProcessInfo.processInfo.operatingSystemVersionString
        return
            "\(options)\n---- CouchbaseLite/4.0 (Swift; \(system)) Build/0 Commit/none Quire ----"
    }
}
