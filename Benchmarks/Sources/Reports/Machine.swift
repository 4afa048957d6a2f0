import BenchmarkSQLite
import Foundation

/// The machine and conditions of a measurement.
struct Machine: Codable {
    let date: String
    let processor: String
    let cores: Int
    let memory: String
    let system: String
    /// The load average of the last minute before the run; other processes slow down a measurement.
    let loadBefore: Double
    let swift: String
    let sqlite: String
    let commit: String

    /// Creates a description of the current machine.
    init() {
        let process = ProcessInfo.processInfo
        date = Date.now.formatted(.iso8601)
        processor = Self.processorName ?? "unknown"
        cores = process.activeProcessorCount
        memory = String(format: "%.0f GB", Double(process.physicalMemory) / 1_073_741_824)
        system = process.operatingSystemVersionString
        loadBefore = Self.load
        let version = Self.output(of: ["swift", "--version"]) ?? ""
        swift = version.firstMatch(of: /Swift version ([^ \n]+)/).map { String($0.1) } ?? "unknown"
        sqlite = String(cString: sqlite3_libversion())
        commit =
            Self.output(of: [
                "git", "-C", RepositoryFolder.url.path, "describe", "--always", "--dirty",
            ]) ?? "unknown"
    }

    /// The properties to print, one per line.
    var lines: [(term: String, value: String)] {
        [
            ("date", date), ("processor", "\(processor), \(cores) cores"), ("memory", memory),
            ("system", system), ("load before", String(format: "%.2f", loadBefore)),
            ("Swift", swift), ("SQLite", sqlite), ("commit", commit),
        ]
    }

    /// The load average of the last minute.
    static var load: Double {
        var averages = [0.0]
        return getloadavg(&averages, 1) == 1 ? averages[0] : .nan
    }

    private static var processorName: String? {
        #if canImport(Darwin)
            output(of: ["sysctl", "-n", "machdep.cpu.brand_string"])
        #else
            (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?
                .firstMatch(of: /model name\s*: (.+)/).map { String($0.1) }
        #endif
    }

    /// Returns the output of a program, or `nil` if it cannot be run or fails.
    private static func output(of words: [String]) -> String? {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let data = try? pipe.fileHandleForReading.readToEnd()
        process.waitUntilExit()
        guard process.terminationStatus == 0, let data else { return nil }
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
