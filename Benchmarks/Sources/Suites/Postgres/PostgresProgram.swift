#if PostgreSQL
    import Foundation

    /// The PostgreSQL server of the benchmarks.
    ///
    /// `Scripts/support/postgres` starts it in a temporary folder with its default durability: a commit waits
    /// for the disk. It ends with this process. If the environment variable `QUIRE_POSTGRES` contains
    /// a connection string, the benchmarks use that server.
    enum PostgresProgram {
        private static let server = Result { () throws -> String in
            if let server = ProcessInfo.processInfo.environment["QUIRE_POSTGRES"] { return server }
            guard (try? run(["check"])) != nil else {
                throw Skip("no PostgreSQL server is installed (Scripts/setup --all)")
            }
            return try run(["start", "--for", String(ProcessInfo.processInfo.processIdentifier)])
        }

        /// Returns the connection string of the server, and starts it if necessary.
        static func connectionString() throws -> String { try server.get() }

        /// Runs the script and returns its output.
        private static func run(_ arguments: [String]) throws -> String {
            // A file instead of a pipe, which the process that watches the server could keep open.
            let file = FileManager.default.temporaryDirectory
                .appending(path: "quire-benchmarks-\(UUID().uuidString)")
            try Data().write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let output = try FileHandle(forWritingTo: file)
            let process = Process()
            process.executableURL = RepositoryFolder.url.appending(path: "Scripts/support/postgres")
            process.arguments = arguments
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            try output.close()
            guard process.terminationStatus == 0 else {
                throw Disagreement(
                    "Scripts/support/postgres \(arguments.joined(separator: " ")) failed")
            }
            return String(decoding: try Data(contentsOf: file), as: UTF8.self)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }
#endif
