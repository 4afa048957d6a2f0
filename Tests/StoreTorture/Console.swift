import Foundation

/// What the program says.
enum Console {
    /// Prints a line at once, by one call: whoever reads it knows that what came before is done.
    static func print(_ line: String) {
        // Nobody may be listening any more.
        try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
    }

    /// Prints a line on standard error.
    static func complain(_ message: String) {
        try? FileHandle.standardError.write(contentsOf: Data("torture: \(message)\n".utf8))
    }
}
