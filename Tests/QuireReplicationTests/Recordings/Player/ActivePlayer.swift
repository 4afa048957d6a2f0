#if Replication
    import Foundation
    import Quire

    @testable import QuireReplication

    /// Plays the server of a recording for sessions of Quire in place of the recorded client.
    final class ActivePlayer {
        /// A step with its line.
        typealias Step = (line: Int, step: RecordedStep)

        let recording: Recording
        let translation = Translation()
        let differences = Differences()
        private var devices: [String: PlayedDevice] = [:]
        var checkpoints = PlayedCheckpoints()
        private var runs: [String: Int] = [:]

        init(_ recording: Recording) {
            self.recording = recording
        }

        /// Performs the steps, and returns the differences.
        func play() async throws -> [String] {
            let steps = recording.lines.compactMap { line in
                line.step.map { (line: line.i, step: RecordedStep($0)) }
            }
            var played = 0
            for (index, (line, step)) in steps.enumerated() where line > played {
                switch step {
                case .write(let name, let write):
                    guard recording.header.end[name] != nil || isDevice(name) else { continue }
                    try device(name).apply(
                        write, at: line, next: Self.nextWrite(of: write, by: name, steps, index))
                case .suchWrites(let name, let count):
                    try writeMore(name, count, before: index, steps)
                case .recordedWrites(let name, let ids) where isDevice(name):
                    for id in ids { try device(name).applyRecorded(id, at: line) }
                case .run(let name, let options) where options.isContinuous:
                    played = try await runContinuously(name, options, steps[index...])
                case .run(let name, let options): try await run(name, options, from: line)
                case .checkpointLost(let name) where isDevice(name):
                    try device(name).loseCheckpoint()
                case .restored(let name) where isDevice(name): try device(name).restoreFiles()
                case .ended, .recordedWrites, .checkpointLost, .restored, .elsewhere: continue
                }
            }
            for (name, documents) in recording.header.end where devices[name] != nil {
                try compareEnd(of: name, documents)
            }
            return differences.all
        }

        /// Returns the line of the next write of the same document.
        static func nextWrite(
            of write: LocalWrite, by name: String, _ steps: [Step], _ index: Int
        ) -> Int? {
            steps.dropFirst(index + 1).first {
                guard case .write(name, let other) = $0.step else { return false }
                return other.id == write.id
            }?.line
        }

        /// Performs the writes of which a recording contains the first ones.
        private func writeMore(
            _ name: String, _ count: Int, before index: Int,
            _ steps: [Step]
        ) throws {
            let writes = steps[..<index].compactMap { step -> LocalWrite? in
                guard case .write(name, let write) = step.step else { return nil }
                return write
            }
            guard isDevice(name) else { return }
            try device(name).applyMore(after: writes, count, at: steps[index].line)
        }

        // MARK: Devices

        private func isDevice(_ name: String) -> Bool {
            recording.lines.contains {
                guard let step = $0.step, case .run(name, _) = RecordedStep(step) else {
                    return false
                }
                return true
            }
        }

        func device(_ name: String) throws -> PlayedDevice {
            if let device = devices[name] { return device }
            let device = try PlayedDevice(name, source: source(name), in: recording, translation)
            devices[name] = device
            return device
        }

        /// Returns the ID of a device's database in the recording.
        private func source(_ name: String) -> String? {
            for line in recording.lines {
                guard let step = line.step, case .run(name, _) = RecordedStep(step) else {
                    continue
                }
                let sources = connections(from: line.i).compactMap(\.clientSource)
                if let first = sources.first { return first }
            }
            return nil
        }

        /// The connections between the start of a replication and its end.
        func connections(from line: Int) -> [RecordedConnection] {
            let rest = recording.lines.drop { $0.i <= line }
            let end = rest.firstIndex {
                guard let step = $0.step, case .ended = RecordedStep(step) else { return false }
                return true
            }
            let numbers = rest[..<(end ?? rest.endIndex)].compactMap(\.c)
            return Set(numbers).sorted().map { RecordedConnection($0, in: recording) }
        }

        // MARK: Sessions

        private func run(_ name: String, _ options: RunOptions, from line: Int) async throws {
            let device = try device(name)
            for script in connections(from: line) where script.isAccepted {
                let end = try await session(device, options, script)
                compare(end, script, isFailure: isFailure(after: line))
            }
            if isCouchbaseLite { try device.resolveConflicts(options) }
            runs[name, default: 0] += 1
            // The recorded copy contains the checkpoint of the second session.
            if runs[name] == 2, isRestored(name) { try device.copyFiles() }
        }

        /// Whether the recorded client resolved conflicts after its sessions.
        private var isCouchbaseLite: Bool { recording.header.client.hasPrefix("LiteCore") }

        private func isRestored(_ name: String) -> Bool {
            recording.lines.contains {
                guard let step = $0.step, case .restored(name) = RecordedStep(step) else {
                    return false
                }
                return true
            }
        }

        private func session(
            _ device: PlayedDevice, _ options: RunOptions, _ script: RecordedConnection
        ) async throws -> SessionEnd {
            let (session, partner) = try makeSession(device, options, script)
            let serving = Task { await partner.run() }
            let end = await session.run()
            _ = await serving.value
            await partner.finish()
            checkpoints = await partner.checkpoints
            return end
        }

        /// Creates a session and its partner.
        func makeSession(
            _ device: PlayedDevice, _ options: RunOptions, _ script: RecordedConnection
        ) throws -> (ActiveSession, RecordedServer) {
            let (client, server) = MemoryMessageSocket.pair()
            let comparison = Comparison(translation: translation, differences: differences)
            let partner = RecordedServer(
                script, socket: server, comparison, checkpoints, conflicts(before: script.number))
            var sessionOptions = SessionOptions(remoteName: "ws://127.0.0.1:4984/db/_blipsync")
            sessionOptions.isContinuous = options.isContinuous
            sessionOptions.isReset = options.isReset
            sessionOptions.usesDeltas = true
            sessionOptions.purgesInaccessible = options.purgesInaccessible
            // A session that waits for something that the recording does not contain.
            sessionOptions.maximumSilence = .seconds(30)
            let collections = try options.collections.map {
                try device.replicated(
                    $0, options, resolves: !isCouchbaseLite)
            }
            let session = ActiveSession(
                socket: client, database: device.database, collections: collections,
                options: sessionOptions
            ) { _ in }
            return (session, partner)
        }

        /// Returns the answers to proposals of conflicting versions in earlier connections.
        private func conflicts(before number: Int) -> [String: JSONValue] {
            var answers: [String: JSONValue] = [:]
            for script in (1..<number).map({ RecordedConnection($0, in: recording) }) {
                for request in script.requests(fromClient: true)
                where request.profile == "proposeChanges" {
                    let answer = script.answer(to: request)
                    for proposal in RecordedProposal.all(in: request, answer: answer)
                    where proposal.answer.object != nil {
                        answers[proposal.version] = proposal.answer
                    }
                }
            }
            return answers
        }

        /// Returns whether the recorded client has reported an error at its end.
        private func isFailure(after line: Int) -> Bool {
            let end = recording.lines.first { other in
                guard other.i > line, let step = other.step, case .ended = RecordedStep(step) else {
                    return false
                }
                return true
            }
            let result = end?.result ?? ""
            return result.hasPrefix("END")
                ? !result.hasSuffix("ok") : !result.contains("err=none")
        }

        private func compare(_ end: SessionEnd, _ script: RecordedConnection, isFailure: Bool) {
            let line = script.lines.first?.i
            switch end {
            case .completed where !isFailure: return
            case .failed(let failure):
                guard isFailure else {
                    return differences.add(
                        line,
                        "the session failed: \(failure.domain) \(failure.code) "
                            + failure.message)
                }
            case .completed, .stopped:
                differences.add(line, "the session ended, recorded is a failure")
            }
        }

        // MARK: End

        private func compareEnd(of name: String, _ documents: [JSONValue]) throws {
            let comparison = Comparison(translation: translation, differences: differences)
            for document in documents {
                let collection = try device(name).collection(
                    document["collection"]?.string ?? "_default")
                try comparison.compareEnd(document, of: name, in: collection)
            }
        }
    }
#endif
