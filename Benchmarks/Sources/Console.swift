import Foundation

/// What the program says: results on standard output, line by line also into a pipe, and complaints
/// on standard error.
enum Console {
    static func print(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }

    static func complain(_ message: String) {
        FileHandle.standardError.write(Data("benchmarks: \(message)\n".utf8))
    }
}
