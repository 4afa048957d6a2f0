import Dispatch

/// A progress bar on a terminal; does nothing if there is no terminal.
final class ProgressBar {
    private static let interval: UInt64 = 100_000_000

    private let console: Console
    private let begin = DispatchTime.now().uptimeNanoseconds
    private var last: UInt64 = 0

    init(_ console: Console) {
        self.console = console
    }

    /// The number of seconds since the creation of the progress bar.
    var elapsed: Double { Double(DispatchTime.now().uptimeNanoseconds - begin) / 1e9 }

    /// Updates the bar, unless it was updated very recently.
    ///
    /// - Parameters:
    ///   - count: The number of completed items.
    ///   - fraction: The completed fraction, from 0 to 1; `nil` if unknown.
    func show(count: Int, fraction: Double?) {
        guard console.terminals.diagnostics else { return }
        let now = DispatchTime.now().uptimeNanoseconds
        guard now - last >= Self.interval else { return }
        last = now
        let line = Self.line(count: count, fraction: fraction, elapsed: elapsed)
        console.noteText("\r" + PlainText.cut(line, to: console.terminals.width() - 1) + "\u{1B}[K")
    }

    /// Removes the bar from the terminal.
    func clear() {
        guard console.terminals.diagnostics, last != 0 else { return }
        console.noteText("\r\u{1B}[K")
    }

    /// Returns the line to display.
    static func line(count: Int, fraction: Double?, elapsed: Double) -> String {
        let rate = elapsed > 0 ? Double(count) / elapsed : 0
        let speed = "\(Spelling.grouped(count)) done, \(Spelling.grouped(Int(rate)))/s"
        guard let fraction else { return speed }
        let filled = Int((min(max(fraction, 0), 1) * 20).rounded(.down))
        let bar =
            String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled)
        let left = fraction > 0 ? ", \(time(elapsed / fraction - elapsed)) left" : ""
        return "[\(bar)] \(Int(fraction * 100)) %  \(speed)\(left)"
    }

    /// Formats a duration: `0:07`, `1:02:03`.
    private static func time(_ seconds: Double) -> String {
        let seconds = Int(max(0, min(seconds, 359_999)).rounded(.up))
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        let end = seconds % 60 < 10 ? "0\(seconds % 60)" : "\(seconds % 60)"
        guard hours > 0 else { return "\(minutes):\(end)" }
        return "\(hours):\(minutes < 10 ? "0" : "")\(minutes):\(end)"
    }
}
