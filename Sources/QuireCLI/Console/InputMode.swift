import QuirePlatform

/// The input mode of a terminal.
protocol TerminalMode: AnyObject {
    /// Enters the mode.
    func begin()
    /// Restores the previous mode.
    func end()
}

/// A mode of the terminal on standard input.
final class InputMode: TerminalMode {
    private let change: (inout termios) -> Void
    private let action: Int32
    private var before: termios?

    /// Saves the current mode, and restores it if a signal ends the process.
    private init(
        _ interruption: Interruption, when action: Int32,
        _ change: @escaping (inout termios) -> Void
    ) {
        self.change = change
        self.action = action
        var settings = termios()
        guard tcgetattr(0, &settings) == 0 else { return }
        interruption.beforeEnding { [settings] in
            var settings = settings
            tcsetattr(0, TCSADRAIN, &settings)
        }
    }

    /// Returns the mode that passes on each key immediately and without echo.
    ///
    /// It keeps typed-ahead input.
    static func raw(_ interruption: Interruption) -> InputMode {
        InputMode(interruption, when: TCSADRAIN) {
            $0.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
            $0.c_iflag &= ~tcflag_t(ICRNL | IXON)
        }
    }

    /// Returns the mode that does not show what is typed, except the end of a line.
    ///
    /// It discards typed-ahead input.
    static func hidden(_ interruption: Interruption) -> InputMode {
        InputMode(interruption, when: TCSAFLUSH) {
            $0.c_lflag &= ~tcflag_t(ECHO)
            $0.c_lflag |= tcflag_t(ECHONL)
        }
    }

    func begin() {
        var settings = termios()
        guard tcgetattr(0, &settings) == 0 else { return }
        before = settings
        change(&settings)
        tcsetattr(0, action, &settings)
    }

    func end() {
        guard var settings = before else { return }
        tcsetattr(0, TCSADRAIN, &settings)
        before = nil
    }
}
