/// Takes log messages in place of a console or a file.
public protocol LogSinkProtocol: Sendable {
    /// Takes a message.
    ///
    /// It's called on the thread that the message comes from, by several threads at a time. No lock of
    /// the library is held, but a transaction may be running.
    ///
    /// - Parameters:
    ///   - level: How much the message matters.
    ///   - domain: The part of the library that it comes from.
    ///   - message: The text.
    func writeLog(level: LogLevel, domain: LogDomain, message: String)
}

/// A log sink of the program's own.
public struct CustomLogSink: Sendable {
    /// The least level that it takes.
    public let level: LogLevel
    /// The domains that it takes.
    public let domains: LogDomains
    /// What takes the messages.
    public let logSink: any LogSinkProtocol

    /// Creates a sink.
    ///
    /// - Parameters:
    ///   - level: The least level that it takes.
    ///   - domains: The domains that it takes.
    ///   - logSink: What takes the messages.
    public init(
        level: LogLevel, domains: LogDomains = .all, logSink: any LogSinkProtocol
    ) {
        self.level = level
        self.domains = domains
        self.logSink = logSink
    }

    func takes(_ entry: LogEntry) -> Bool {
        entry.level >= level && domains.contains(entry.domain)
    }

    func write(_ entry: LogEntry) {
        logSink.writeLog(level: entry.level, domain: entry.domain, message: entry.message)
    }
}
