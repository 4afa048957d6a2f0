// A layout is an example of a date or a sequence of tokens:
//
//   date  1111-11-11  1111/11/11  %F  %Y-%m-%d  %Y/%m/%d
//   time  11:11:11  11:11:11.111  %T  %H:%M:%S  %H:%M:%S%s  %H:%M:%S%.s
//   zone  Z  +0000  %z, or +00:00  %Ez
//
// A date and a time are joined by "T" or a space. A zone follows a time. In an example, any letter
// or digit represents a digit. In the output, the components of a date are always joined by "-".

/// The format of a date as a string.
struct DateLayout {
    enum Zone {
        case none
        case plain
        case withColon
    }

    private var hasDate = true
    private var separator = "T"
    private var hasTime = true
    private var hasMilliseconds = true
    private var zone = Zone.plain

    /// The standard layout: date, time with milliseconds if they are not zero, and zone.
    static let standard = DateLayout()

    private init() {}

    /// Creates a layout from its text.
    ///
    /// If the text is not a valid layout, the result is the standard layout.
    init(_ text: String) {
        var reader = Reader(rest: Substring(text))
        self = reader.read() ?? .standard
    }

    /// Returns the text of a moment, given as the day and time in a zone.
    ///
    /// - Parameters:
    ///   - written: The number of milliseconds from 1970-01-01T00:00 to the day and time in the
    ///     zone.
    ///   - offset: The offset of the zone in minutes east of Greenwich.
    /// - Returns: The text.
    func text(_ written: Int64, offset: Int64) -> String {
        let moment = CivilMoment(written)
        var text = ""
        if hasDate {
            text += moment.day.year < 0 ? "-" : ""
            text += Self.padded(Int64(moment.day.year.magnitude), 4)
            text += "-" + Self.padded(Int64(moment.day.month), 2)
            text += "-" + Self.padded(Int64(moment.day.day), 2)
        }
        if hasDate, hasTime { text += separator }
        if hasTime { text += time(moment.timeOfDay) + zoneText(offset) }
        return text
    }

    private func time(_ timeOfDay: Int64) -> String {
        let seconds = timeOfDay / 1000
        var text = [seconds / 3600, seconds / 60 % 60, seconds % 60]
            .map { Self.padded($0, 2) }.joined(separator: ":")
        if hasMilliseconds, timeOfDay % 1000 != 0 { text += "." + Self.padded(timeOfDay % 1000, 3) }
        return text
    }

    private func zoneText(_ offset: Int64) -> String {
        if zone == .none { return "" }
        if offset == 0 { return "Z" }
        let minutes = Int64(clamping: offset.magnitude)
        let colon = zone == .withColon ? ":" : ""
        return (offset < 0 ? "-" : "+") + Self.padded(minutes / 60, 2) + colon
            + Self.padded(minutes % 60, 2)
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private struct Reader {
        var rest: Substring

        mutating func read() -> DateLayout? {
            var layout = DateLayout()
            layout.hasDate = acceptDate()
            if layout.hasDate {
                if rest.isEmpty {
                    layout.hasTime = false
                    return layout
                }
                if accept(" ") {
                    layout.separator = " "
                } else if !accept("T") {
                    return nil
                }
            }
            guard let hasMilliseconds = acceptTime() else { return nil }
            layout.hasMilliseconds = hasMilliseconds
            layout.zone = acceptZone()
            return rest.isEmpty ? layout : nil
        }

        private mutating func acceptDate() -> Bool {
            accept("%F") || accept("%Y-%m-%d") || accept("%Y/%m/%d") || accept(shape: "dddd-dd-dd")
                || accept(shape: "dddd/dd/dd")
        }

        /// Returns whether milliseconds are written, or `nil` if no time follows.
        private mutating func acceptTime() -> Bool? {
            if accept("%T") { return true }
            if accept("%H:%M:%S") { return accept("%s") || accept("%.s") }
            if accept(shape: "dd:dd:dd.ddd") { return true }
            return accept(shape: "dd:dd:dd") ? false : nil
        }

        private mutating func acceptZone() -> Zone {
            if accept("Z") || accept("%z") { return .plain }
            if accept("%Ez") || accept(shape: "+dd:dd") || accept(shape: "-dd:dd") {
                return .withColon
            }
            return accept(shape: "+dddd") || accept(shape: "-dddd") ? .plain : .none
        }

        private mutating func accept(_ text: String) -> Bool {
            guard rest.hasPrefix(text) else { return false }
            rest = rest.dropFirst(text.count)
            return true
        }

        /// Accepts punctuation literally, and any letter or digit for each `d`.
        private mutating func accept(shape: String) -> Bool {
            let beginning = rest.prefix(shape.count)
            guard beginning.count == shape.count,
                zip(beginning, shape).allSatisfy({ character, mark in
                    mark == "d" ? character.isLetter || character.isNumber : character == mark
                })
            else { return false }
            rest = rest.dropFirst(shape.count)
            return true
        }
    }
}
