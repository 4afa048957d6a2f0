#if Replication
    import Foundation
    import QuirePlatform
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    @Suite struct DeltaTests {
        /// A text that cannot be compressed well.
        private static func text(seed: UInt64, count: Int = 10_000) -> String {
            var generator = SplitMix64(seed: seed)
            return String(
                decoding: (0..<count).map { _ in UInt8(0x30 + generator.next(below: 64)) },
                as: UTF8.self
            ).replacingOccurrences(of: "\\", with: "/")
        }

        private static func put(
            _ json: String, in database: Database, id: String = "a"
        ) throws {
            let collection = try database.defaultCollection()
            let document = try collection.document(id: id)?.toMutable() ?? MutableDocument(id: id)
            _ = try document.setJSON(json)
            try collection.save(document: document)
        }

        private static let permitted: PassiveOptions = {
            var options = PassiveOptions()
            options.usesDeltas = true
            return options
        }()

        @Test(arguments: [(true, true, true), (true, false, false), (false, true, false)])
        func `a changed counter of a large document is sent alone if both databases support it`(
            isActive: Bool, isPassive: Bool, isShort: Bool
        ) async throws {
            let pair = try SyncPair()
            let text = Self.text(seed: 1)
            try Self.put(#"{"n":1,"t":"\#(text)"}"#, in: pair.active)
            let options = isPassive ? Self.permitted : PassiveOptions()
            _ = try await pair.sync(options: options, usesDeltas: isActive)
            try Self.put(#"{"n":2,"t":"\#(text)"}"#, in: pair.active)
            let result = try await pair.sync(options: options, usesDeltas: isActive)
            #expect(try pair.differences() == [])
            let size = result.byteCount
            #expect(isShort ? size < 1000 : size > 7000, "\(size) bytes")
        }

        @Test func `changes of all kinds arrive in both directions`() async throws {
            let pair = try SyncPair()
            let text = Self.text(seed: 2, count: 300)
            let bodies = [
                #"{"t":"\#(text)","a":[1,2,3],"d":{"x":1}}"#,
                #"{"t":"\#(text)!","a":[1],"d":{"x":1,"y":[{"z":null}]}}"#,
                #"{"a":[1,{"b":2}],"t":"?\#(text)!"}"#,
                #"{"t":"\#(text)","a":9223372036854775808}"#,
                #"{"t":"\#(text)","a":1.5,"d":{}}"#,
            ]
            for (number, body) in bodies.enumerated() {
                for database in number.isMultiple(of: 2)
                    ? [pair.active, pair.passive] : [pair.passive, pair.active]
                {
                    try Self.put(body, in: database)
                    _ = try await pair.sync(options: Self.permitted, usesDeltas: true)
                }
            }
            #expect(try pair.differences() == [])
            #expect(
                try pair.passive.defaultCollection().document(id: "a")?.toJSON()
                    == #"{"a":1.5,"d":{},"t":"\#(text)"}"#)
        }

        @Test func `a document is sent whole if the other database lost the source`() async throws {
            let pair = try SyncPair()
            let text = Self.text(seed: 3)
            try Self.put(#"{"n":1,"t":"\#(text)"}"#, in: pair.active)
            _ = try await pair.sync(options: Self.permitted, usesDeltas: true)
            // The revision stays, but the body of the row is another one.
            let collection = try pair.passive.defaultCollection()
            try collection.purge(id: "a")
            try Self.put(#"{"n":2,"t":"\#(text)"}"#, in: pair.active)
            _ = try await pair.sync(options: Self.permitted, usesDeltas: true)
            #expect(try pair.differences() == [])
        }

        /// Sends revisions to a database, and returns its errors and the document.
        private static func answers(
            to messages: [(properties: [(String, String)], body: String)],
            options: PassiveOptions = permitted
        ) async throws -> ([String?], String?) {
            let session = try LimitedSession(options)
            try await session.open()
            var answers: [String?] = []
            for (properties, body) in messages {
                let properties = [("id", "a"), ("sequence", "1")] + properties
                answers.append(try await session.error("rev", Array(body.utf8), properties))
            }
            let document = try session.database.defaultCollection().document(id: "a")?.toJSON()
            await session.close()
            return (answers, document)
        }

        private static let author = "AAAAAAAAAAAAAAAAAAAAAQ"

        private static func version(_ number: Int) -> String {
            "18ec00000000000\(number)@\(author)"
        }

        static let hostile: [(source: String, delta: String)] = [
            (version(9), #"{"x":2}"#), ("", #"{"x":2}"#), ("1-abc", #"{"x":2}"#),
            (version(1), #"{"y":[]}"#),
            (version(1), #"{"x":["9=",0,2]}"#), (version(1), #"{"x":{"y":1}}"#),
        ]

        @Test(arguments: hostile)
        func `a delta that cannot be applied is refused, and the document is unchanged`(
            source: String, delta: String
        ) async throws {
            let (answers, document) = try await Self.answers(to: [
                ([("rev", Self.version(1))], #"{"x":1}"#),
                ([("rev", Self.version(2)), ("deltaSrc", source)], delta),
            ])
            #expect(answers == [nil, "HTTP 422"] && document == #"{"x":1}"#)
        }

        @Test func `a delta to the stored revision is applied`() async throws {
            let (answers, document) = try await Self.answers(to: [
                ([("rev", Self.version(1))], #"{"x":1,"y":"z"}"#),
                (
                    [("rev", Self.version(2)), ("deltaSrc", Self.version(1))],
                    #"{"x":[[2]]}"#
                ),
            ])
            #expect(answers == [nil, nil])
            #expect(document == #"{"x":[2],"y":"z"}"#)
        }

        @Test func `a listener that does not offer deltas refuses them`() async throws {
            let (answers, _) = try await Self.answers(
                to: [
                    ([("rev", Self.version(1))], #"{"x":1}"#),
                    ([("rev", Self.version(2)), ("deltaSrc", Self.version(1))], #"{"x":2}"#),
                ], options: PassiveOptions())
            #expect(answers == [nil, "HTTP 422"])
        }

        /// A row cannot keep a revision beside a body with more levels.
        @Test func `a document with as many levels as possible arrives`() async throws {
            let pair = try SyncPair()
            let text = Self.text(seed: 4, count: 300)
            try Self.put(#"{"t":"\#(text)"}"#, in: pair.active)
            _ = try await pair.sync(options: Self.permitted, usesDeltas: true)
            let deep = String(repeating: "[", count: 507) + String(repeating: "]", count: 507)
            try Self.put(#"{"t":"\#(text)","d":\#(deep)}"#, in: pair.active)
            let result = try await pair.sync(options: Self.permitted, usesDeltas: true)
            #expect(result.log == ["> a"])
            #expect(try pair.differences() == [])
        }

        static let answered: [(listsAttachments: Bool, refusal: BLIPError?, log: [String])] = [
            (false, nil, ["delta", "stored"]), (true, nil, ["body", "stored"]),
            (false, .http(422, ""), ["delta", "body", "stored"]),
            (false, .http(400, ""), ["delta", "body", "stored"]),
            (false, .http(403, ""), ["delta", "HTTP 403"]),
            (false, BLIPError(domain: "BLIP", code: 400, message: ""), ["delta", "BLIP 400"]),
        ]

        @Test(arguments: answered)
        func `a refused delta is followed by the body, and attachments are sent with a body`(
            listsAttachments: Bool, refusal: BLIPError?, expected: [String]
        ) async throws {
            let pair = try SyncPair()
            let text = Self.text(seed: 5, count: 300)
            try Self.put(#"{"n":1,"t":"\#(text)"}"#, in: pair.active)
            _ = try await pair.sync(options: Self.permitted, usesDeltas: true)
            try Self.put(#"{"n":2,"t":"\#(text)"}"#, in: pair.active)
            let collection = try pair.active.defaultCollection()
            let changes = try collection.replicationChanges(since: 0, limit: 1, remote: 1)
            let change = try #require(changes.first)
            let (first, second) = MemoryMessageSocket.pair()
            let (connection, partner) = (
                BLIPConnection(socket: first), BLIPConnection(socket: second)
            )
            let log = Mutex<[String]>([])
            let running = [
                Task { await connection.run { _ in } },
                Task {
                    await partner.run { request in
                        let isDelta = request.message["deltaSrc"] != nil
                        log.withLock { $0.append(isDelta ? "delta" : "body") }
                        if isDelta, let refusal { return request.fail(refusal) }
                        request.respond()
                    }
                },
            ]
            let sender = RevisionSender(
                connection: connection, store: ReplicationStore(pair.active),
                work: pair.active.blockingWork, style: .init())
            var wanted = WantedRevision(change)
            wanted.deltaSources = [try #require(change.remoteVersion)]
            let route = RevisionSender.Route(
                collection: collection, index: 0, listsAttachments: listsAttachments, remote: 1)
            await sender.send([wanted], route) { results in
                for (_, result) in results {
                    switch result {
                    case .stored: log.withLock { $0.append("stored") }
                    case .outdated: log.withLock { $0.append("outdated") }
                    case .failed(let error):
                        log.withLock { $0.append("\(error.domain) \(error.code)") }
                    }
                }
            }
            await connection.close(code: 1000, reason: "")
            for task in running { _ = await task.value }
            #expect(log.withLock { $0 } == expected)
        }
    }
#endif
