import Foundation

/// Where warnings go: of what was done all the same, and of failures that a call cannot throw.
///
/// They name things and never hold what is in a document.
enum Diagnostics {
    /// What takes the warnings; tests put another in its place.
    @TaskLocal static var warningSink: @Sendable (String) -> Void = { message in
        FileHandle.standardError.write(Data("Quire: warning: \(message)\n".utf8))
    }

    /// Warns of something.
    ///
    /// - Parameter message: A sentence that names the thing.
    static func warn(_ message: String) {
        warningSink(message)
    }
}
