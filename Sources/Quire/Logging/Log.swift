import Foundation

/// Writes messages to the log sinks.
public enum Log {
    /// Writes a message of the program's own.
    ///
    /// The calling thread does the work; no lock of the library is held while a custom sink runs.
    ///
    /// - Parameters:
    ///   - domain: The part of the program that it comes from.
    ///   - level: How much it matters; ``LogLevel/none`` goes nowhere.
    ///   - message: The text, made only if a sink takes the level.
    public static func log(
        domain: LogDomain, level: LogLevel, message: @autoclosure () -> String
    ) {
        guard LogSinks.take(level) else { return }
        let sinks = LogSinks.current
        let entry = LogEntry(level: level, domain: domain, message: message(), time: Date())
        if let console = sinks.console, console.takes(entry) { console.write(entry) }
        if let file = sinks.file, level >= file.level { file.write(entry) }
        if let custom = sinks.custom, custom.takes(entry) { custom.write(entry) }
    }

    static func verbose(_ domain: LogDomain, _ message: @autoclosure () -> String) {
        log(domain: domain, level: .verbose, message: message())
    }

    static func info(_ domain: LogDomain, _ message: @autoclosure () -> String) {
        log(domain: domain, level: .info, message: message())
    }

    static func warning(_ domain: LogDomain, _ message: @autoclosure () -> String) {
        log(domain: domain, level: .warning, message: message())
    }

    static func error(_ domain: LogDomain, _ message: @autoclosure () -> String) {
        log(domain: domain, level: .error, message: message())
    }
}
