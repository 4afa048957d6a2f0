import Foundation

/// The output of a script of this repository, and its exit code.
struct ScriptRun {
    let output: String
    let exitCode: Int32

    /// Runs `Scripts/name` to its end; the output includes standard error.
    ///
    /// The variables are added to the environment of this process.
    init(_ name: String, _ arguments: [String], _ variables: [String: String] = [:]) throws {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = ProjectFiles.root.appending(path: "Scripts/\(name)")
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        // Reads first, because a full pipe would block the script.
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        output = String(decoding: data, as: UTF8.self)
        exitCode = process.terminationStatus
    }
}
