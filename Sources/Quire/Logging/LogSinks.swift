import Synchronization

/// The places where log messages go.
///
/// A process has at most one of each kind, whatever number of databases it opens. At first there is
/// only the console, which takes warnings and errors.
///
/// ```swift
/// LogSinks.console = ConsoleLogSink(level: .info)
/// LogSinks.file = try FileLogSink(level: .verbose, directory: "/var/log/hotels")
/// ```
///
/// The convention is Couchbase Lite's.
public enum LogSinks {
    struct Sinks: Sendable {
        var console: ConsoleLogSink? = ConsoleLogSink(level: .warning)
        var file: FileLogSink?
        var custom: CustomLogSink?

        /// The least that any of them takes.
        var level: LogLevel {
            min(console?.level ?? .none, file?.level ?? .none, custom?.level ?? .none)
        }
    }

    /// Sinks that a task has in place of the process's own; tests see only their own messages so.
    @TaskLocal static var ofTask: Sinks?

    private static let sinks = Mutex(Sinks())
    /// `Sinks.level`, to be read without the lock: most messages go nowhere.
    private static let level = Atomic(LogLevel.warning.rawValue)

    /// Where a person reads along, or `nil`.
    public static var console: ConsoleLogSink? {
        get { sinks.withLock { $0.console } }
        set { change { $0.console = newValue } }
    }

    /// The files that keep messages, or `nil`.
    public static var file: FileLogSink? {
        get { sinks.withLock { $0.file } }
        set { change { $0.file = newValue } }
    }

    /// The program's own sink, or `nil`.
    public static var custom: CustomLogSink? {
        get { sinks.withLock { $0.custom } }
        set { change { $0.custom = newValue } }
    }

    private static func change(_ body: (inout Sinks) -> Void) {
        sinks.withLock {
            body(&$0)
            level.store($0.level.rawValue, ordering: .relaxed)
        }
    }

    /// Tells whether a message would go anywhere.
    ///
    /// - Parameter level: The message's level.
    /// - Returns: Whether a sink takes it; its domain isn't looked at.
    static func take(_ level: LogLevel) -> Bool {
        level != .none
            && level.rawValue >= (ofTask?.level.rawValue ?? self.level.load(ordering: .relaxed))
    }

    /// The sinks as they are now, which are called without the lock: the program's own runs in one of them.
    static var current: Sinks { ofTask ?? sinks.withLock { $0 } }
}
