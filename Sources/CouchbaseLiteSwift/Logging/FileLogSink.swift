/// A log sink that writes text files, one for each level.
///
/// The files have the names of Couchbase Lite's, `cbl_LEVEL_TIME.cbllog`, where the time is in
/// milliseconds since 1970. The first line of a file contains the options of the sink, and the second one
/// describes the library. When the sink is installed, it creates the folder and a file for each level from
/// `debug` to `error`; a message goes to the file of its level. A sink with the level `none` creates only the
/// folder. A line that would make a file longer than ``maxFileSize`` begins a new file, and only
/// ``maxKeptFiles`` files of that level remain, with the new one. A sink that replaces another one with the
/// same folder continues its files.
///
/// ```swift
/// LogSinks.file = FileLogSink(
///     level: .info, directory: logFolder, maxKeptFiles: 4, maxFileSize: 1_000_000)
/// ```
public struct FileLogSink: Sendable {
    /// The default number of files of each level.
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
    /// The maximum number of files of each level, with the current one.
    public let maxKeptFiles: Int
    /// The maximum size of a file, in bytes.
    public let maxFileSize: UInt64

    private var files: LogFiles

    /// Creates a sink.
    ///
    /// - Parameters:
    ///   - level: The least important level that the sink receives.
    ///   - directory: The path of the folder of the files.
    ///   - usePlainText: Has no effect: the files always contain text.
    ///   - maxKeptFiles: The maximum number of files of each level, with the current one, and at least 1.
    ///   - maxFileSize: The maximum size of a file, in bytes. A longer line is written to a
    ///     separate file.
    public init(
        level: LogLevel, directory: String, usePlainText: Bool = defaultUsePlaintext,
        maxKeptFiles: Int = FileLogSink.defaultMaxKeptFiles,
        maxFileSize: UInt64 = FileLogSink.defaultMaxSize
    ) {
        self.level = level
        self.directory = directory
        self.usePlaintext = usePlainText
        self.maxKeptFiles = max(1, maxKeptFiles)
        self.maxFileSize = maxFileSize
        self.files = LogFiles(folder: URL(fileURLWithPath: directory, isDirectory: true))
    }

    /// Creates a sink.
    ///
    /// - Parameters:
    ///   - level: The least important level that the sink receives.
    ///   - directory: The path of the folder of the files.
    ///   - usePlaintext: Has no effect: the files always contain text.
    ///   - maxKeptFiles: The maximum number of files of each level, with the current one, and at least 1.
    ///   - maxFileSize: The maximum size of a file, in bytes.
    @available(
        *, deprecated, renamed: "init(level:directory:usePlainText:maxKeptFiles:maxFileSize:)"
    )
    public init(
        level: LogLevel, directory: String, usePlaintext: Bool,
        maxKeptFiles: Int = FileLogSink.defaultMaxKeptFiles,
        maxFileSize: UInt64 = FileLogSink.defaultMaxSize
    ) {
        self.init(
            level: level, directory: directory, usePlainText: usePlaintext,
            maxKeptFiles: maxKeptFiles, maxFileSize: maxFileSize)
    }

    /// Returns the sink, which continues the files of the one that it replaces if both have the same
    /// folder.
    func continuing(_ former: FileLogSink?) -> FileLogSink {
        guard let former, former.directory == directory, former.usePlaintext == usePlaintext else {
            return self
        }
        var sink = self
        sink.files = former.files
        return sink
    }

    /// Creates the folder and the files.
    func begin() { files.begin(for: self) }

    func write(_ entry: LogEntry) {
        if entry.level >= level { files.write(entry, for: self) }
    }
}
