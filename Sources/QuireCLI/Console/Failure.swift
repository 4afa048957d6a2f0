/// A command could not do what it was asked for: exit code 1.
struct Failure: Error, Hashable {
    /// Why; empty if all has been said already.
    let message: String

    init(_ message: String) {
        self.message = message
    }

    /// The failure of a command that has said all by itself.
    static let reported = Failure("")
}
