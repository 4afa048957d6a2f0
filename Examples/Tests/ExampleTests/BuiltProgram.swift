import Foundation

/// An example or snippet program, built next to the tests.
struct BuiltProgram {
    /// An error thrown if the program does not work as expected.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let executable: URL

    /// Finds a program.
    init(_ name: String) throws {
        // On Linux, the tests are an executable; on macOS, they are a bundle in the same folder.
        let tests =
            [Bundle.main.executableURL].compactMap { $0 } + Bundle.allBundles.map(\.bundleURL)
        let candidates = tests.map { $0.deletingLastPathComponent().appending(path: name) }
        let found = candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
        guard let found else {
            throw Failure(description: "\(name) not found at \(candidates.map(\.path))")
        }
        executable = found
    }

    /// Runs the program until it exits, in an empty folder that is then removed.
    ///
    /// - Parameter arguments: The arguments of the program.
    /// - Returns: The output of the program.
    /// - Throws: ``Failure`` if the program fails.
    func run(_ arguments: [String] = []) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = executable
        process.arguments = arguments
        // Programs do not delete their databases, so that users can inspect them.
        let folder = try TemporaryFolder()
        process.environment = ProcessInfo.processInfo.environment
            .merging(["TMPDIR": folder.path + "/"]) { $1 }
        process.currentDirectoryURL = URL(filePath: folder.path)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        try process.run()
        // Reads first, because a full pipe would block the program.
        let printed = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        withExtendedLifetime(folder) {}
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            let name = executable.lastPathComponent
            throw Failure(description: "\(name) ended with \(process.terminationStatus)")
        }
        return String(decoding: printed, as: UTF8.self)
    }
}
