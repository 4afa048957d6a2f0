#if Replication
    import QuirePlatform
    import Quire
    import Testing

    @testable import QuireReplication

    /// How requested revisions are sent.
    @Suite(.timeLimit(.minutes(10))) struct RevisionSenderTests {
        @Test func `a document that is too long for a message is not sent, and others are`()
            async throws
        {
            let (database, folder) = try SyncPair.database()
            let collection = try database.defaultCollection()
            for (id, count) in [("a", 10), ("b", 100_000), ("c", 10)] {
                let text = String(repeating: "x", count: count)
                try collection.save(document: MutableDocument(id: id, data: ["text": text]))
            }
            let (first, second) = MemoryMessageSocket.pair()
            var options = BLIPOptions()
            options.maximumMessageSize = 100_000 + BLIPMessage.maximumPropertySize
            let connection = BLIPConnection(socket: first, options: options)
            let partner = BLIPConnection(socket: second, options: options)
            let received = Log()
            let running = [
                Task { await connection.run { _ in } },
                Task {
                    await partner.run { request in
                        let message = request.message
                        let names = [message.profile, message["id"], message["error"]]
                        received.add(names.compactMap(\.self).joined(separator: " "))
                        request.respond()
                    }
                },
            ]
            let sender = RevisionSender(
                connection: connection, store: ReplicationStore(database),
                work: database.blockingWork,
                style: .init(sendsReplacements: true, reportsMissing: true))
            let wanted = ["a", "b", "c"].map {
                WantedRevision(id: $0, version: "1@*", sequence: "1", size: 10)
            }
            let route = RevisionSender.Route(
                collection: collection, index: 0, listsAttachments: false)
            let failures = Log()
            await sender.send(wanted, route) { results in
                for case (let position, .failed(let error)) in results {
                    failures.add("\(wanted[position].id) \(error.domain) \(error.code)")
                }
            }
            await connection.close(code: 1000, reason: "")
            for task in running { _ = await task.value }
            #expect(failures.lines == ["b HTTP 413"])
            #expect(received.lines == ["rev a", "norev b 413", "rev c"])
            withExtendedLifetime(folder) {}
        }
    }

    /// Lines that several tasks add.
    private final class Log: Sendable {
        private let state = Mutex<[String]>([])

        var lines: [String] { state.withLock { $0 } }

        func add(_ line: String) { state.withLock { $0.append(line) } }
    }
#endif
