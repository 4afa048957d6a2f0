import Foundation

#if canImport(os)
    import os
#endif

/// A log sink that writes to the standard error stream, and on Apple platforms to the system's log.
public struct ConsoleLogSink: Sendable {
    /// The least level that it takes.
    public let level: LogLevel
    /// The domains that it takes.
    public let domains: LogDomains

    /// Creates a sink.
    ///
    /// - Parameters:
    ///   - level: The least level that it takes.
    ///   - domains: The domains that it takes.
    public init(level: LogLevel, domains: LogDomains = .all) {
        self.level = level
        self.domains = domains
    }

    func takes(_ entry: LogEntry) -> Bool {
        entry.level >= level && domains.contains(entry.domain)
    }

    func write(_ entry: LogEntry) {
        #if canImport(os)
            let type: OSLogType =
                switch entry.level {
                case .debug: .debug
                case .verbose, .none: .info
                case .info, .warning: .default
                case .error: .error
                }
            Logger(subsystem: "Quire", category: "\(entry.domain)")
                .log(level: type, "\(entry.message, privacy: .public)")
        #endif
        // A stream that is closed or full loses the line: a log must not stop the program.
        try? FileHandle.standardError.write(contentsOf: Data((entry.line + "\n").utf8))
    }
}
