import Foundation

/// The memory use of the process.
enum ProcessMemory {
    /// Returns the current memory use in bytes.
    static func current() throws -> Int { try read("VmRSS") }

    /// Returns the peak memory use in bytes.
    ///
    /// `getrusage` cannot be used, because its value for a new program can include the peak of its
    /// parent
    /// process.
    static func peak() throws -> Int { try read("VmHWM") }

    private static func read(_ key: String) throws -> Int {
        let path = "/proc/self/status"
        guard let status = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw Disagreement("cannot read the memory use of the process: \(path) does not exist")
        }
        for line in status.split(separator: "\n") where line.hasPrefix("\(key):") {
            let kilobytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first
            if let count = kilobytes.flatMap({ Int($0) }) { return count * 1024 }
        }
        throw Disagreement("\(path) has no \(key)")
    }
}
