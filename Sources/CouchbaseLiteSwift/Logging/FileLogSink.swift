/// A log sink that writes text files, one for each level.
///
/// The files have the names of Couchbase Lite's, `cbl_LEVEL_TIME.cbllog`, where the time is in
/// milliseconds since 1970. The first line of a file describes the library. When the sink is
/// installed, it creates the folder and a file for each level from `debug` to `error`; a message
/// goes to the file of its level. A line that would make a file longer than ``maxFileSize`` begins
/// a new file, and only ``maxKeptFiles`` older files of that level remain.
///
/// ```swift
/// LogSinks.file = FileLogSink(
///     level: .info, directory: logFolder, maxKeptFiles: 4, maxFileSize: 1_000_000)
/// ```
public struct FileLogSink: Sendable {
    /// The default number of older files of each level that remain.
    public static let defaultMaxKeptFiles = 2
    /// The default maximum size of a file, in bytes.
    public static let defaultMaxSize: UInt64 = 524_288
    /// The default of ``usePlaintext``.
    public static let defaultUsePlaintext = false

    /// The least important level that the sink receives.
    public let level: LogLevel
    /// The path of the folder of the files.
    public let directory: String
    /// Whether Couchbase Lite writes text.
    ///
    /// It has no effect here: the files always contain text.
    public let usePlaintext: Bool
    /// The number of older files of each level that remain.
    public let maxKeptFiles: Int
    /// The maximum size of a file, in bytes.
    public let maxFileSize: UInt64

    private let files: LogFiles

    /// Creates a sink.
    ///
    /// - Parameters:
    ///   - level: The least important level that the sink receives.
    ///   - directory: The path of the folder of the files.
    ///   - usePlaintext: Has no effect: the files always contain text.
    ///   - maxKeptFiles: The number of older files of each level that remain. A negative number
    ///     counts as 0.
    ///   - maxFileSize: The maximum size of a file, in bytes. A longer line is written to a
    ///     separate file.
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
            olderFiles: self.maxKeptFiles, maximumSize: Int64(clamping: maxFileSize))
    }

    /// Creates the files.
    func begin() {
        if level != .none { files.begin() }
    }

    func write(_ entry: LogEntry) {
        if entry.level >= level { files.write(entry) }
    }
}
