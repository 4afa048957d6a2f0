#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// How a terminal passes on what is typed.
protocol TerminalMode: AnyObject {
    /// Passes on each key at once, and shows none.
    func begin()
    /// Goes back to what was before.
    func end()
}

/// The mode of the terminal on standard input.
final class RawMode: TerminalMode {
    private var before: termios?

    /// Takes note of the mode now, to go back to it if the process ends by a signal.
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
        // What is typed ahead stays.
        tcsetattr(0, TCSADRAIN, &settings)
    }

    func end() {
        guard var settings = before else { return }
        tcsetattr(0, TCSADRAIN, &settings)
        before = nil
    }
}
