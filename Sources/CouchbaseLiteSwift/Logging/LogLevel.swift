/// The importance of a log message.
///
/// A sink receives messages of its level and above.
///
/// ```swift
/// let level = LogSinks.console?.level ?? .none
/// if level <= .info { print("The console shows routine messages.") }
/// ```
public enum LogLevel: UInt8, Sendable, Hashable, CaseIterable, Comparable {
    /// Details for developing the library.
    case debug
    /// Routine steps, such as opening a database.
    case verbose
    /// Rare events that are expected, such as the upgrade of an older file.
    case info
    /// Problems that the library handled.
    case warning
    /// Failures.
    case error
    /// No messages: a sink of this level receives none.
    case none

    /// Whether a level is less important than another one.
    public static func < (left: LogLevel, right: LogLevel) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension LogLevel: CustomStringConvertible {
    /// The name of the level, such as `warning`.
    public var description: String {
        switch self {
        case .debug: "debug"
        case .verbose: "verbose"
        case .info: "info"
        case .warning: "warning"
        case .error: "error"
        case .none: "none"
        }
    }
}
