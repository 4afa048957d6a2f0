/// The version of the program.
enum Version {
    static let text = "0.1.0"
    /// The day on which it came out.
    static let date = "2026-11-21"
}
