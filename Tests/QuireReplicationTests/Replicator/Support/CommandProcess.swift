#if Replication && os(Linux)
    import Foundation
    import Testing

    /// The command `quire`, which runs in processes of its own.
    struct CommandProcess: Sendable {
        /// A running `quire serve`.
        struct Server {
            fileprivate let process: Process
            fileprivate let errors: FileHandle
            /// The lines that the command has printed.
            let lines: [String]
            let url: URL
        }

        /// A server that ended before it could be reached, for example on a full disk.
        struct ServerFailure: Error {}

        /// How wrong the clock of the processes is, such as `+10y`; `nil` if it is right.
        var clockOffset: String?
        /// The largest size of a file in kilobytes, as on a disk without space; `nil` for no limit.
        var fileSizeLimit: Int?

        private static let clockLibrary =
            "/usr/lib/\(architecture)-linux-gnu/faketime/libfaketime.so.1"
        #if arch(arm64)
            private static let architecture = "aarch64"
        #else
            private static let architecture = "x86_64"
        #endif

        /// The number of seeds in a long run, from the environment variable `QUIRE_SYNC_SEEDS`.
        static let seedCount = ProcessInfo.processInfo.environment["QUIRE_SYNC_SEEDS"]
            .flatMap(UInt64.init)

        /// Whether the library that makes the clock wrong is installed.
        static let canSetClock = FileManager.default.fileExists(atPath: clockLibrary)

        private func process(_ arguments: [String]) throws -> Process {
            let folder = try #require(Bundle.main.executableURL).deletingLastPathComponent()
            let command = folder.appending(path: "quire-cli").path
            let process = Process()
            if let fileSizeLimit {
                // A process that ignores the signal gets an error instead.
                let script = #"trap "" XFSZ; ulimit -f "$1"; shift; exec "$@""#
                process.executableURL = URL(filePath: "/bin/bash")
                process.arguments = ["-c", script, "bash", "\(fileSizeLimit)", command] + arguments
            } else {
                process.executableURL = URL(filePath: command)
                process.arguments = arguments
            }
            if let clockOffset {
                var environment = ProcessInfo.processInfo.environment
                environment["LD_PRELOAD"] = Self.clockLibrary
                environment["FAKETIME"] = clockOffset
                environment["FAKETIME_DONT_FAKE_MONOTONIC"] = "1"
                // Without the variable, the library changes the environment, and Swift finds no
                // arguments. Each process has a name of its own, because the library removes the name
                // when a process ends, and another process that is starting then fails.
                let name = "/quire-\(UUID().uuidString)"
                environment["FAKETIME_SHARED"] = "\(name) \(name)"
                process.terminationHandler = { _ in
                    sem_unlink(name)
                    shm_unlink(name)
                }
                process.environment = environment
            }
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            return process
        }

        /// Runs the command, and kills it if it still runs after some seconds, if they are given.
        ///
        /// - Returns: The exit status, or `nil` if the command was killed.
        @discardableResult
        func run(_ arguments: String..., killAfter time: Double? = nil) async throws -> Int32? {
            try await Self.blocking {
                let process = try process(arguments)
                try process.run()
                if let time {
                    let end = Date(timeIntervalSinceNow: time)
                    while process.isRunning, Date() < end { Thread.sleep(forTimeInterval: 0.01) }
                    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
                }
                process.waitUntilExit()
                return process.terminationReason == .exit ? process.terminationStatus : nil
            }
        }

        /// Runs the command.
        ///
        /// - Returns: The exit status with the error messages, or `nil` if the status is 0.
        func failure(_ arguments: String...) async throws -> String? {
            try await failure(of: arguments)
        }

        /// Runs the command.
        ///
        /// - Returns: The exit status with the error messages, or `nil` if the status is 0.
        func failure(of arguments: [String]) async throws -> String? {
            try await Self.blocking {
                var failure: String?
                for _ in 0..<5 {
                    failure = try self.failureOfOneRun(arguments)
                    // The library that changes the clock sometimes ends a process before it starts.
                    guard failure?.contains("libfaketime: In ft_shm_init()") == true else { break }
                }
                return failure
            }
        }

        private func failureOfOneRun(_ arguments: [String]) throws -> String? {
            let (status, text) = try messagesOfOneRun(arguments)
            return status == 0 ? nil : "\(status) \(text)"
        }

        /// Runs the command, and returns its messages, whatever its exit status is.
        func messages(_ arguments: String...) async throws -> String {
            try await Self.blocking { try messagesOfOneRun(arguments).text }
        }

        private func messagesOfOneRun(
            _ arguments: [String]
        ) throws -> (status: Int32, text: String) {
            let process = try process(arguments)
            let errors = Pipe()
            process.standardError = errors
            try process.run()
            let text = String(
                decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            return (process.terminationStatus, text)
        }

        /// Starts `quire serve`.
        func serve(_ path: String, _ options: String...) async throws -> Server {
            try await serve(path, options: options)
        }

        /// Starts `quire serve`.
        func serve(_ path: String, options: [String]) async throws -> Server {
            try await Self.blocking {
                let process = try process(["serve", path] + options)
                let (output, errors) = (Pipe(), Pipe())
                process.standardOutput = output
                process.standardError = errors
                try process.run()
                var line: [UInt8] = []
                while !line.contains(10) {
                    let part = output.fileHandleForReading.availableData
                    if part.isEmpty { break }
                    line += part
                }
                let lines = String(decoding: line, as: UTF8.self).split(separator: "\n")
                    .map(String.init)
                guard let url = lines.first.flatMap(URL.init(string:)) else {
                    process.waitUntilExit()
                    throw ServerFailure()
                }
                return Server(
                    process: process, errors: errors.fileHandleForReading, lines: lines, url: url)
            }
        }

        /// Kills a server, and returns its messages.
        @discardableResult
        static func stop(_ server: Server) async throws -> String {
            try await blocking {
                kill(server.process.processIdentifier, SIGKILL)
                server.process.waitUntilExit()
                return String(decoding: server.errors.readDataToEndOfFile(), as: UTF8.self)
            }
        }

        /// Runs a closure on a thread of its own, because it blocks.
        private static func blocking<R: Sendable>(
            _ body: @escaping @Sendable () throws -> R
        ) async throws -> R {
            try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread {
                    continuation.resume(with: Result { try body() })
                }
            }
        }
    }
#endif
