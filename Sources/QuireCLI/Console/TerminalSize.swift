import QuirePlatform

/// The size of the terminal.
enum TerminalSize {
    /// The number of columns, or 80 if it cannot be determined.
    static var columns: Int {
        for descriptor: Int32 in [1, 2, 0] {
            var size = winsize()
            if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
                return Int(size.ws_col)
            }
        }
        return 80
    }
}
