import Foundation

/// The output of the program: results on standard output, line-buffered even for a pipe, and errors
/// on standard error.
enum Console {
    static func print(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }

    static func complain(_ message: String) {
        FileHandle.standardError.write(Data("benchmarks: \(message)\n".utf8))
    }
}
