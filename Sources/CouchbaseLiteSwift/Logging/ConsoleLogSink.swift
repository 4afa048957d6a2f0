import Quire

#if canImport(os)
    import os
#endif

/// A log sink that writes to the standard error stream, or on Apple platforms to the unified log.
///
/// ```swift
/// LogSinks.console = ConsoleLogSink(level: .warning, domains: .query)
/// ```
public struct ConsoleLogSink: Sendable {
    /// The least important level that the sink receives.
    public let level: LogLevel
    /// The domains that the sink receives.
    public let domains: LogDomains

    /// Creates a sink.
    ///
    /// - Parameters:
    ///   - level: The least important level that the sink receives.
    ///   - domains: The domains that the sink receives.
    public init(level: LogLevel, domains: LogDomains = .all) {
        self.level = level
        self.domains = domains
    }

    func write(_ entry: LogEntry) {
        guard entry.level >= level, domains.contains(entry.domain) else { return }
        #if canImport(os)
            let type: OSLogType =
                switch entry.level {
                case .debug: .debug
                case .verbose, .none: .info
                case .info, .warning: .default
                case .error: .error
                }
            Logger(subsystem: "CouchbaseLite", category: "\(entry.domain)")
                .log(level: type, "\(entry.message, privacy: .public)")
        #else
            // The line is lost if the stream is closed or full: logging must not stop the program.
            try? FileHandle.standardError.write(contentsOf: Data((entry.line + "\n").utf8))
        #endif
    }
}
