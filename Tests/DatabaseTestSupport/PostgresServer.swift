#if PostgreSQL
    import Foundation
    import QuirePlatform

    /// The PostgreSQL server for the tests of this process.
    ///
    /// `Scripts/support/postgres` starts it in a temporary folder for the first test that needs it, and stops it
    /// when the process ends. If the environment variable `QUIRE_POSTGRES` contains a connection
    /// string, the tests use that server.
    public enum PostgresServer {
        /// An error of `Scripts/support/postgres`.
        public struct StartFailure: Error, CustomStringConvertible {
            /// The command and its exit status.
            public let description: String
        }

        /// Whether a server is installed or named in the environment.
        public static let isAvailable: Bool =
            environment != nil || (try? run(["check"])) != nil

        private static var environment: String? {
            ProcessInfo.processInfo.environment["QUIRE_POSTGRES"]
        }

        private static let started = Result { () throws -> String in
            let connectionString =
                try environment
                ?? run([
                    "start", "--unsafe", "--for", String(ProcessInfo.processInfo.processIdentifier),
                ])
            try StatementLinter.start(connectionString)
            return connectionString
        }

        private static let lastNumber = Mutex(0)

        /// Returns the connection string of the server's database `quire`.
        public static func connectionString() throws -> String { try started.get() }

        /// Returns a name that no other test uses for its schema.
        public static func schemaName() -> String {
            let number = lastNumber.withLock { number in
                number += 1
                return number
            }
            return "test_\(ProcessInfo.processInfo.processIdentifier)_\(number)"
        }

        /// Runs `Scripts/support/postgres` and returns its output.
        public static func run(_ arguments: [String]) throws -> String {
            guard let script else {
                throw StartFailure(description: "Scripts/support/postgres was not found.")
            }
            let process = Process()
            process.executableURL = script
            process.arguments = arguments
            // A file instead of a pipe, because the process that watches the server inherits a pipe's
            // descriptors and would keep it open.
            let file = FileManager.default.temporaryDirectory
                .appending(path: "Quire-\(UUID().uuidString)")
            try Data().write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let output = try FileHandle(forWritingTo: file)
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            process.standardInput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            try output.close()
            let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
            guard process.terminationStatus == 0 else {
                throw StartFailure(
                    description:
                        "Scripts/support/postgres \(arguments) failed: \(process.terminationStatus)"
                )
            }
            return text.trimmingCharacters(in: .whitespacesAndNewlines)
        }

        /// The script in the nearest folder above this file or the current directory.
        private static let script: URL? = {
            for start in [#filePath, FileManager.default.currentDirectoryPath + "/x"] {
                var folder = URL(fileURLWithPath: start)
                while folder.path != "/" {
                    folder.deleteLastPathComponent()
                    let script = folder.appending(path: "Scripts/support/postgres")
                    if FileManager.default.isExecutableFile(atPath: script.path) { return script }
                }
            }
            return nil
        }()
    }
#endif
