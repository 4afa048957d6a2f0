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
    /// The default maximum size of a file, in bytes.
    public static let defaultMaxSize: UInt64 = 524_288
    /// The default of ``usePlaintext``.
    public static let defaultUsePlaintext = false

    /// The least level that it takes.
    public let level: LogLevel
    /// The path of the folder that the files are in.
    public let directory: String
    /// Whether Couchbase Lite writes text.
    ///
    /// It has no effect here: the files always contain text.
    public let usePlaintext: Bool
    /// How many full files each level keeps, besides the one that is being written.
    public let maxKeptFiles: Int
    /// How long a file gets, in bytes.
    public let maxFileSize: UInt64

    private let files: LogFiles

    /// Creates a sink; the folder and the files are made when there is something to write.
    ///
    /// - Parameters:
    ///   - level: The least level that it takes.
    ///   - directory: The path of the folder that the files are in.
    ///   - usePlaintext: Has no effect: the files always contain text.
    ///   - maxKeptFiles: How many full files each level keeps; less than 0 is 0.
    ///   - maxFileSize: How long a file gets, in bytes; a line longer than that has a file of its own.
    public init(
        level: LogLevel, directory: String, usePlaintext: Bool = defaultUsePlaintext,
        maxKeptFiles: Int = FileLogSink.defaultMaxKeptFiles,
        maxFileSize: UInt64 = FileLogSink.defaultMaxSize
    ) {
        self.level = level
        self.directory = directory
        self.usePlaintext = usePlaintext
        self.maxKeptFiles = max(0, maxKeptFiles)
        self.maxFileSize = maxFileSize
        self.files = LogFiles(
            folder: URL(fileURLWithPath: directory, isDirectory: true),
            keptFiles: self.maxKeptFiles, fileSize: Int64(clamping: maxFileSize))
    }

    func write(_ entry: LogEntry) {
        files.write(entry)
    }
}
