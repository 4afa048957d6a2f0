import Foundation
import QuirePlatform

#if canImport(os)
    import os
#endif

/// The log of the library, which passes messages to a handler.
///
/// A process has one handler, which receives warnings and errors by default: ``standardError``, or on
/// Apple platforms `unifiedLog`.
/// The following handler passes all messages to a logger of the package swift-log:
///
/// ```swift
/// let logger = Logger(label: "Quire")
/// QuireLog.setHandler(minimumLevel: .debug) { message in
///     switch message.level {
///     case .debug: logger.debug("\(message.text)")
///     case .info: logger.info("\(message.text)")
///     case .warning: logger.warning("\(message.text)")
///     case .error: logger.error("\(message.text)")
///     }
/// }
/// ```
public enum QuireLog {
    /// A closure that receives messages.
    ///
    /// It is called on the thread of the event, by several threads at the same time. No lock of the
    /// library is held, but a transaction can be in progress.
    ///
    /// ```swift
    /// let handler: QuireLog.Handler = { message in print(message.text) }
    /// QuireLog.setHandler(minimumLevel: .info, handler)
    /// ```
    public typealias Handler = @Sendable (LogMessage) -> Void

    /// A handler with the least important level that it receives.
    struct Destination: Sendable {
        let minimumLevel: LogMessage.Level
        let handler: Handler
    }

    /// A handler for the messages of a task, which tests use.
    @TaskLocal static var taskDestination: Destination?

    private static var current: Destination? { destination.withLock { $0 } }
    private static let destination = Mutex<Destination?>(
        Destination(minimumLevel: .warning, handler: platformLog))

    private static var platformLog: Handler {
        #if canImport(os)
            unifiedLog
        #else
            standardError
        #endif
    }

    /// Replaces the handler.
    ///
    /// ```swift
    /// QuireLog.setHandler(nil)
    /// ```
    ///
    /// - Parameters:
    ///   - minimumLevel: The least important level that the handler receives.
    ///   - handler: The handler, or `nil` to discard all messages.
    public static func setHandler(
        minimumLevel: LogMessage.Level = .warning, _ handler: Handler?
    ) {
        let former = destination.withLock { current in
            let former = current
            current = handler.map { Destination(minimumLevel: minimumLevel, handler: $0) }
            return former
        }
        // Objects that the former handler captured are released without the lock.
        withExtendedLifetime(former) {}
    }

    #if canImport(os)
        /// Writes a message to the unified log of Apple platforms, with the subsystem `Quire` and the
        /// category `database`.
        ///
        /// Xcode shows the messages in its console.
        public static let unifiedLog: Handler = { message in
            let type: OSLogType =
                switch message.level {
                case .debug: .debug
                case .info: .info
                case .warning: .default
                case .error: .error
                }
            Logger(subsystem: "Quire", category: "database")
                .log(level: type, "\(message.text, privacy: .public)")
        }
    #endif

    /// Writes a message to the standard error stream.
    ///
    /// Control characters are escaped, so that a message has one line.
    public static let standardError: Handler = { message in
        // The line is lost if the stream is closed or full: logging must not stop the program.
        try? FileHandle.standardError.write(contentsOf: Data((line(message) + "\n").utf8))
    }

    /// Returns the line of a message that is logged now, with control characters escaped.
    package static func line(_ message: LogMessage) -> String {
        escapingControls(
            "\(DocumentDate.string(from: Date()) ?? "") \(message.level): \(message.text)")
    }

    /// Returns text with its control characters and line separators escaped.
    package static func escapingControls(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            if scalar.properties.generalCategory == .control || scalar == "\u{2028}"
                || scalar == "\u{2029}"
            {
                escaped += scalar.escaped(asASCII: true)
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

// MARK: Writing

extension QuireLog {
    package static func debug(
        _ text: @autoclosure () -> String, about subject: LogMessage.Subject = .database
    ) {
        write(.debug, about: subject, text)
    }

    package static func info(
        _ text: @autoclosure () -> String, about subject: LogMessage.Subject = .database
    ) {
        write(.info, about: subject, text)
    }

    package static func warning(
        _ text: @autoclosure () -> String, about subject: LogMessage.Subject = .database
    ) {
        write(.warning, about: subject, text)
    }

    /// Whether the handler receives messages of a level.
    package static func receives(_ level: LogMessage.Level) -> Bool {
        (taskDestination ?? current).map { level >= $0.minimumLevel } ?? false
    }

    /// Passes a message to the handler.
    ///
    /// The text is created only if the handler receives the level.
    private static func write(
        _ level: LogMessage.Level, about subject: LogMessage.Subject, _ text: () -> String
    ) {
        // The handler runs without the lock.
        guard let destination = taskDestination ?? current,
            level >= destination.minimumLevel
        else { return }
        destination.handler(LogMessage(level: level, subject: subject, text: text()))
    }
}
