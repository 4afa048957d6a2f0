import Foundation

/// How much memory this process has.
enum ProcessMemory {
    /// What it has now, in bytes.
    static func current() throws -> Int { try read("VmRSS") }

    /// The most that it ever had, in bytes.
    ///
    /// `getrusage` is no substitute: what it tells of a new program can be the peak of the one that
    /// started it.
    static func peak() throws -> Int { try read("VmHWM") }

    private static func read(_ key: String) throws -> Int {
        let path = "/proc/self/status"
        guard let status = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw Disagreement("the memory of a process is read from \(path), which is not there")
        }
        for line in status.split(separator: "\n") where line.hasPrefix("\(key):") {
            let kilobytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first
            if let count = kilobytes.flatMap({ Int($0) }) { return count * 1024 }
        }
        throw Disagreement("\(path) has no \(key)")
    }
}
