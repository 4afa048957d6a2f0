#if Replication
    import Foundation
    import Quire

    /// The database with which the devices synchronize, served by the command `quire serve`.
    final class Hub {
        static let user = "guest"
        static let password = "a secret of the example"

        /// The URL of the database.
        let url: URL
        private let process: Process

        /// Creates an empty database and starts the command.
        init(folder: URL, command: URL) throws {
            var configuration = DatabaseConfiguration()
            configuration.directory = folder.path
            try Database(name: "hub", config: configuration).close()
            process = Process()
            process.executableURL = command
            process.arguments = [
                "serve", folder.appendingPathComponent("hub.cblite2").path, "--user", Self.user,
            ]
            // Other users of the machine can read the arguments of a process.
            process.environment = ProcessInfo.processInfo.environment
                .merging(["QUIRE_PASSWORD": Self.password]) { $1 }
            let output = Pipe()
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            // The first line is the URL.
            var line = Data()
            while !line.contains(UInt8(ascii: "\n")) {
                let part = output.fileHandleForReading.availableData
                guard !part.isEmpty else { break }
                line += part
            }
            let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .newlines)
            guard let url = URL(string: text), url.port != nil else {
                process.terminate()
                throw QuireError(.ioError, "quire serve did not start: \(text)")
            }
            self.url = url
        }

        func stop() {
            process.interrupt()
            process.waitUntilExit()
        }
    }
#endif
