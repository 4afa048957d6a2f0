#if Replication
    import Fleece
    import Quire

    /// What another database subscribes to.
    private struct Subscription: Sendable {
        var since: UInt64
        let isContinuous: Bool
        /// Whether deletions are left out until the first list is complete.
        let isActiveOnly: Bool
        let batch: Int
        let documentIDs: Set<DocumentIDKey>?

        init(_ message: BLIPMessage) throws {
            guard message["versioning"] == "version-vectors" else {
                throw BLIPError(
                    domain: "LiteCore", code: 501,
                    message:
                        "the database has version vectors, which the other one does not support")
            }
            guard message["filter"] == nil, message["channels"] == nil else {
                throw BLIPError(
                    domain: "LiteCore", code: 19, message: "filters and channels are not supported")
            }
            let text = message["since"] ?? "0"
            guard let since = UInt64(text) else {
                throw BLIPError.badRequest("the sequence \(text) is not one of this database")
            }
            self.since = since
            isContinuous = message.properties.bool("continuous")
            isActiveOnly = message.properties.bool("activeOnly")
            batch = min(max(message.properties.integer("batch") ?? 200, 1), 1000)
            var documentIDs: Set<DocumentIDKey>?
            if !message.body.isEmpty, let list = try WireJSON.parseObject(message.body)["docIDs"],
                !list.isNull
            {
                documentIDs = Set(
                    try WireJSON.list(
                        list, "docIDs", maximumCount: BLIPBodyLimits.maximumDocumentIDs
                    ).compactMap(\.string).map(DocumentIDKey.init))
            }
            self.documentIDs = documentIDs
        }

        /// The approximate number of bytes in memory.
        var cost: Int { (documentIDs?.count ?? 0) * 128 }

        func selects(_ change: ReplicationChange, isCaughtUp: Bool) -> Bool {
            change.failure == nil && !change.isExpired
                && !(isActiveOnly && !isCaughtUp && change.isDeleted)
                && documentIDs?.contains(DocumentIDKey(change.id)) ?? true
        }
    }

    extension PassiveSession {
        /// The number of lists whose revisions may be in transfer at the same time.
        private static let maximumLists = 4
        /// The approximate number of bytes that a change occupies until its revision is sent.
        private static let changeCost = 320

        /// Begins to send the changes of a collection.
        func startFeed(_ request: BLIPRequest, _ index: Int) async throws {
            guard feeds[index] == nil else {
                throw BLIPError.badRequest("the changes of the collection are being sent already")
            }
            let subscription = try Subscription(request.message)
            guard let collection = collections?[index].collection else { return }
            let signal = Signal()
            feeds[index] = signal
            do {
                try await work.run { [store] in try store.notePeer() }
            } catch {
                feeds[index] = nil
                throw error
            }
            // The set of document IDs exists until the feed ends.
            let charge = connection.memory?.charge(subscription.cost, .handled)
            request.respond(BLIPMessage())
            tasks.add {
                defer { withExtendedLifetime(charge) {} }
                let token = signal.observe(collection)
                defer { token.remove() }
                do {
                    try await self.send(subscription, of: collection, index: index, signal: signal)
                } catch let error as BLIPError where error.domain == "BLIP" {
                    await self.connection.close(code: 4002, reason: error.message)
                } catch {
                    let reason = (error as? BLIPRefusedResponse)?.error.message ?? "\(error)"
                    await self.connection.close(code: 4001, reason: reason)
                }
                await self.endFeed(index)
            }
        }

        private func endFeed(_ index: Int) { feeds[index] = nil }

        private func send(
            _ subscription: Subscription, of collection: DocumentCollection, index: Int,
            signal: Signal
        ) async throws {
            var cursor = subscription.since
            var isCaughtUp = false
            var transfers: [Task<Void, Never>] = []
            while !Task.isCancelled {
                let (changes, charge) = try await nextChanges(
                    for: subscription, in: collection, since: cursor)
                guard let last = changes.last else {
                    if !isCaughtUp { try postCaughtUp(index) }
                    isCaughtUp = true
                    guard subscription.isContinuous else { break }
                    await signal.wait()
                    continue
                }
                cursor = last.sequence
                reportFailures(
                    changes.compactMap { change in
                        change.failure.map { (change.id, BLIPError(local: $0)) }
                    }, index)
                let selected = changes.filter {
                    subscription.selects($0, isCaughtUp: isCaughtUp)
                }
                guard !selected.isEmpty else { continue }
                if transfers.count >= Self.maximumLists { await transfers.removeFirst().value }
                let (wanted, listsAttachments) = try await offer(selected, index)
                transfers.append(
                    Task {
                        await self.send(
                            wanted, of: collection, index: index, listsAttachments: listsAttachments
                        )
                        withExtendedLifetime(charge) {}
                    })
            }
            for task in transfers { await task.value }
        }

        /// Reads the changes after a sequence when there is memory for them.
        ///
        /// - Returns: The changes, and what counts their memory.
        private func nextChanges(
            for subscription: Subscription, in collection: DocumentCollection, since: UInt64
        ) async throws -> (changes: [ReplicationChange], charge: MemoryCharge?) {
            let charge = await connection.memory?.reserve(subscription.batch * Self.changeCost)
            let changes = try await work.run {
                try collection.replicationChanges(
                    since: since, limit: subscription.batch, remote: nil)
            }
            return (changes, changes.isEmpty ? nil : charge)
        }

        /// Sends an empty list, which states that all changes are listed.
        private func postCaughtUp(_ index: Int) throws {
            var message = BLIPMessage(profile: "changes", collection: wireIndex(index))
            message.body = Array("[]".utf8)
            message.isUrgent = true
            message.isReplyExpected = false
            try connection.post(message)
        }

        /// Sends a list of changes, and returns those that the other database wants.
        private func offer(
            _ changes: [ReplicationChange], _ index: Int
        ) async throws -> (wanted: [WantedRevision], listsAttachments: Bool) {
            var message = BLIPMessage(profile: "changes", collection: wireIndex(index))
            message.isUrgent = true
            message.isCompressed = true
            message.body = try WireJSON.body { writer in
                writer.beginArray()
                for change in changes {
                    writer.beginArray()
                    writer.write(change.sequence)
                    writer.write(change.id)
                    writer.write(change.version)
                    writer.write(Int64(change.isDeleted ? 1 : 0))
                    writer.write(UInt64(change.bodySize))
                    writer.endArray()
                }
                writer.endArray()
            }
            let answer: BLIPMessage
            do {
                answer = try await connection.request(message)
            } catch let error as BLIPError {
                return try await divide(changes, index: index, after: error)
            }
            let items = try await readingList { try WireJSON.parseList(answer.body) }
            let sendsDeltas = options.usesDeltas && answer.properties.bool("deltas")
            let wanted = zip(changes, items).compactMap { change, item -> WantedRevision? in
                // An array contains the revisions that the other database has. Everything else is a
                // refusal.
                guard let known = item.array else { return nil }
                var wanted = WantedRevision(change)
                if sendsDeltas { wanted.deltaSources = known.prefix(10).compactMap(\.string) }
                return wanted
            }
            return (wanted, !answer.properties.bool("blobs"))
        }

        /// Handles an error that the other database sent in place of an answer.
        ///
        /// One document can be the cause, so each half of the list is offered again.
        private func divide(
            _ changes: [ReplicationChange], index: Int, after error: BLIPError
        ) async throws -> (wanted: [WantedRevision], listsAttachments: Bool) {
            guard changes.count > 1 else {
                reportFailures(changes.map { ($0.id, error) }, index)
                return ([], true)
            }
            let middle = changes.count / 2
            let first = try await offer(Array(changes[..<middle]), index)
            let second = try await offer(Array(changes[middle...]), index)
            return (
                first.wanted + second.wanted, first.listsAttachments && second.listsAttachments
            )
        }

        private func reportFailures(_ failures: [(id: String, error: BLIPError)], _ index: Int) {
            guard let collection = collections?[index].collection, !failures.isEmpty else { return }
            report(
                .documents(
                    failures.map { id, error in
                        DocumentEvent(
                            collection: collection, id: id, isPush: true, isDeleted: false,
                            error: error)
                    }))
        }

        private func send(
            _ wanted: [WantedRevision], of collection: DocumentCollection, index: Int,
            listsAttachments: Bool
        ) async {
            let route = RevisionSender.Route(
                collection: collection, index: wireIndex(index), listsAttachments: listsAttachments)
            await sender.send(wanted, route) { [report] results in
                report(
                    .documents(
                        results.map { position, result in
                            var event = DocumentEvent(
                                collection: collection, id: wanted[position].id, isPush: true,
                                isDeleted: false)
                            if case .failed(let error) = result { event.error = error }
                            return event
                        }))
            }
        }
    }
#endif
