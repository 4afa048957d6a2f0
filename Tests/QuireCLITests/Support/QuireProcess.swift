import Foundation
import QuireTestSupport

/// The program, run as a process.
enum QuireProcess {
    /// The folder of the built program, which also contains the tests.
    static let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()

    static var executable: URL { folder.appending(path: "quire-cli") }

    /// A folder that contains the program as `quire`, the name under which it is installed.
    private static let commands = Result {
        let commands = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(
            at: commands.url.appending(path: "quire"), withDestinationURL: executable)
        return commands
    }

    /// The output of a shell, and its exit code.
    struct Run {
        let code: Int32
        let output: String
        let notes: String
    }

    /// Runs a command line in a shell whose `PATH` contains `quire`.
    ///
    /// - Parameters:
    ///   - line: The command line.
    ///   - directory: The working directory.
    /// - Returns: The output.
    /// - Throws: Errors of Foundation if there is no shell.
    static func shell(_ line: String, in directory: String) throws -> Run {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", line]
        process.currentDirectoryURL = URL(filePath: directory)
        var environment = ProcessInfo.processInfo.environment
        environment["PATH"] =
            try commands.get().path + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
        environment["XDG_STATE_HOME"] = directory
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        // Files instead of pipes, which would have to be read concurrently.
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
