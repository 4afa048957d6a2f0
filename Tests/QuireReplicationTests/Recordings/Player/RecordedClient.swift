#if Replication
    import QuirePlatform

    @testable import QuireReplication

    /// The client of a recorded connection, which sends its requests to a passive session.
    final class RecordedClient: Sendable {
        private struct State {
            /// The lines of the server's messages that have arrived.
            var arrived: Set<Int> = []
            /// The requests of the server that have not arrived.
            var expected: [RecordedMessage] = []
            /// The requests of the server that are not answered, by their numbers in the recording.
            var unanswered: [UInt64: BLIPRequest] = [:]
        }

        private static let timeLimit: Duration = .seconds(10)

        private let script: RecordedConnection
        private let connection: BLIPConnection
        private let comparison: Comparison
        private let state: Mutex<State>
        /// The lines of empty lists of changes.
        private let emptyLists: Set<Int>

        init(_ script: RecordedConnection, socket: any MessageSocket, _ comparison: Comparison) {
            self.script = script
            self.comparison = comparison
            connection = BLIPConnection(socket: socket, options: BLIPOptions(for: socket))
            // Couchbase Lite sends empty lists several times.
            let requests = script.requests(fromClient: false)
            let emptyLists = Set(requests.filter(Self.isEmptyList).map(\.i))
            self.emptyLists = emptyLists
            var collections: Set<String> = []
            let expected = requests.filter {
                !emptyLists.contains($0.i)
                    || collections.insert($0.properties["collection"] ?? "").inserted
            }
            state = Mutex(State(expected: expected))
        }

        private static func isEmptyList(_ message: RecordedMessage) -> Bool {
            message.profile == "changes" && message.body.json?.array?.isEmpty != false
                && message.body.isComplete
        }

        /// Receives messages until the connection ends.
        func run() async -> BLIPEnd {
            await connection.run { [self] request in receive(request) }
        }

        /// Sends a request after the messages that the recorded client had received before.
        func send(_ recorded: RecordedMessage) async throws {
            await waitForServer(before: recorded.i)
            var message = played(recorded)
            message.isReplyExpected = recorded.expectsReply
            guard recorded.expectsReply else { return try connection.post(message) }
            try connection.post(message) { [self] result in
                receive(result, recorded)
            }
        }

        /// Sends the answer to a request of the server, which may have to arrive first.
        func reply(_ recorded: RecordedMessage) async {
            await waitForServer(before: recorded.i)
            let request = state.withLock {
                $0.unanswered.removeValue(forKey: recorded.number)
            }
            guard let request else { return }
            let message = played(recorded)
            if recorded.kind == .error {
                request.fail(BLIPError(message))
            } else {
                request.respond(message)
            }
        }

        /// Waits for the messages of the server before a line.
        func waitForServer(before line: Int) async {
            let answers = script.messages.filter {
                $0.i < line && !$0.isFromClient && $0.kind != .request
            }
            let deadline = ContinuousClock.now + Self.timeLimit
            while ContinuousClock.now < deadline, connection.isOpen {
                let isComplete = state.withLock { state in
                    answers.allSatisfy { state.arrived.contains($0.i) }
                        && !state.expected.contains {
                            // Quire sends an empty list after its other lists were answered.
                            $0.i < line && (state.unanswered.isEmpty || !emptyLists.contains($0.i))
                        }
                }
                if isComplete { return }
                try? await Task.sleep(for: .milliseconds(2))
            }
            for answer in answers where !state.withLock({ $0.arrived.contains(answer.i) }) {
                comparison.differences.add(answer.i, "the answer did not arrive")
            }
            let missing = state.withLock { state in
                defer { state.expected.removeAll { $0.i < line } }
                return state.expected.filter { $0.i < line && !emptyLists.contains($0.i) }
            }
            for request in missing {
                comparison.differences.add(
                    request.i,
                    "\(request.profile) \(request.properties["id"] ?? "") did not arrive")
            }
        }

        /// Waits for the rest of the messages, and closes the connection.
        func finish() async {
            await waitForServer(before: .max)
            await connection.close(code: 1000, reason: "")
        }

        // MARK: Received messages

        private func receive(
            _ result: Result<BLIPMessage, any Error>, _ request: RecordedMessage
        ) {
            guard let recorded = script.answer(to: request) else { return }
            defer { state.withLock { _ = $0.arrived.insert(recorded.i) } }
            let name = "the answer to \(request.profile) \(request.properties["id"] ?? "")"
            switch result {
            case .success(let answer):
                guard recorded.kind == .response else {
                    return comparison.differences.add(
                        recorded.i, "\(name) is no error, recorded is \(recorded.body.text)")
                }
                comparison.compare(
                    answer, with: recorded, profile: "the answer to \(request.profile)")
                if request.profile == "proposeChanges" {
                    comparison.compareAnswer(toProposals: answer.body, with: recorded)
                } else {
                    comparison.compareBody(answer.body, with: recorded, name)
                }
            case .failure(let error as BLIPError):
                let isSame =
                    recorded.kind == .error
                    && error.domain == recorded.properties["Error-Domain"] ?? "BLIP"
                    && String(error.code) == recorded.properties["Error-Code"]
                guard !isSame else { return }
                let theirs =
                    recorded.kind == .error
                    ? "\(recorded.properties["Error-Domain"] ?? "BLIP") "
                        + (recorded.properties["Error-Code"] ?? "") : "no error"
                comparison.differences.add(
                    recorded.i,
                    "\(name) is the error \(error.domain) \(error.code) (\(error.message)), "
                        + "recorded is \(theirs)")
            case .failure: break
            }
        }

        private func receive(_ request: BLIPRequest) {
            let message = request.message
            let profile = message.profile ?? ""
            let isEmpty = profile == "changes" && message.body == Array("[]".utf8)
            let ids = profile == "changes" ? Self.ids(message.body) : []
            let recorded = state.withLock { state -> RecordedMessage? in
                let index = state.expected.firstIndex {
                    $0.profile == profile && emptyLists.contains($0.i) == isEmpty
                        && (profile != "changes" || isEmpty
                            || ids == Self.ids($0.body.beginning))
                        && $0.properties["collection"] == message["collection"]
                        && (profile != "rev" && profile != "norev"
                            || $0.properties["id"] == message["id"])
                        && (!profile.hasSuffix("Attachment")
                            || $0.properties["digest"] == message["digest"])
                }
                guard let index else { return nil }
                let recorded = state.expected.remove(at: index)
                state.unanswered[recorded.number] = recorded.expectsReply ? request : nil
                return recorded
            }
            guard !isEmpty else { return request.respond() }
            guard let recorded else {
                // Changes during the session, such as those that the client has sent.
                if profile == "changes" { return request.respond() }
                comparison.differences.add(
                    script.lines.first?.i,
                    "\(profile) \(message["id"] ?? String(decoding: message.body, as: UTF8.self)) "
                        + "was sent, which is not recorded")
                return request.fail(.http(404, "not recorded"))
            }
            comparison.compare(message, with: recorded, profile: "passive \(profile)")
            if profile == "changes" {
                comparison.compareList(message.body, with: recorded)
            } else if profile == "rev" {
                comparison.compareBody(message.body, with: recorded, "the body of \(profile)")
            }
        }

        /// Returns the IDs of the documents in a list of changes.
        private static func ids(_ body: [UInt8]) -> [String] {
            (JSONValue(String(decoding: body, as: UTF8.self))?.array ?? []).compactMap { item in
                item.array.flatMap { $0.count > 1 ? $0[1].string : nil }
            }
        }

        private func played(_ recorded: RecordedMessage) -> BLIPMessage {
            recorded.played(comparison.translation)
        }
    }
#endif
