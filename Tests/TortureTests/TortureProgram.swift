import Foundation
import Synchronization

/// The program `StoreTorture`, which lies beside the tests.
struct TortureProgram: Sendable {
    /// The program was not as it should be.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let executable: URL

    /// Finds the program.
    init() throws {
        // On Linux the tests are a program themselves; on a Mac they are a bundle in that folder.
        let tests =
            [Bundle.main.executableURL].compactMap { $0 } + Bundle.allBundles.map(\.bundleURL)
        let candidates = tests.map {
            $0.deletingLastPathComponent().appending(path: "StoreTorture")
        }
        let found = candidates.first {
            FileManager.default.isExecutableFile(atPath: $0.path)
        }
        guard let found else {
            throw Failure(description: "StoreTorture is none of \(candidates.map(\.path))")
        }
        executable = found
    }

    /// Starts it.
    ///
    /// - Parameters:
    ///   - arguments: The words of the command line.
    ///   - output: The file that its output is added to, or `nil` for one of its own.
    /// - Returns: The run.
    /// - Throws: What Foundation throws if it cannot be started.
    func start(_ arguments: [String], appendingTo output: URL? = nil) throws -> Run {
        try Run(executable, arguments, output: output)
    }

    /// Runs it to its end, which must be a good one.
    ///
    /// - Returns: What it printed.
    /// - Throws: ``Failure`` if it ends in another way.
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

        fileprivate init(_ executable: URL, _ arguments: [String], output: URL?) throws {
            self.arguments = arguments
            isTemporary = output == nil
            self.output =
                output
                ?? FileManager.default.temporaryDirectory
                .appending(path: "torture-\(UUID().uuidString)")
            if !FileManager.default.fileExists(atPath: self.output.path) {
                try Data().write(to: self.output)
            }
            // A file, since a pipe that nobody reads would hold the program up.
            let handle = try FileHandle(forWritingTo: self.output)
            try handle.seekToEnd()
            process.executableURL = executable
            process.arguments = arguments
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = handle
            process.standardError = handle
            try process.run()
            try handle.close()
        }

        deinit {
            if isTemporary { try? FileManager.default.removeItem(at: output) }
        }

        /// What it has printed so far.
        var printed: String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }

        /// Ends it as a power cut would, as far as the program can tell.
        func kill() throws {
            guard process.isRunning else { throw failure("has ended by itself") }
            _ = Foundation.kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            guard process.terminationReason == .uncaughtSignal else {
                throw failure("has ended by itself")
            }
        }

        /// Waits for its end.
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
