import Foundation

/// The program itself, run as a process.
enum QuireProcess {
    /// The folder that the program was built into, beside the tests.
    static let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()

    static var executable: URL { folder.appending(path: "quire") }

    /// What a shell printed, and its exit code.
    struct Run {
        let code: Int32
        let output: String
        let notes: String
    }

    /// Runs a command line in a shell that finds `quire`.
    ///
    /// - Parameters:
    ///   - line: The command line.
    ///   - directory: The folder that it runs in.
    /// - Returns: What it printed.
    /// - Throws: What Foundation throws if there is no shell.
    static func shell(_ line: String, in directory: String) throws -> Run {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", line]
        process.currentDirectoryURL = URL(filePath: directory)
        var environment = ProcessInfo.processInfo.environment
        environment["PATH"] = folder.path + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
        environment["XDG_STATE_HOME"] = directory
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        // Files, which no reader has to keep up with.
        let files = try ["out", "err"].map { ending in
            let path = directory + "/.\(UUID().uuidString).\(ending)"
            _ = FileManager.default.createFile(atPath: path, contents: nil)
            return (path, try FileHandle(forWritingTo: URL(filePath: path)))
        }
        defer { for (path, _) in files { try? FileManager.default.removeItem(atPath: path) } }
        process.standardOutput = files[0].1
        process.standardError = files[1].1
        try process.run()
        process.waitUntilExit()
        let texts = try files.map {
            String(decoding: try Data(contentsOf: URL(filePath: $0.0)), as: UTF8.self)
        }
        return Run(code: process.terminationStatus, output: texts[0], notes: texts[1])
    }
}
