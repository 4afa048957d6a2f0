import Quire
import QuirePlatform

/// The log sinks of the process.
///
/// A process has at most one sink of each kind, for all databases. By default, the console receives
/// warnings and errors.
///
/// ```swift
/// LogSinks.console = ConsoleLogSink(level: .info)
/// LogSinks.file = FileLogSink(level: .verbose, directory: logFolder)
/// ```
///
/// Setting a sink replaces the handler of `QuireLog`.
public enum LogSinks {
    private struct Sinks: Sendable {
        var console: ConsoleLogSink? = ConsoleLogSink(level: .warning)
        var file: FileLogSink?
        var custom: CustomLogSink?

        /// The least important level that one of the sinks receives.
        var level: LogLevel {
            min(console?.level ?? .none, file?.level ?? .none, custom?.level ?? .none)
        }
    }

    private static let sinks = Mutex(Sinks())

    /// The sink that writes to the console, or `nil`.
    public static var console: ConsoleLogSink? {
        get { sinks.withLock { $0.console } }
        set { change { $0.console = newValue } }
    }

    /// The sink that writes to files, or `nil`.
    public static var file: FileLogSink? {
        get { sinks.withLock { $0.file } }
        set {
            let sink = newValue?.continuing(file)
            sink?.begin()
            change { $0.file = sink }
        }
    }

    /// The sink of the program, or `nil`.
    public static var custom: CustomLogSink? {
        get { sinks.withLock { $0.custom } }
        set { change { $0.custom = newValue } }
    }

    private static func change(_ body: (inout Sinks) -> Void) {
        sinks.withLock { sinks in
            body(&sinks)
            guard sinks.level != .none else {
                QuireLog.setHandler(nil)
                return
            }
            QuireLog.setHandler(minimumLevel: sinks.level.minimumOfQuire) { message in
                write(LogLevel(message.level), LogDomain(message.subject)) { message.text }
            }
        }
    }

    /// Passes a message to the sinks that receive its level.
    ///
    /// The sinks run without the lock.
    static func write(_ level: LogLevel, _ domain: LogDomain, _ message: () -> String) {
        let sinks = sinks.withLock { $0 }
        guard level != .none, level >= sinks.level else { return }
        let entry = LogEntry(level: level, domain: domain, message: message(), time: Date())
        sinks.console?.write(entry)
        sinks.file?.write(entry)
        sinks.custom?.write(entry)
    }
}

/// A writer of the program's own messages to the log sinks.
///
/// ```swift
/// Log.log(domain: .query, level: .warning, message: "The search for hotels was slow.")
/// ```
public enum Log {
    /// Writes a message to the sinks that receive its level and domain.
    ///
    /// - Parameters:
    ///   - domain: The part of the program that the message is about.
    ///   - level: The level. A message of the level ``LogLevel/none`` is discarded.
    ///   - message: The text, which is created only if a sink receives the level.
    public static func log(
        domain: LogDomain, level: LogLevel, message: @autoclosure () -> String
    ) {
        LogSinks.write(level, domain, message)
    }
}

extension LogLevel {
    /// Creates the level of a message of Quire.
    fileprivate init(_ level: LogMessage.Level) {
        switch level {
        case .debug: self = .verbose
        case .info: self = .info
        case .warning: self = .warning
        case .error: self = .error
        }
    }

    /// The least important level of Quire that a sink of this level receives.
    fileprivate var minimumOfQuire: LogMessage.Level {
        switch self {
        case .debug, .verbose: .debug
        case .info: .info
        case .warning: .warning
        case .error, .none: .error
        }
    }
}
