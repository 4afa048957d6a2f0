#if Replication
    import Quire

    @testable import QuireReplication

    /// Plays the client of a recording for passive sessions of Quire in place of the recorded server.
    final class PassivePlayer {
        private let recording: Recording
        private let translation = Translation()
        private let differences = Differences()
        private let device: PlayedDevice
        private var options: PassiveOptions = {
            var options = PassiveOptions()
            options.usesDeltas = true
            return options
        }()
        private var finished: Set<Int> = []
        private var current: (number: Int, client: RecordedClient, tasks: [Task<Void, Never>])?

        init(_ recording: Recording) throws {
            self.recording = recording
            device = try PlayedDevice(
                "passive", source: Self.source(recording), in: recording, translation)
        }

        /// The ID of the passive database in the recording: the author of a document that it has
        /// written.
        private static func source(_ recording: Recording) -> String? {
            let written = recording.lines.compactMap { line -> String? in
                guard let step = line.step, case .write("passive", let write) = RecordedStep(step)
                else { return nil }
                return write.id
            }
            let clients = (1...max(recording.header.connections, 1)).compactMap {
                RecordedConnection($0, in: recording).clientSource
            }
            for message in Reconstruction.complete(recording.messages) where !message.isFromClient {
                for item in message.body.json?.array ?? [] {
                    guard let item = item.array, item.count >= 3, let id = item[1].string,
                        written.contains(id), let version = item[2].string
                    else { continue }
                    let source = VersionText.source(of: VersionText.current(of: version))
                    if !clients.contains(source) { return source }
                }
            }
            return nil
        }

        /// Performs the steps, and returns the differences.
        func play() async throws -> [String] {
            let skipped = RecordingTable.skippedConnections[recording.name] ?? [:]
            let connections = Dictionary(
                uniqueKeysWithValues: (1...max(recording.header.connections, 1)).map {
                    ($0, RecordedConnection($0, in: recording))
                })
            for (index, line) in recording.lines.enumerated() {
                if let step = line.step {
                    await current?.client.waitForServer(before: line.i)
                    try perform(RecordedStep(step), index)
                } else if let number = line.c, skipped[number] == nil,
                    let script = connections[number], script.isAccepted
                {
                    try await perform(line, script)
                }
            }
            await finish()
            try compareEnd()
            return differences.all
        }

        private func perform(_ step: RecordedStep, _ index: Int) throws {
            let line = recording.lines[index]
            switch step {
            case .write("passive", let write):
                let next = recording.lines[(index + 1)...].first { other in
                    guard let step = other.step,
                        case .write("passive", let next) = RecordedStep(step)
                    else { return false }
                    return next.id == write.id
                }
                try device.apply(write, at: line.i, next: next?.i)
            case .suchWrites("passive", let count):
                let writes = recording.lines[..<index].compactMap { other -> LocalWrite? in
                    guard let step = other.step,
                        case .write("passive", let write) = RecordedStep(step)
                    else { return nil }
                    return write
                }
                try device.applyMore(after: writes, count, at: line.i)
            case .elsewhere(let text) where text.hasPrefix("passive ("):
                guard let list = text.split(separator: "--colls=").dropFirst().first else { break }
                let names = list.split(separator: ",").map(String.init)
                for name in names { _ = try device.collection(name) }
                options.collections = Set(names)
            default: break
            }
        }

        private func perform(_ line: RecordingLine, _ script: RecordedConnection) async throws {
            guard !finished.contains(script.number) else { return }
            if line.ws == "close" { return await finish() }
            if current?.number != script.number {
                await finish()
                open(script)
            }
            guard line.isFromClient,
                let message = script.messages.first(where: { $0.i == line.i })
            else { return }
            if message.kind == .request {
                try await current?.client.send(message)
            } else {
                await current?.client.reply(message)
            }
        }

        private func open(_ script: RecordedConnection) {
            let (first, second) = MemoryMessageSocket.pair()
            let session = PassiveSession(
                socket: second, database: device.database, options: options)
            let comparison = Comparison(translation: translation, differences: differences)
            let client = RecordedClient(script, socket: first, comparison)
            let serving = Task { _ = await session.run() }
            let running = Task { _ = await client.run() }
            current = (script.number, client, [serving, running])
        }

        private func finish() async {
            guard let current else { return }
            finished.insert(current.number)
            await current.client.finish()
            for task in current.tasks { await task.value }
            self.current = nil
        }

        private func compareEnd() throws {
            let comparison = Comparison(translation: translation, differences: differences)
            for document in recording.header.end["server"] ?? [] {
                let collection = try device.collection(
                    document["collection"]?.string ?? "_default")
                try comparison.compareEnd(document, of: "passive", in: collection)
            }
        }
    }
#endif
