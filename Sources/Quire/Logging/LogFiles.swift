import Foundation
import Synchronization

/// The files of a file sink, one for each level.
final class LogFiles: Sendable {
    private struct File {
        let handle: FileHandle
        var size: Int64
    }

    private let folder: URL
    private let keptFiles: Int
    private let fileSize: Int64
    private let open = Mutex<[LogLevel: File]>([:])

    /// Creates the files' owner.
    ///
    /// - Parameters:
    ///   - folder: Where they are.
    ///   - keptFiles: How many full ones a level keeps.
    ///   - fileSize: How long one gets, in bytes.
    init(folder: URL, keptFiles: Int, fileSize: Int64) {
        self.folder = folder
        self.keptFiles = keptFiles
        self.fileSize = fileSize
    }

    /// Writes a message.
    ///
    /// One that cannot be written is lost: a log must not stop the program.
    ///
    /// - Parameter entry: The message.
    func write(_ entry: LogEntry) {
        let line = Data((entry.line + "\n").utf8)
        open.withLock { open in
            do {
                var file = try open[entry.level] ?? start(entry.level)
                if file.size > 0, file.size + Int64(line.count) > fileSize {
                    open[entry.level] = nil
                    try file.handle.close()
                    try rotate(entry.level)
                    file = try start(entry.level)
                }
                try file.handle.write(contentsOf: line)
                file.size += Int64(line.count)
                open[entry.level] = file
            } catch {
                // The next message tries again from the beginning: the folder may have been removed.
                open[entry.level] = nil
            }
        }
    }

    private func start(_ level: LogLevel) throws -> File {
        let manager = FileManager.default
        try manager.createDirectory(at: folder, withIntermediateDirectories: true)
        let url = url(level, number: 0)
        if !manager.fileExists(atPath: url.path) {
            try Data().write(to: url, options: .withoutOverwriting)
        }
        let handle = try FileHandle(forWritingTo: url)
        return File(handle: handle, size: Int64(try handle.seekToEnd()))
    }

    private func rotate(_ level: LogLevel) throws {
        let manager = FileManager.default
        for number in stride(from: keptFiles, through: 0, by: -1) {
            let old = url(level, number: number)
            guard manager.fileExists(atPath: old.path) else { continue }
            if number == keptFiles {
                try manager.removeItem(at: old)
            } else {
                try manager.moveItem(at: old, to: url(level, number: number + 1))
            }
        }
    }

    private func url(_ level: LogLevel, number: Int) -> URL {
        let suffix = number == 0 ? "" : "_\(number)"
        return folder.appendingPathComponent("quire_\(level)\(suffix).log", isDirectory: false)
    }
}
