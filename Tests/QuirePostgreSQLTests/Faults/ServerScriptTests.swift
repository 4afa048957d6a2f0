#if PostgreSQL
    import Foundation
    import Testing

    /// `Scripts/support/postgres`, which starts the servers of the tests.
    @Suite(
        .enabled(if: FaultServer.isAvailable, "PostgreSQL is not installed."),
        .timeLimit(.minutes(10)))
    struct ServerScriptTests {
        /// A caller can wait for the end of a descriptor instead of the process, as Foundation does.
        @Test(arguments: [3, 254, 255])
        func `a server keeps no descriptor of the script's caller open`(descriptor: Int) throws {
            let root = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../..").standardizedFileURL
            let process = Process()
            process.executableURL = URL(filePath: "/bin/bash")
            process.currentDirectoryURL = root
            // `cat` ends when no process has the pipe open. The server ends with the shell.
            process.arguments = [
                "-c",
                "timeout 60 bash -c 'Scripts/support/postgres start --unsafe --for '$$' \(descriptor)>&1 | cat'",
            ]
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
    }
#endif
