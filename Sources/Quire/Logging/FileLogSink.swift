import Foundation

/// A log sink that writes text files, one for each level, and replaces the oldest.
///
/// The file that is being written is `quire_LEVEL.log` in ``directory``. Once a line would make it
/// longer than ``maxFileSize`` it becomes `quire_LEVEL_1.log`, what had that name gets the number 2,
/// and so on; files numbered above ``maxKeptFiles`` are removed. A file that was there before is
/// written on. Two sinks that are in use at the same time, in one process or in two, must not share a
/// directory.
public struct FileLogSink: Sendable {
    /// How many full files a level keeps unless it is said, besides the one that is being written.
    public static let defaultMaxKeptFiles = 2
    /// How long a file gets unless it is said, in bytes.
    public static let defaultMaxFileSize: Int64 = 524_288

    /// The least level that it takes.
    public let level: LogLevel
    /// The path of the folder that the files are in.
    public let directory: String
    /// What Couchbase Lite calls the choice between text and a packed form of its own; here the files are text always.
    public let usePlainText: Bool
    /// How many full files each level keeps, besides the one that is being written.
    public let maxKeptFiles: Int
    /// How long a file gets, in bytes.
    public let maxFileSize: Int64

    private let files: LogFiles

    /// Creates a sink; the folder and the files are made when there is something to write.
    ///
    /// - Parameters:
    ///   - level: The least level that it takes.
    ///   - directory: The path of the folder that the files are in.
    ///   - usePlainText: Has no effect: the files are text always.
    ///   - maxKeptFiles: How many full files each level keeps; less than 0 is 0.
    ///   - maxFileSize: How long a file gets, in bytes; a line longer than that has a file of its own.
    public init(
        level: LogLevel, directory: String, usePlainText: Bool = false,
        maxKeptFiles: Int = FileLogSink.defaultMaxKeptFiles,
        maxFileSize: Int64 = FileLogSink.defaultMaxFileSize
    ) {
        self.level = level
        self.directory = directory
        self.usePlainText = usePlainText
        self.maxKeptFiles = max(0, maxKeptFiles)
        self.maxFileSize = maxFileSize
        self.files = LogFiles(
            folder: URL(fileURLWithPath: directory, isDirectory: true),
            keptFiles: self.maxKeptFiles, fileSize: maxFileSize)
    }

    func write(_ entry: LogEntry) {
        files.write(entry)
    }
}
