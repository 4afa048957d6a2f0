/// Tells how much a log message matters.
///
/// The levels rise from ``debug`` to ``error``; a sink takes messages of its own level and above.
/// Messages above ``debug`` never tell what is in a document.
///
/// The names and numbers are those of Couchbase Lite.
public enum LogLevel: UInt8, Sendable, Hashable, CaseIterable, Comparable {
    /// What one who works on Quire itself wants to know; it may show what is in documents.
    case debug
    /// Each step that the database takes.
    case verbose
    /// What happens rarely and is as it should be, such as an upgrade of an older file.
    case info
    /// What is not as it should be, and was dealt with.
    case warning
    /// What failed.
    case error
    /// A sink of this level takes nothing.
    case none

    /// Tells whether a level matters less than another one.
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
