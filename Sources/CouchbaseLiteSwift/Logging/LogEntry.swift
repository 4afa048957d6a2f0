import Quire

/// A log message with its level, domain and time.
struct LogEntry {
    let level: LogLevel
    let domain: LogDomain
    let message: String
    let time: Date

    /// The entry as a line, such as `2026-11-21T07:48:00.000Z warning database: …`.
    ///
    /// Control characters are escaped, so that a message has one line.
    var line: String {
        "\(DocumentDate.string(from: time) ?? "") \(level) \(domain): "
            + QuireLog.escapingControls(message)
    }
}
