/// An error of a command; the exit code is 1.
struct Failure: Error, Hashable {
    /// The error message; empty if the error has already been reported.
    let message: String

    init(_ message: String) {
        self.message = message
    }

    /// The failure of a command that has already reported its errors.
    static let reported = Failure("")
}

/// The end of a command that succeeded for a part of its input and has reported the errors of the
/// rest; the exit code is 3.
struct PartialSuccess: Error {}
