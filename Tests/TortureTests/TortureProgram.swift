import Foundation
import QuirePlatform

/// The program `StoreTorture`, built next to the tests.
struct TortureProgram: Sendable {
    /// An error thrown if the program does not work as expected.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let executable: URL
    private let encrypts: Bool

    /// Finds the program.
    ///
    /// - Parameter encrypts: Whether its databases are encrypted.
    /// - Throws: ``Failure`` if it is not found.
    init(encrypts: Bool = false) throws {
        self.encrypts = encrypts
        // On Linux, the tests are an executable; on macOS, they are a bundle in the same folder.
        let tests =
            [Bundle.main.executableURL].compactMap { $0 } + Bundle.allBundles.map(\.bundleURL)
        let candidates = tests.map {
            $0.deletingLastPathComponent().appending(path: "StoreTorture")
        }
        let found = candidates.first {
            FileManager.default.isExecutableFile(atPath: $0.path)
        }
        guard let found else {
            throw Failure(description: "StoreTorture not found at \(candidates.map(\.path))")
        }
        executable = found
    }

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - arguments: The command-line arguments.
    ///   - output: The file to which the output is appended, or `nil` for a new file.
    /// - Returns: The run.
    /// - Throws: Errors of Foundation if the program cannot be started.
    func start(_ arguments: [String], appendingTo output: URL? = nil) throws -> Run {
        try Run(executable, arguments, output: output, encrypts: encrypts)
    }

    /// Runs the program until it exits successfully.
    ///
    /// - Returns: The output.
    /// - Throws: ``Failure`` if the program fails.
    @discardableResult
    func run(_ arguments: String...) throws -> String {
        let run = try start(arguments)
        try run.waitForSuccess()
        return run.printed
    }
}

extension TortureProgram {
    /// A run of the program.
    final class Run {
        private let process = Process()
        private let arguments: [String]
        private let output: URL
        private let isTemporary: Bool

        fileprivate init(
            _ executable: URL, _ arguments: [String], output: URL?, encrypts: Bool
        ) throws {
            self.arguments = arguments
            isTemporary = output == nil
            self.output =
                output
                ?? FileManager.default.temporaryDirectory
                .appending(path: "torture-\(UUID().uuidString)")
            if !FileManager.default.fileExists(atPath: self.output.path) {
                try Data().write(to: self.output)
            }
            // A file, because a full pipe would block the program.
            // Several processes can append to it at the same time.
            let descriptor = open(self.output.path, O_WRONLY | O_APPEND)
            guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            process.executableURL = executable
            process.arguments = arguments
            if encrypts {
                process.environment = ProcessInfo.processInfo.environment
                    .merging(["QUIRE_TORTURE_ENCRYPTED": "1"]) { $1 }
            }
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = handle
            process.standardError = handle
            try process.run()
            try handle.close()
        }

        deinit {
            if isTemporary { try? FileManager.default.removeItem(at: output) }
        }

        /// The output so far.
        var printed: String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }

        /// Kills the process, which has the same effect on the program as a power loss.
        func kill() throws {
            guard process.isRunning else { throw failure("has exited unexpectedly") }
            _ = Foundation.kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            guard process.terminationReason == .uncaughtSignal else {
                throw failure("has exited unexpectedly")
            }
        }

        /// Waits until the program exits successfully.
        func waitForSuccess() throws {
            process.waitUntilExit()
            guard process.terminationReason == .exit, process.terminationStatus == 0 else {
                throw failure("ended with \(process.terminationStatus)")
            }
        }

        private func failure(_ what: String) -> Failure {
            let words = arguments.joined(separator: " ")
            return Failure(description: "StoreTorture \(words) \(what): \(printed.suffix(2000))")
        }
    }
}
