import QuirePlatform

/// The input mode of a terminal.
protocol TerminalMode: AnyObject {
    /// Enters raw mode, which passes on each key immediately and without echo.
    func begin()
    /// Restores the previous mode.
    func end()
}

/// The mode of the terminal on standard input.
final class RawMode: TerminalMode {
    private var before: termios?

    /// Saves the current mode, and restores it if a signal ends the process.
    init(_ interruption: Interruption) {
        var settings = termios()
        guard tcgetattr(0, &settings) == 0 else { return }
        interruption.beforeEnding { [settings] in
            var settings = settings
            tcsetattr(0, TCSADRAIN, &settings)
        }
    }

    func begin() {
        var settings = termios()
        guard tcgetattr(0, &settings) == 0 else { return }
        before = settings
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
        settings.c_iflag &= ~tcflag_t(ICRNL | IXON)
        // TCSADRAIN keeps typed-ahead input.
        tcsetattr(0, TCSADRAIN, &settings)
    }

    func end() {
        guard var settings = before else { return }
        tcsetattr(0, TCSADRAIN, &settings)
        before = nil
    }
}
