import Dispatch

/// A progress bar on the terminal for messages.
///
/// If messages don't go to a terminal, the methods have no effect.
final class ProgressBar {
    /// The minimum time between two updates, in nanoseconds.
    private static let minimumInterval: UInt64 = 100_000_000

    private let console: Console
    private let startTime = DispatchTime.now().uptimeNanoseconds
    /// The time of the last update, or 0 if the bar was never displayed.
    private var lastUpdate: UInt64 = 0

    init(_ console: Console) {
        self.console = console
    }

    /// The number of seconds since the creation of the progress bar.
    var elapsed: Double { Double(DispatchTime.now().uptimeNanoseconds - startTime) / 1e9 }

    /// Updates the bar, unless it was updated very recently.
    ///
    /// - Parameters:
    ///   - count: The number of completed items.
    ///   - fraction: The completed fraction, from 0 to 1; `nil` if unknown.
    func show(count: Int, fraction: Double?) {
        guard console.terminals.diagnostics else { return }
        let now = DispatchTime.now().uptimeNanoseconds
        guard now - lastUpdate >= Self.minimumInterval else { return }
        lastUpdate = now
        let line = Self.line(count: count, fraction: fraction, elapsed: elapsed)
        console.noteText("\r" + PlainText.cut(line, to: console.terminals.width() - 1) + "\u{1B}[K")
    }

    /// Removes the bar from the terminal.
    func clear() {
        guard console.terminals.diagnostics, lastUpdate != 0 else { return }
        console.noteText("\r\u{1B}[K")
    }

    /// Returns the line to display.
    static func line(count: Int, fraction: Double?, elapsed: Double) -> String {
        let rate = elapsed > 0 ? Double(count) / elapsed : 0
        let counts = "\(Spelling.grouped(count)) done, \(Spelling.grouped(Int(rate)))/s"
        // A file can grow while it is read.
        guard let fraction = fraction.map({ min(max($0, 0), 1) }) else { return counts }
        let filled = Int((fraction * 20).rounded(.down))
        let bar =
            String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled)
        let left = fraction > 0 ? ", \(duration(elapsed / fraction - elapsed)) left" : ""
        return "[\(bar)] \(Int(fraction * 100)) %  \(counts)\(left)"
    }

    /// Formats a duration of less than 100 hours, such as `0:07` or `1:02:03`.
    private static func duration(_ seconds: Double) -> String {
        let seconds = Int(max(0, min(seconds, 359_999)).rounded(.up))
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let end = twoDigits(seconds % 60)
        return hours > 0 ? "\(hours):\(twoDigits(minutes)):\(end)" : "\(minutes):\(end)"
    }
}
