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

    /// The part of the library that a message is about.
    ///
    /// ```swift
    /// QuireLog.setHandler(minimumLevel: .debug) { message in
    ///     if message.subject == .replication { QuireLog.standardError(message) }
    /// }
    /// ```
    public enum Subject: String, Sendable, Hashable, CaseIterable {
        /// Databases, documents and queries.
        case database
        /// Replication with another database.
        case replication
        /// Listeners for the replicators of other databases.
        case listener
    }

    /// The importance of the message.
    public let level: Level

    /// The part of the library that the message is about.
    public let subject: Subject

    /// The text of the message.
    public let text: String

    /// Creates a message about databases.
    ///
    /// - Parameters:
    ///   - level: The importance.
    ///   - text: The text of the message, without its level.
    public init(level: Level, text: String) {
        self.init(level: level, subject: .database, text: text)
    }

    /// Creates a message.
    ///
    /// - Parameters:
    ///   - level: The importance.
    ///   - subject: The part of the library that the message is about.
    ///   - text: The text of the message, without its level.
    public init(level: Level, subject: Subject, text: String) {
        self.level = level
        self.subject = subject
        self.text = text
    }
}
