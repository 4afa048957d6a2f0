/// The version of the program.
enum Version {
    static let text = "0.2.0"
    /// The release date of the version.
    static let date = "2026-11-23"
}
