import QuirePlatform

/// The mode of the terminal on standard input in which it does not show what is typed.
final class HiddenInput: TerminalMode {
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
        settings.c_lflag &= ~tcflag_t(ECHO)
        settings.c_lflag |= tcflag_t(ECHONL)
        tcsetattr(0, TCSAFLUSH, &settings)
    }

    func end() {
        guard var settings = before else { return }
        tcsetattr(0, TCSADRAIN, &settings)
        before = nil
    }
}
