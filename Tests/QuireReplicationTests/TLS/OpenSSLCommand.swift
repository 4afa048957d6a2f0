#if Replication && os(Linux)
    import Foundation

    /// The command `openssl`, with which the tests compare.
    enum OpenSSLCommand {
        static let path = "/usr/bin/openssl"

        static let isInstalled = FileManager.default.isExecutableFile(atPath: path)

        /// Runs the command on a thread of its own, because what it connects to may need all threads of
        /// Swift's tasks.
        ///
        /// - Parameters:
        ///   - arguments: The arguments.
        ///   - input: The standard input.
        /// - Returns: Whether it succeeded, and what it has written, also to standard error.
        /// - Throws: An error if the command cannot be started.
        static func run(
            _ arguments: [String], input: String = ""
        ) async throws -> (
            isSuccess: Bool, output: String
        ) {
            try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread {
                    continuation.resume(with: Result { try wait(for: arguments, input: input) })
                }
            }
        }

        /// Runs the command, and blocks until its end.
        private static func wait(
            for arguments: [String], input: String
        ) throws -> (
            isSuccess: Bool, output: String
        ) {
            let (reading, writing) = (Pipe(), Pipe())
            let process = Process()
            process.executableURL = URL(filePath: path)
            process.arguments = arguments
            process.standardInput = writing
            process.standardOutput = reading
            process.standardError = reading
            try process.run()
            try? writing.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            try writing.fileHandleForWriting.close()
            let output = reading.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return (process.terminationStatus == 0, String(decoding: output, as: UTF8.self))
        }
    }
#endif
