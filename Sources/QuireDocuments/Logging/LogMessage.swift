/// A message about an event in the library, such as the upgrade of a file.
///
/// Messages never contain values of documents.
///
/// ```swift
/// QuireLog.setHandler(minimumLevel: .info) { message in
///     print(message.level, message.text)
/// }
/// ```
public struct LogMessage: Sendable, Hashable {
    /// The importance of a message.
    ///
    /// ```swift
    /// QuireLog.setHandler(minimumLevel: .debug) { message in
    ///     if message.level >= .warning { QuireLog.standardError(message) }
    /// }
    /// ```
    public enum Level: Int, Sendable, Hashable, CaseIterable, Comparable {
        /// A routine step, such as opening a database.
        case debug
        /// A rare event that is expected, such as the upgrade of an older file.
        case info
        /// A problem that the library handled.
        case warning
        /// A failure.
        case error

        /// Whether a level is less important than another one.
        public static func < (left: Level, right: Level) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    /// The importance of the message.
    public let level: Level

    /// The text of the message.
    public let text: String

    /// Creates a message.
    ///
    /// - Parameters:
    ///   - level: The importance.
    ///   - text: The text of the message, without its level.
    public init(level: Level, text: String) {
        self.level = level
        self.text = text
    }
}
