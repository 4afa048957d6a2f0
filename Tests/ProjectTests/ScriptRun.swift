import Foundation

/// What a script of this repository printed, and its exit code.
struct ScriptRun {
    let output: String
    let exitCode: Int32

    /// Runs `Scripts/name` to its end; standard error is part of the output.
    init(_ name: String, _ arguments: [String]) throws {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = ProjectFiles.root.appending(path: "Scripts/\(name)")
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        // A full pipe would keep the script from ending, so read first.
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        output = String(decoding: data, as: UTF8.self)
        exitCode = process.terminationStatus
    }
}
