import Foundation

/// The output of the program.
enum Console {
    /// Prints a line immediately and atomically; a reader can rely on the work before it.
    static func print(_ line: String) {
        // The reader may have exited.
        try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
    }

    /// Prints a line on standard error.
    static func complain(_ message: String) {
        try? FileHandle.standardError.write(contentsOf: Data("torture: \(message)\n".utf8))
    }
}
