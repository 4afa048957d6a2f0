// The bookmarks of a guest on two devices, which synchronize through `quire serve`.
//
//   swift run --traits Replication TravelSync                      all steps, with a hub
//   swift run --traits Replication TravelSync STEP URL FOLDER      one step of a device

#if Replication
    import Foundation

    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
        if arguments.isEmpty {
            try playAllSteps()
        } else if arguments.count == 3, let step = Step(rawValue: arguments[0]),
            let url = URL(string: arguments[1])
        {
            try await step.run(
                url: url, folder: arguments[2], user: Hub.user, password: Hub.password)
        } else {
            print("usage: TravelSync [STEP URL FOLDER]")
            exit(2)
        }
    } catch {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
        exit(1)
    }

    /// Starts a hub, and runs each step as a process.
    func playAllSteps() throws {
        let program = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        let executable = Bundle.main.executableURL ?? program
        let command = executable.deletingLastPathComponent().appendingPathComponent("quire-cli")
        guard FileManager.default.isExecutableFile(atPath: command.path) else {
            print("Build the command first: swift build --traits Replication --product quire-cli")
            exit(1)
        }
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("travel-sync-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let hub = try Hub(folder: folder, command: command)
        defer { hub.stop() }
        for step in Step.allCases {
            print("\(step == Step.allCases.first ? "" : "\n")\(step.title)")
            fflush(nil)
            let process = Process()
            process.executableURL = executable
            process.arguments = [step.rawValue, hub.url.absoluteString, folder.path]
            try process.run()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { exit(1) }
        }
    }
#else
    print(
        "TravelSync requires the package trait Replication: swift run --traits Replication TravelSync"
    )
#endif
