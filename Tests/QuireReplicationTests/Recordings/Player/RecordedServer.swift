#if Replication
    import Foundation

    @testable import QuireReplication

    /// The server of a recorded connection, which answers a session as it answered the recorded client.
    actor RecordedServer {
        let script: RecordedConnection
        let connection: BLIPConnection
        let comparison: Comparison
        var requests: RecordedRequests
        var checkpoints: PlayedCheckpoints
        /// The IDs of the checkpoints, in the recording and in the playing database.
        private(set) var checkpointIDs: [(recorded: String, played: String)] = []
        /// The requests of the server in their order, and the number of those that were sent.
        private let ownRequests: [RecordedMessage]
        private var sentCount = 0
        private let lists: ListedItems
        /// The numbers of the server's requests in the recording that are answered.
        private var answered: Set<UInt64> = []
        /// The answers of earlier connections to conflicting versions.
        private let conflicts: [String: JSONValue]
        /// The versions that were proposed, with the IDs of the recording.
        private var proposed: Set<String> = []
        /// Answers that wait for the transfer of blobs.
        private var waiting: [(request: BLIPRequest, recorded: RecordedMessage)] = []

        init(
            _ script: RecordedConnection, socket: any MessageSocket, _ comparison: Comparison,
            _ checkpoints: PlayedCheckpoints, _ conflicts: [String: JSONValue]
        ) {
            self.script = script
            self.conflicts = conflicts
            self.comparison = comparison
            self.checkpoints = checkpoints
            connection = BLIPConnection(socket: socket, options: BLIPOptions(for: socket))
            requests = RecordedRequests(script)
            ownRequests = script.requests(fromClient: false)
            lists = ListedItems(ownRequests)
        }

        /// Serves the session until the connection ends.
        func run() async -> BLIPEnd {
            await connection.run { [weak self] request in await self?.receive(request) }
        }

        /// Reports the messages that the session did not send or receive.
        func finish() {
            for request in requests.all {
                comparison.differences.add(request.line, "\(request.text) was not sent")
            }
            for request in ownRequests.dropFirst(sentCount) {
                comparison.differences.add(
                    request.i, "the session has ended before \(request.profile) could be sent")
            }
            finishCheckpoints()
        }

        // MARK: Requests of the session

        private func receive(_ request: BLIPRequest) {
            let message = request.message
            let profile = message.profile ?? ""
            switch profile {
            case "setCheckpoint", "getCheckpoint": answerCheckpoint(request)
            case "proposeChanges": answerProposals(request)
            default:
                let properties = Dictionary(
                    message.properties.elements.map { ($0.key, $0.value) }
                ) { first, _ in first }
                let key = RecordedRequests.Key(profile, properties)
                guard let recorded = requests.take(key) else {
                    comparison.differences.add(
                        script.lines.first?.i,
                        "\(profile) \(key.item) was sent, which is not recorded")
                    return request.fail(.http(404, "not recorded"))
                }
                comparison.compare(message, with: recorded, profile: profile)
                if message.isReplyExpected != recorded.expectsReply {
                    comparison.differences.add(recorded.i, "\(profile) differs in the flag noreply")
                }
                answer(request, recorded, profile)
            }
            advance()
        }

        private func answer(_ request: BLIPRequest, _ recorded: RecordedMessage, _ profile: String)
        {
            let body = request.message.body
            switch profile {
            case "getCollections":
                open(request, recorded)
                return
            case "rev": comparison.compareBody(body, with: recorded, "the body of \(profile)")
            case "subChanges": comparison.compareSubscription(body, with: recorded)
            default: break
            }
            guard needsBlobs(recorded) else { return respond(request, recorded) }
            waiting.append((request, recorded))
        }

        private func respond(_ request: BLIPRequest, _ recorded: RecordedMessage) {
            guard let answer = script.answer(to: recorded) else { return request.respond() }
            let message = played(answer)
            if answer.kind == .error {
                request.fail(BLIPError(message))
            } else {
                request.respond(message)
            }
        }

        private func open(_ request: BLIPRequest, _ recorded: RecordedMessage) {
            let body = JSONValue(String(decoding: request.message.body, as: UTF8.self))
            comparison.compare(
                body?["collections"], recorded.body.json?["collections"], recorded.i,
                "the collections")
            let ours = body?["checkpoint_ids"]?.array?.compactMap(\.string) ?? []
            let theirs = recorded.body.json?["checkpoint_ids"]?.array?.compactMap(\.string) ?? []
            checkpointIDs = zip(theirs, ours).map { (recorded: $0, played: $1) }
            for ids in checkpointIDs {
                comparison.translation.bind(recorded: ids.recorded, played: ids.played)
            }
            guard let answer = script.answer(to: recorded), answer.kind == .response else {
                return respond(request, recorded)
            }
            var message = BLIPMessage()
            let items = zip(answer.body.json?.array ?? [], checkpointIDs).map {
                checkpoints.open($0, $1)
            }
            message.body = Array(JSONValue.array(items).text.utf8)
            request.respond(message)
        }

        private func answerProposals(_ request: BLIPRequest) {
            let collection = request.message["collection"] ?? ""
            let body = JSONValue(String(decoding: request.message.body, as: UTF8.self))
            var answers: [JSONValue] = []
            var line: Int?
            for item in body?.array ?? [] {
                let id = item.array?.first?.string ?? ""
                let version = comparison.translation.recorded(
                    VersionText.current(of: item.array?.dropFirst().first?.string ?? ""))
                // A conflicting version can be proposed again, and then its resolution.
                let conflict = conflicts[version]
                let taken = requests.takeProposal(
                    collection, id, version, isExact: conflict != nil)
                guard let proposal = taken, let item = item.array, item.count > 1 else {
                    // The resolution of its conflict can propose a version again.
                    if !proposed.contains(version) {
                        comparison.differences.add(
                            script.lines.first?.i, "\(id) is proposed, which is not recorded")
                    }
                    answers.append(
                        conflict?.mapStrings(comparison.translation.played) ?? .integer(304))
                    continue
                }
                proposed.insert(proposal.version)
                line = proposal.line
                comparison.compare(
                    .string(VersionText.current(of: item[1].string ?? "")),
                    .string(proposal.version), proposal.line,
                    "the proposed version of \(id)")
                comparison.compare(
                    .string(item.count > 2 ? item[2].string ?? "" : ""), .string(proposal.parent),
                    proposal.line, "the parent of \(id)")
                answers.append(proposal.answer.mapStrings(comparison.translation.played))
            }
            var message = BLIPMessage()
            let recorded = script.messages.first { $0.i == line }
            if let recorded, let answer = script.answer(to: recorded) {
                comparison.compare(request.message, with: recorded, profile: "proposeChanges")
                guard answer.kind == .response else {
                    return request.fail(BLIPError(played(answer)))
                }
                message["blobs"] = answer.properties["blobs"]
            }
            message.body = Array(JSONValue.array(answers).text.utf8)
            request.respond(message)
        }

        // MARK: Requests of the server

        /// Sends the requests whose causes have happened.
        private func advance() {
            while sentCount < ownRequests.count, isDue(ownRequests[sentCount]) {
                let recorded = ownRequests[sentCount]
                sentCount += 1
                send(recorded)
            }
            let ready = waiting.filter { !needsBlobs($0.recorded) }
            waiting.removeAll { !needsBlobs($0.recorded) }
            for (request, recorded) in ready { respond(request, recorded) }
        }

        private func isDue(_ request: RecordedMessage) -> Bool {
            switch request.profile {
            case "changes":
                return !requests.hasCauses(before: request.i) && hasCheckpoint(before: request.i)
            case "getAttachment", "proveAttachment":
                return !requests.hasRevision(
                    with: request.properties["digest"] ?? "", before: request.i)
            default:
                let list = lists.list(of: request)
                return list.map { answered.contains($0) } ?? true
                    && !requests.hasProposals(before: request.i)
            }
        }

        /// Returns whether the requests of the server before a line were sent and answered.
        func hasExchanged(before line: Int) -> Bool {
            ownRequests.enumerated().allSatisfy { index, request in
                request.i >= line
                    || index < sentCount
                        && (!request.expectsReply || answered.contains(request.number))
            }
        }

        /// Whether the server requested blobs of a revision before it answered it, and does not have
        /// them yet.
        private func needsBlobs(_ revision: RecordedMessage) -> Bool {
            guard revision.profile == "rev",
                ownRequests.contains(where: { $0.profile.hasSuffix("Attachment") }),
                let end = script.answer(to: revision)?.i
            else {
                return false
            }
            return ownRequests.contains { request in
                request.profile.hasSuffix("Attachment") && request.i > revision.i
                    && request.i < end && !answered.contains(request.number)
                    && revision.body.text.contains(request.properties["digest"] ?? "")
            }
        }

        private func send(_ recorded: RecordedMessage) {
            var message = played(recorded)
            message.isReplyExpected = recorded.expectsReply
            do {
                guard recorded.expectsReply else { return try connection.post(message) }
                try connection.post(message) { [weak self] result in
                    Task { await self?.receiveAnswer(result, to: recorded) }
                }
            } catch {
                comparison.differences.add(recorded.i, "the message cannot be sent: \(error)")
            }
        }

        private func receiveAnswer(
            _ result: Result<BLIPMessage, any Error>, to request: RecordedMessage
        ) {
            answered.insert(request.number)
            if let recorded = script.answer(to: request) {
                compare(result, with: recorded, request)
            }
            advance()
        }

        private func compare(
            _ result: Result<BLIPMessage, any Error>, with recorded: RecordedMessage,
            _ request: RecordedMessage
        ) {
            let name = "the answer to \(request.profile) \(request.properties["id"] ?? "")"
            switch result {
            case .success(let answer):
                guard recorded.kind == .response else {
                    return comparison.differences.add(
                        recorded.i, "\(name) is no error, recorded is \(recorded.body.text)")
                }
                comparison.compare(answer, with: recorded, profile: "answer")
                switch request.profile {
                case "changes": comparison.compareAnswer(toChanges: answer.body, with: recorded)
                case "rev": break
                default:
                    if !recorded.body.matches(answer.body) {
                        comparison.differences.add(recorded.i, "\(name) has another body")
                    }
                }
            case .failure(let error as BLIPError):
                guard recorded.kind == .error,
                    error.domain == recorded.properties["Error-Domain"] ?? "BLIP",
                    String(error.code) == recorded.properties["Error-Code"]
                else {
                    return comparison.differences.add(
                        recorded.i,
                        "\(name) is the error \(error.domain) \(error.code): "
                            + error.message)
                }
            case .failure: break
            }
        }

        private func played(_ recorded: RecordedMessage) -> BLIPMessage {
            recorded.played(comparison.translation)
        }
    }
#endif
