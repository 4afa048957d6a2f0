#if Replication
    import Fleece
    import Quire

    extension ActiveSession {
        /// The number of requested revisions from which on lists of changes are answered later.
        private static let maximumExpected = 400
        /// The number of unanswered lists that a partner may send.
        private static let maximumLists = 100

        func startPull(_ index: Int) throws {
            let configuration = configurations[index]
            var request = try subscription(
                index, documentIDs: configuration.sortedDocumentIDs)
            if let since = pulls[index].sequences.checkpoint { request["since"] = since.json }
            if options.isContinuous { request["continuous"] = "true" }
            if pulls[index].isFirst { request["activeOnly"] = "true" }
            if let channels = configuration.channels, !channels.isEmpty {
                request["filter"] = "sync_gateway/bychannel"
                request["channels"] = channels.joined(separator: ",")
            }
            subscribe(request)
            tasks.add { await self.watchExpected(index) }
        }

        /// Returns a request for the changes of all documents, or of those with the given IDs.
        func subscription(_ index: Int, documentIDs: [String]?) throws -> BLIPMessage {
            var request = BLIPMessage(profile: "subChanges", collection: index)
            request["batch"] = options.isCautious ? "20" : "200"
            request["sendReplacementRevs"] = "1"
            request["versioning"] = "version-vectors"
            if options.purgesInaccessible { request["revocations"] = "true" }
            guard let documentIDs else { return request }
            request.body = try WireJSON.body { writer in
                writer.beginDictionary()
                writer.writeKey("docIDs")
                writer.write(strings: documentIDs)
                writer.endDictionary()
            }
            return request
        }

        func subscribe(_ request: BLIPMessage) {
            // The first list of changes can arrive before the response.
            tasks.add { [connection, request] in
                do {
                    _ = try await connection.request(request)
                } catch {
                    await self.fail(error)
                }
            }
        }

        // MARK: Lists of changes

        /// Accepts a list of changes, which is processed after the preceding ones.
        func receiveChanges(_ request: BLIPRequest, _ index: Int) async {
            guard pulls[index].unansweredLists < Self.maximumLists else {
                request.fail(.http(503, "too many lists of changes are unanswered"))
                return fail(
                    SessionFailure(
                        domain: "BLIP", code: 400,
                        message: "too many lists of changes are unanswered",
                        isTransient: false))
            }
            pulls[index].unansweredLists += 1
            let previous = pulls[index].processing
            pulls[index].processing = Task {
                await previous?.value
                await self.process(request, index)
            }
        }

        private func process(_ request: BLIPRequest, _ index: Int) async {
            do {
                let changes = try ListedChange.list(request.message.body)
                if changes.isEmpty {
                    request.respond(BLIPMessage())
                    pulls[index].isCaughtUp = true
                } else {
                    while pulls[index].expectedCount >= Self.maximumExpected, isConnected {
                        await withCheckedContinuation { pulls[index].wait($0) }
                    }
                    request.respond(try await answer(changes, index))
                }
            } catch {
                request.fail(BLIPError(local: error))
                fail(error)
            }
            pulls[index].unansweredLists -= 1
            checkCompletion()
        }

        private func answer(_ listed: [ListedChange], _ index: Int) async throws -> BLIPMessage {
            addToProgress(total: listed.count)
            let tickets = listed.map { change in
                change.sequence.map { pulls[index].sequences.append($0) }
            }
            var answers: [ChangeAnswer] = listed.map { _ in .unwanted }
            let configuration = configurations[index]
            let revoked = LastOfRevoked(listed)
            let ordinary = listed.indices.filter {
                listed[$0].isValid && !listed[$0].isAccessLost && revoked.counts($0, listed[$0])
                    && configuration.chooses(listed[$0].id)
            }
            let queries = ordinary.map { (id: listed[$0].id, version: listed[$0].version) }
            let known = try await work.run { [remote] in
                try configuration.collection.answers(toChanges: queries, remote: remote)
            }
            for (position, answer) in zip(ordinary, known) { answers[position] = answer }
            // A revision that is still to come would create a document again after it was purged.
            for change in listed where change.isAccessLost {
                addToProgress(completed: pulls[index].cancelExpected(change.id))
                while pulls[index].isStoring(change.id), isConnected {
                    await withCheckedContinuation { pulls[index].wait($0) }
                }
            }
            for (position, change) in listed.enumerated() {
                if !change.isValid || revoked.counts(position, change) {
                    await accept(
                        answers[position], to: change, ticket: tickets[position], index: index)
                } else {
                    if let ticket = tickets[position] { pulls[index].sequences.finish(ticket) }
                    addToProgress(completed: 1)
                }
            }
            return try response(answers)
        }

        /// Expects a listed revision, or finishes the change without it.
        private func accept(
            _ answer: ChangeAnswer, to change: ListedChange, ticket: PendingSequences.Ticket?,
            index: Int
        ) async {
            if options.purpose == .repetition {
                pulls[index].listed.insert(DocumentIDKey(change.id))
            }
            var isFinished = true
            if case .wanted = answer, let ticket, let sequence = change.sequence {
                let expected = PullState.Expected(id: change.id, sequence: sequence.json)
                pulls[index].expected[expected, default: []].append(ticket)
                pulls[index].expectedCount += 1
                return
            } else if case .failed(let failure) = answer {
                isFinished = reportFailure(of: change.id, BLIPError(local: failure), index)
            } else if !change.isValid {
                let error = BLIPError.badRequest("an item of a list of changes is invalid")
                isFinished = reportFailure(of: change.id, error, index)
            } else if change.isAccessLost {
                isFinished = await purge(change.id, index)
            } else {
                checkpoints[index].record.removeFailure(of: change.id, isPush: false)
            }
            if isFinished, let ticket { pulls[index].sequences.finish(ticket) }
            addToProgress(completed: 1)
        }

        private func response(_ answers: [ChangeAnswer]) throws -> BLIPMessage {
            var message = BLIPMessage()
            message["blobs"] = "true"
            if options.usesDeltas { message["deltas"] = "true" }
            message["sendReplacementRevs"] = "1"
            message.isCompressed = true
            message.body = try ListedChange.body(of: answers)
            return message
        }

        /// Purges a document that is no longer accessible, unless the filter refuses that.
        ///
        /// - Returns: Whether the checkpoint can pass over the change.
        private func purge(_ id: String, _ index: Int) async -> Bool {
            let configuration = configurations[index]
            var isPurged = false
            do {
                if options.purgesInaccessible, configuration.chooses(id) {
                    isPurged = try await work.run {
                        let removal = FilteredRevision(
                            id: id, isDeleted: false, isAccessRemoved: true,
                            body: Array("{}".utf8))
                        if let filter = configuration.pullFilter, try !filter(removal) {
                            return false
                        }
                        return try configuration.collection.removeForReplication(id)
                    }
                }
            } catch {
                return reportFailure(of: id, BLIPError(local: error), index)
            }
            let hasFailed = checkpoints[index].record.removeFailure(of: id, isPush: false)
            guard isPurged || hasFailed || !options.purgesInaccessible else { return true }
            report(
                .documents([
                    DocumentEvent(
                        collection: configuration.collection, id: id, isPush: false,
                        isDeleted: false, isAccessRemoved: true)
                ]))
            return true
        }

        // MARK: Revisions

        /// Returns whether a revision was requested, and is not wanted anymore.
        func isCanceled(_ message: BLIPMessage, _ index: Int) -> Bool {
            pulls[index].takeCanceled(message["id"] ?? "", sequence: message["sequence"] ?? "")
        }

        /// Returns whether a revision was requested, and moves it to those that have arrived.
        func expects(_ message: BLIPMessage, _ index: Int) -> Bool {
            let key = PullState.Expected(
                message["id"] ?? "", sequence: message["sequence"] ?? "",
                in: pulls[index].expected)
            guard let ticket = pulls[index].expected[key]?.first else { return false }
            pulls[index].expected[key]?.removeFirst()
            if pulls[index].expected[key]?.isEmpty == true { pulls[index].expected[key] = nil }
            pulls[index].arrived[key, default: []].append(ticket)
            return true
        }

        /// Finishes revisions that were stored or refused.
        func finish(_ revisions: [ReceivedRevision]) async {
            var events: [DocumentEvent] = []
            var completed = 0
            for revision in revisions {
                let index = revision.collection
                let key = PullState.Expected(
                    revision.id, sequence: revision.sequence ?? "", in: pulls[index].arrived)
                guard let ticket = pulls[index].arrived[key]?.first else { continue }
                pulls[index].arrived[key]?.removeFirst()
                if pulls[index].arrived[key]?.isEmpty == true { pulls[index].arrived[key] = nil }
                pulls[index].expectedCount -= 1
                let (event, isFinished) = await outcome(of: revision)
                if let event { events.append(event) }
                if isFinished { pulls[index].sequences.finish(ticket) }
                completed += 1
                pulls[index].resumeWaiting()
            }
            addToProgress(completed: completed)
            if !events.isEmpty { report(.documents(events)) }
            checkCompletion()
        }

        /// Handles the outcome of a revision.
        ///
        /// - Returns: What is reported, and whether the checkpoint can pass over the revision.
        private func outcome(
            of revision: ReceivedRevision
        ) async -> (event: DocumentEvent?, isFinished: Bool) {
            let index = revision.collection
            var event = DocumentEvent(
                collection: configurations[index].collection, id: revision.id, isPush: false,
                isDeleted: revision.isDeleted)
            switch revision.outcome {
            case .stored: clockLead.add(revision.id, version: revision.version)
            case .conflicted:
                clockLead.add(revision.id, version: revision.version)
                startResolving(revision.id, index)
            case .replaced:
                checkpoints[index].record.removeFailure(of: revision.id, isPush: false)
                return (nil, true)
            case .accessLost: return (nil, await purge(revision.id, index))
            case .filtered(let error): event.error = error
            case .failed(let error) where isEnd(error): return (nil, false)
            case .failed(let error):
                event.error = error
                return (event, isNoted(error, of: revision.id, index))
            }
            checkpoints[index].record.removeFailure(of: revision.id, isPush: false)
            return (event, true)
        }

        /// Reports a document that could not be received.
        ///
        /// - Returns: Whether the checkpoint can pass over the document.
        func reportFailure(of id: String, _ error: BLIPError, _ index: Int) -> Bool {
            report(
                .documents([
                    DocumentEvent(
                        collection: configurations[index].collection, id: id, isPush: false,
                        isDeleted: false, error: error)
                ]))
            return id.isEmpty || isNoted(error, of: id, index)
        }

        /// Notes a document that could not be received.
        ///
        /// - Returns: Whether the checkpoint can pass over the document: it is in the record, from
        ///   which the next session requests it.
        private func isNoted(_ error: BLIPError, of id: String, _ index: Int) -> Bool {
            guard !error.isTransientForReceiver else {
                requestAgainLater(error)
                return false
            }
            return isRecorded(id, isPush: false, error: error, index: index)
        }
    }
#endif
