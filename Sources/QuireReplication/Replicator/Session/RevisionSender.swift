#if Replication
    import Fleece
    import Foundation
    import QuirePlatform
    import Quire

    /// A revision that the other database has asked for.
    struct WantedRevision: Sendable {
        let id: String
        let version: String
        /// The JSON text of the sequence in the list of changes.
        let sequence: String
        /// The size of the stored body in bytes.
        let size: Int
        /// The revisions to which the other database can apply a delta.
        var deltaSources: [String] = []
    }

    /// The result of sending a revision.
    enum SendResult: Sendable {
        /// The other database has stored the revision.
        case stored
        /// The revision is no longer the current one, so nothing was sent.
        case outdated
        /// The other database refused the revision, or it could not be read.
        case failed(BLIPError)
    }

    /// Sends revisions, and the blobs that the other database asks for in the meantime.
    ///
    /// At most 100 revisions are unanswered at a time, with about 2 MB of bodies in total.
    final class RevisionSender: Sendable {
        /// How revisions are sent to a partner.
        struct Style: Sendable {
            /// Whether the other database must refuse revisions that conflict with its own.
            var refusesConflicts = false
            /// Whether a newer revision is sent in place of one that is no longer current.
            var sendsReplacements = false
            /// Whether the other database waits for each revision, so that it must learn of one that
            /// is not sent.
            var reportsMissing = false
        }

        /// Where revisions come from, and the form in which they are sent.
        struct Route: Sendable {
            let collection: DocumentCollection
            /// The number of the collection in messages, or `nil` in a connection without collections.
            let index: Int?
            /// Whether the body needs the member `_attachments`.
            let listsAttachments: Bool
            /// The number of the other database in the collection, or `nil` if it has none.
            var remote: Int?
        }

        /// The number of revisions that are read at a time, and the size of their stored bodies.
        private static let maximumRead = (count: 50, size: 500_000)

        private let connection: BLIPConnection
        private let store: ReplicationStore
        private let work: BlockingWork
        private let style: Style
        private let window: SendWindow
        private let blobs: BlobSender

        init(
            connection: BLIPConnection, store: ReplicationStore, work: BlockingWork, style: Style,
            startsSlowly: Bool = false
        ) {
            self.connection = connection
            self.store = store
            self.work = work
            self.style = style
            window = SendWindow(
                maximumCount: 100, maximumSize: 2_000_000, startsSlowly: startsSlowly)
            blobs = BlobSender(connection: connection, store: store, work: work)
        }

        /// Sends revisions and waits for the answers.
        ///
        /// - Parameters:
        ///   - revisions: The revisions that the other database has asked for.
        ///   - route: Where they come from.
        ///   - onResults: A closure that receives what became of revisions, by their positions.
        func send(
            _ revisions: [WantedRevision], _ route: Route,
            onResults: @Sendable ([(position: Int, result: SendResult)]) async -> Void
        ) async {
            let results = SendResults()
            async let sending: Void = sendAll(revisions, route: route, results: results)
            let watching = Task { await self.watch(results) }
            var finished = 0
            while finished < revisions.count {
                let next = await results.next()
                finished += next.count
                await onResults(next)
            }
            watching.cancel()
            await sending
        }

        /// Fails the revisions that the other database does not answer.
        ///
        /// The connection can be busy with other messages, so that it does not end because of them.
        private func watch(_ results: SendResults) async {
            let limit = connection.options.maximumSilence
            while (try? await Task.sleep(for: limit / 4)) != nil {
                let last = max(results.lastActivity, blobs.lastActivity)
                // A connection that is silent as a whole ends, and the next one sends them again.
                let isSilent = connection.lastActivity.advanced(by: limit / 2) < .now
                guard last.advanced(by: limit) < .now, !isSilent, connection.unsentByteCount == 0
                else { continue }
                results.failUnanswered(
                    .http(504, "the other database did not answer for \(limit)"))
            }
        }

        private func sendAll(
            _ revisions: [WantedRevision], route: Route, results: SendResults
        ) async {
            var rest = Array(revisions.enumerated())[...]
            while let first = rest.first {
                var size = first.element.size
                var count = 1
                for (_, revision) in rest.dropFirst().prefix(Self.maximumRead.count - 1) {
                    size += revision.size
                    guard size <= Self.maximumRead.size else { break }
                    count += 1
                }
                let part = rest.prefix(count)
                rest = rest.dropFirst(count)
                await window.wait()
                let reserved = await connection.memory?.reserve(
                    part.reduce(0) { $0 + $1.element.size })
                defer { withExtendedLifetime(reserved) {} }
                let read = await read(part.map(\.element), route)
                for ((position, wanted), revision) in zip(part, read) {
                    await window.wait()
                    do {
                        if let revision = try revision.get() {
                            try send(
                                revision, wanted: wanted, route: route, results: results,
                                position: position)
                        } else {
                            postMissing(
                                wanted, route: route,
                                error: .http(404, "the revision is not current"))
                            results.add(position, .outdated)
                        }
                    } catch {
                        let error = BLIPError(local: error)
                        postMissing(wanted, route: route, error: error)
                        results.add(position, .failed(error))
                    }
                }
            }
        }

        private func read(
            _ wanted: [WantedRevision], _ route: Route
        ) async -> [Result<OutgoingRevision?, any Error>] {
            let isExact = !style.sendsReplacements
            do {
                return try await work.run { [store] in
                    // A missing ID of the database cannot be created in a snapshot.
                    let source = try store.source
                    return try route.collection.database.snapshot {
                        wanted.map { wanted in
                            Result {
                                // A delta would not contain the changes of the attachments.
                                let sources = route.listsAttachments ? [] : wanted.deltaSources
                                return try route.collection.outgoingRevision(
                                    of: wanted.id, version: isExact ? wanted.version : nil,
                                    remote: route.remote, deltaFrom: sources, source: source)
                            }
                        }
                    }
                }
            } catch {
                return wanted.map { _ in .failure(error) }
            }
        }

        private func send(
            _ revision: OutgoingRevision, wanted: WantedRevision, route: Route,
            results: SendResults, position: Int
        ) throws {
            var message = BLIPMessage(profile: "rev", collection: route.index)
            message["id"] = revision.id
            message["rev"] = revision.version
            if !revision.history.isEmpty { message["history"] = revision.history }
            message["sequence"] = wanted.sequence
            if revision.isDeleted { message["deleted"] = "1" }
            if style.refusesConflicts { message["noconflicts"] = "true" }
            if revision.version != wanted.version { message["replacedRev"] = wanted.version }
            message.body =
                route.listsAttachments
                ? try LegacyAttachments.add(revision.blobs, to: revision.body) : revision.body
            message.isCompressed = true
            let size = message.body.count
            // A longer message would end the connection.
            let maximum = connection.options.maximumMessageSize - BLIPMessage.maximumPropertySize
            guard size <= maximum else {
                throw BLIPError.http(413, "the document has more than \(maximum) bytes of JSON")
            }
            let digests = (revision.blobs + revision.attachments).map(\.digest)
            window.open(size)
            blobs.offer(digests)
            results.expect(position) { [window, blobs] in
                blobs.withdraw(digests)
                window.close(size)
            }
            post(message, delta: revision.delta, position: position, results: results)
        }

        /// Sends a message with a delta instead of its body, and with the body if the other database
        /// cannot apply the delta.
        private func post(
            _ message: BLIPMessage, delta: RevisionDelta?, position: Int, results: SendResults
        ) {
            var sent = message
            if let delta {
                sent["deltaSrc"] = delta.source
                sent.body = delta.body
            }
            do {
                try connection.post(sent) { response in
                    switch response {
                    case .success: results.answer(position, .stored)
                    case .failure(let error):
                        let error = BLIPError(local: error)
                        guard delta != nil, error.refusesDelta else {
                            return results.answer(position, .failed(error))
                        }
                        guard results.isUnanswered(position) else { return }
                        self.post(message, delta: nil, position: position, results: results)
                    }
                }
            } catch {
                results.answer(position, .failed(BLIPError(local: error)))
            }
        }

        /// Reports a revision that is not sent, if the other database waits for it.
        ///
        /// An error that isn't one of HTTP becomes 500.
        private func postMissing(_ wanted: WantedRevision, route: Route, error: BLIPError) {
            guard style.reportsMissing else { return }
            var message = BLIPMessage(profile: "norev", collection: route.index)
            message["id"] = wanted.id
            message["rev"] = wanted.version
            message["sequence"] = wanted.sequence
            message["error"] = String(error.domain == "HTTP" ? error.code : 500)
            message["reason"] = error.message
            message.isReplyExpected = false
            try? connection.post(message)
        }

        /// Whether a revision in transfer contains a blob.
        func offersBlob(_ digest: String) -> Bool { blobs.isOffered(digest) }

        /// Answers a request for the content of a blob.
        func sendBlob(_ request: BLIPRequest) async { await blobs.send(request) }

        /// Answers a request to prove that this database contains a blob.
        func proveBlob(_ request: BLIPRequest) async { await blobs.prove(request) }
    }

    extension BLIPError {
        /// Whether it can be the answer to a delta whose source is missing, or is another one.
        ///
        /// Couchbase Lite and Quire answer with 422, and Sync Gateway with 400 if it accepts no deltas.
        fileprivate var refusesDelta: Bool { domain == "HTTP" && [400, 422].contains(code) }
    }

    /// The results that a task waits for.
    ///
    /// A canceled task also waits: each revision gets a result, at the latest when the connection
    /// ends.
    private final class SendResults: Sendable {
        typealias List = [(position: Int, result: SendResult)]

        private struct State {
            var results: List = []
            var waiting: CheckedContinuation<List, Never>?
            /// What follows the answers of the sent revisions, by their positions.
            var unanswered: [Int: @Sendable () -> Void] = [:]
            var lastActivity = ContinuousClock.now
        }

        private let state = Mutex(State())

        /// The last time at which a revision was sent or finished.
        var lastActivity: ContinuousClock.Instant { state.withLock(\.lastActivity) }

        /// Notes a revision that is about to be sent, and what follows its answer.
        func expect(_ position: Int, _ onAnswer: @escaping @Sendable () -> Void) {
            state.withLock { state in
                state.unanswered[position] = onAnswer
                state.lastActivity = .now
            }
        }

        /// Returns whether a sent revision has no result yet, so that it can be sent again.
        func isUnanswered(_ position: Int) -> Bool {
            state.withLock { state in
                state.lastActivity = .now
                return state.unanswered[position] != nil
            }
        }

        /// Adds the result of a sent revision.
        ///
        /// An answer to a revision that was given up has no effect.
        func answer(_ position: Int, _ result: SendResult) {
            guard let onAnswer = state.withLock({ $0.unanswered.removeValue(forKey: position) })
            else { return }
            onAnswer()
            add(position, result)
        }

        /// Adds the error of all sent revisions without an answer.
        func failUnanswered(_ error: BLIPError) {
            for position in state.withLock({ $0.unanswered.keys.sorted() }) {
                answer(position, .failed(error))
            }
        }

        func add(_ position: Int, _ result: SendResult) {
            let waiting = state.withLock { state in
                state.lastActivity = .now
                defer { state.waiting = nil }
                if state.waiting == nil { state.results.append((position, result)) }
                return state.waiting
            }
            waiting?.resume(returning: [(position, result)])
        }

        /// Returns the results since the last call, and waits until there is one.
        func next() async -> List {
            await withCheckedContinuation { continuation in
                let results = state.withLock { state in
                    defer { state.results = [] }
                    if state.results.isEmpty { state.waiting = continuation }
                    return state.results
                }
                if !results.isEmpty { continuation.resume(returning: results) }
            }
        }
    }
#endif
