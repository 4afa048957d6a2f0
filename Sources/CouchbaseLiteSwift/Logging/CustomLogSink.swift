/// A receiver of log messages.
///
/// ```swift
/// struct StandardOutput: LogSinkProtocol {
///     func writeLog(level: LogLevel, domain: LogDomain, message: String) {
///         print(level, domain, message)
///     }
/// }
/// ```
public protocol LogSinkProtocol: Sendable {
    /// Receives a message.
    ///
    /// The method is called on the thread of the event, by several threads at the same time. No
    /// lock of the library is held, but a transaction can be in progress.
    ///
    /// - Parameters:
    ///   - level: The importance of the message.
    ///   - domain: The part of the library that the message is about.
    ///   - message: The text.
    func writeLog(level: LogLevel, domain: LogDomain, message: String)
}

/// A log sink that passes messages to an object of the program.
///
/// ```swift
/// LogSinks.custom = CustomLogSink(
///     level: .warning, domains: [.database, .query], logSink: StandardOutput())
/// ```
public struct CustomLogSink: Sendable {
    /// The least important level that the sink receives.
    public let level: LogLevel
    /// The domains that the sink receives.
    public let domains: LogDomains
    /// The receiver of the messages.
    public let logSink: any LogSinkProtocol

    /// Creates a sink.
    ///
    /// - Parameters:
    ///   - level: The least important level that the sink receives.
    ///   - domains: The domains that the sink receives.
    ///   - logSink: The receiver of the messages.
    public init(
        level: LogLevel, domains: LogDomains = .all, logSink: any LogSinkProtocol
    ) {
        self.level = level
        self.domains = domains
        self.logSink = logSink
    }

    func write(_ entry: LogEntry) {
        guard entry.level >= level, domains.contains(entry.domain) else { return }
        logSink.writeLog(level: entry.level, domain: entry.domain, message: entry.message)
    }
}
