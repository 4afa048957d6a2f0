#if Replication
    import Foundation
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

        /// A client that sends revisions to a database, and its answers.
        private static func answers(
            to messages: [(properties: [(String, String)], body: String)],
            options: PassiveOptions = permitted
        ) async throws -> ([String], String?) {
            let (database, folder) = try SyncPair.database()
            try put(#"{"old":true}"#, in: database, id: "own")
            let (first, second) = MemoryMessageSocket.pair()
            let session = PassiveSession(socket: second, database: database, options: options)
            let serving = Task { await session.run() }
            let partner = BLIPConnection(socket: first)
            let running = Task { await partner.run { _ in } }
            var open = BLIPMessage(profile: "getCollections")
            open.body = Array(#"{"collections":["_default"],"checkpoint_ids":["cp-a"]}"#.utf8)
            _ = try await partner.request(open)
            var answers: [String] = []
            for (properties, body) in messages {
                var message = BLIPMessage(profile: "rev", collection: 0)
                message["id"] = "a"
                message["sequence"] = "1"
                for (key, value) in properties { message[key] = value }
                message.body = Array(body.utf8)
                do {
                    _ = try await partner.request(message)
                    answers.append("")
                } catch let error as BLIPError {
                    answers.append("\(error.domain) \(error.code)")
                }
            }
            let document = try database.defaultCollection().document(id: "a")?.toJSON()
            await partner.close(code: 1000, reason: "")
            _ = await (running.value, serving.value)
            withExtendedLifetime(folder) {}
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
            #expect(answers == ["", "HTTP 422"] && document == #"{"x":1}"#)
        }

        @Test func `a delta to the stored revision is applied`() async throws {
            let (answers, document) = try await Self.answers(to: [
                ([("rev", Self.version(1))], #"{"x":1,"y":"z"}"#),
                (
                    [("rev", Self.version(2)), ("deltaSrc", Self.version(1))],
                    #"{"x":[[2]]}"#
                ),
            ])
            #expect(answers == ["", ""])
            #expect(document == #"{"x":[2],"y":"z"}"#)
        }

        @Test func `a listener that does not offer deltas refuses them`() async throws {
            let (answers, _) = try await Self.answers(
                to: [
                    ([("rev", Self.version(1))], #"{"x":1}"#),
                    ([("rev", Self.version(2)), ("deltaSrc", Self.version(1))], #"{"x":2}"#),
                ], options: PassiveOptions())
            #expect(answers == ["", "HTTP 422"])
        }
    }
#endif
