import Foundation

/// A message on its way to the sinks.
struct LogEntry {
    let level: LogLevel
    let domain: LogDomain
    let message: String
    let time: Date

    /// The message as a line of text, such as `2026-11-21T07:48:00.000Z warning database: …`.
    ///
    /// Line breaks and other control characters are escaped, so that no message can pretend to be two.
    var line: String {
        var line = DocumentDate.string(from: time) ?? ""
        line += " \(level) \(domain): "
        for scalar in message.unicodeScalars {
            if scalar.properties.generalCategory == .control || scalar == "\u{2028}"
                || scalar == "\u{2029}"
            {
                line += scalar.escaped(asASCII: true)
            } else {
                line.unicodeScalars.append(scalar)
            }
        }
        return line
    }
}
