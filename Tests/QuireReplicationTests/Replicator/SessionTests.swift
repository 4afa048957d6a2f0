#if Replication
    import Fleece
    import Foundation
    import QuirePlatform
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// Sessions between two databases.
    @Suite struct SessionTests {
        private static func put(
            _ id: String, _ json: String, in database: Database
        ) throws {
            let collection = try database.defaultCollection()
            let document = try collection.document(id: id)?.toMutable() ?? MutableDocument(id: id)
            _ = try document.setJSON(json)
            try collection.save(document: document)
        }

        /// Saves 1,000 documents in one transaction.
        private static func fill(_ database: Database, _ prefix: String) throws {
            try database.inBatch {
                for n in 0..<1000 {
                    try put("\(prefix)\(n)", #"{"n":\#(n),"text":"\#(prefix)"}"#, in: database)
                }
            }
        }

        private static func delete(_ id: String, in database: Database) throws {
            let collection = try database.defaultCollection()
            if let document = try collection.document(id: id) {
                try collection.delete(document: document)
            }
        }

        @Test func `both databases have all documents afterward`() async throws {
            let pair = try SyncPair()
            try Self.put("a", #"{"n":1}"#, in: pair.active)
            try Self.put("b", #"{"n":[1,{"x":null}],"ü":"é"}"#, in: pair.passive)
            let result = try await pair.sync()
            let documents = ["a": #"{"n":1}"#, "b": #"{"n":[1,{"x":null}],"ü":"é"}"#]
            #expect(result.isCompleted)
            #expect(try SyncPair.documents(of: pair.active) == documents)
            #expect(try SyncPair.documents(of: pair.passive) == documents)
            #expect(
                try SyncPair.versions(of: pair.active) == SyncPair.versions(of: pair.passive))
        }

        @Test func `a second session transfers nothing`() async throws {
            let pair = try SyncPair()
            try Self.put("a", #"{"n":1}"#, in: pair.active)
            try Self.put("b", #"{"n":2}"#, in: pair.passive)
            let first = try await pair.sync()
            let second = try await pair.sync()
            #expect([first.log, second.log] == [["< b", "> a"], []])
        }

        @Test func `a session after a reset compares all documents and transfers none`()
            async throws
        {
            let pair = try SyncPair()
            try Self.put("a", #"{"n":1}"#, in: pair.active)
            _ = try await pair.sync()
            let result = try await pair.sync(isReset: true)
            #expect([result.isCompleted, result.log.isEmpty] == [true, true])
        }

        @Test func `empty databases have nothing to replicate`() async throws {
            let pair = try SyncPair()
            let result = try await pair.sync()
            #expect([result.isCompleted, result.log.isEmpty] == [true, true])
        }

        @Test func `deletions are replicated in both directions`() async throws {
            let pair = try SyncPair()
            for id in ["a", "b", "c"] { try Self.put(id, "{}", in: pair.active) }
            _ = try await pair.sync()
            try Self.delete("a", in: pair.active)
            try Self.delete("b", in: pair.passive)
            let result = try await pair.sync()
            #expect(
                [
                    result.log, try SyncPair.documents(of: pair.active).keys.sorted(),
                    try SyncPair.documents(of: pair.passive).keys.sorted(),
                ] == [["< b", "> a"], ["c"], ["c"]])
        }

        @Test func `only the last of several changes is sent`() async throws {
            let pair = try SyncPair()
            for n in 0..<5 { try Self.put("a", #"{"n":\#(n)}"#, in: pair.active) }
            let result = try await pair.sync()
            #expect(result.log == ["> a"])
        }

        @Test(arguments: [(true, false, ["< b"]), (false, true, ["> a"])])
        func `a session in one direction leaves the other changes`(
            pulls: Bool, pushes: Bool, log: [String]
        ) async throws {
            let pair = try SyncPair()
            try Self.put("a", "{}", in: pair.active)
            try Self.put("b", "{}", in: pair.passive)
            var collection = ReplicatedCollection(try pair.active.defaultCollection())
            collection.pulls = pulls
            collection.pushes = pushes
            let result = try await pair.sync([collection])
            #expect(result.log == log)
        }

        @Test func `only the chosen documents are replicated`() async throws {
            let pair = try SyncPair()
            for id in ["a1", "a2"] { try Self.put(id, "{}", in: pair.active) }
            for id in ["b1", "b2"] { try Self.put(id, "{}", in: pair.passive) }
            var collection = ReplicatedCollection(try pair.active.defaultCollection())
            collection.documentIDs = Set(["a2", "b1", "missing"].map(DocumentIDKey.init))
            let result = try await pair.sync([collection])
            #expect(result.log == ["< b1", "> a2"])
        }

        @Test func `filters decide about each revision`() async throws {
            let pair = try SyncPair()
            for n in 0..<4 { try Self.put("a\(n)", #"{"n":\#(n)}"#, in: pair.active) }
            for n in 0..<4 { try Self.put("b\(n)", #"{"n":\#(n)}"#, in: pair.passive) }
            var collection = ReplicatedCollection(try pair.active.defaultCollection())
            collection.pushFilter = { try WireJSON.parseObject($0.body)["n"]?.int64 != 1 }
            collection.pullFilter = { try WireJSON.parseObject($0.body)["n"]?.int64 != 2 }
            let result = try await pair.sync([collection])
            #expect(
                result.log == [
                    "< b0", "< b1", "< b2 HTTP 403", "< b3", "> a0", "> a2", "> a3",
                ])
        }

        @Test func `a read-only partner refuses changes and sends its own`() async throws {
            let pair = try SyncPair()
            try Self.put("a", "{}", in: pair.active)
            try Self.put("b", "{}", in: pair.passive)
            var options = PassiveOptions()
            options.isReadOnly = true
            var collection = ReplicatedCollection(try pair.active.defaultCollection())
            collection.pushes = false
            let pulled = try await pair.sync([collection], options: options)
            collection.pushes = true
            collection.pulls = false
            let pushed = try await pair.sync([collection], options: options)
            guard case .failed(let failure) = pushed.end else {
                Issue.record("The push succeeded.")
                return
            }
            #expect(
                [pulled.log, ["\(failure.domain) \(failure.code)"]] == [["< b"], ["HTTP 403"]])
        }

        @Test(arguments: [false, true])
        func `a partner that refuses changes sends its own before the session fails`(
            isContinuous: Bool
        ) async throws {
            let pair = try SyncPair()
            try Self.put("a", "{}", in: pair.active)
            try Self.put("b", "{}", in: pair.passive)
            var options = PassiveOptions()
            options.isReadOnly = true
            let result = try await pair.sync(options: options, isContinuous: isContinuous)
            guard case .failed(let failure) = result.end else {
                Issue.record("The session succeeded.")
                return
            }
            #expect(result.log + ["\(failure.domain) \(failure.code)"] == ["< b", "HTTP 403"])
        }

        @Test func `a collection that the partner lacks is named`() async throws {
            let pair = try SyncPair()
            let collection = try pair.active.createCollection(name: "rooms", scope: "inn")
            let result = try await pair.sync([ReplicatedCollection(collection)])
            guard case .failed(let failure) = result.end else {
                Issue.record("The session succeeded.")
                return
            }
            var expected = SessionFailure(
                domain: "HTTP", code: 404,
                message: "the other database has no collection inn.rooms", isTransient: false)
            expected.missingCollections = [0]
            #expect(failure == expected)
        }

        @Test func `collections are replicated with their documents`() async throws {
            let pair = try SyncPair()
            let names = [("_default", "_default"), ("rooms", "inn"), ("hotels", "inn")]
            var collections: [ReplicatedCollection] = []
            for (index, (name, scope)) in names.enumerated() {
                let first = try pair.active.createCollection(name: name, scope: scope)
                let second = try pair.passive.createCollection(name: name, scope: scope)
                try first.save(document: MutableDocument(id: "a\(index)"))
                try second.save(document: MutableDocument(id: "b\(index)"))
                collections.append(ReplicatedCollection(first))
            }
            let result = try await pair.sync(collections)
            let contents = try names.map { name, scope in
                let collection = try #require(
                    try pair.passive.collection(name: name, scope: scope))
                return try SyncPair.documents(of: pair.passive, collection).keys.sorted()
            }
            #expect(
                [result.log] + contents == [
                    ["< b0", "< b1", "< b2", "> a0", "> a1", "> a2"], ["a0", "b0"], ["a1", "b1"],
                    ["a2", "b2"],
                ])
        }

        @Test func `a thousand documents arrive in both databases`() async throws {
            let pair = try SyncPair()
            try Self.fill(pair.active, "a")
            try Self.fill(pair.passive, "b")
            let result = try await pair.sync()
            let documents = try SyncPair.documents(of: pair.active)
            #expect(result.isCompleted)
            #expect(result.events.count == 2000 && documents.count == 2000)
            #expect(try SyncPair.documents(of: pair.passive) == documents)
        }

        // MARK: Blobs

        @Test func `blobs are transferred with their documents`() async throws {
            let pair = try SyncPair()
            let large = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
            for (database, id) in [(pair.active, "a"), (pair.passive, "b")] {
                let document = MutableDocument(id: id)
                document.setBlob(
                    Blob(contentType: "text/plain", data: Data("text".utf8)), forKey: "small")
                document.setBlob(Blob(contentType: "image/png", data: large), forKey: "large")
                try database.defaultCollection().save(document: document)
            }
            let result = try await pair.sync()
            let contents = try [(pair.active, "b"), (pair.passive, "a")].flatMap { database, id in
                let document = try #require(try database.defaultCollection().document(id: id))
                return [
                    document.blob(forKey: "small")?.content,
                    document.blob(forKey: "large")?.content,
                ]
            }
            #expect(result.isCompleted)
            #expect(contents == [Data("text".utf8), large, Data("text".utf8), large])
        }

        // MARK: Conflicts

        /// Returns two databases that have changed the same document.
        private static func pairWithConflict() async throws -> SyncPair {
            let pair = try SyncPair()
            try put("a", #"{"n":0}"#, in: pair.active)
            _ = try await pair.sync()
            try put("a", #"{"n":1}"#, in: pair.active)
            try put("a", #"{"n":2}"#, in: pair.passive)
            return pair
        }

        @Test(arguments: [
            (#"{"n":"local"}"#, #"{"n":"remote"}"#, true), (nil, #"{"n":"remote"}"#, false),
            (#"{"n":"local"}"#, nil, false), (nil, nil, false),
        ])
        func `the default resolver gives both databases the same document`(
            local: String?, remote: String?, exists: Bool
        ) async throws {
            let pair = try SyncPair()
            try Self.put("a", #"{"n":0}"#, in: pair.active)
            _ = try await pair.sync()
            for (database, json) in [(pair.active, local), (pair.passive, remote)] {
                if let json {
                    try Self.put("a", json, in: database)
                } else {
                    try Self.delete("a", in: database)
                }
            }
            let result = try await pair.sync()
            let documents = try [pair.active, pair.passive].map { try SyncPair.documents(of: $0) }
            // The remote change is the later one.
            #expect(result.isCompleted)
            #expect(documents[0] == documents[1])
            #expect(documents[0] == (exists ? ["a": #"{"n":"remote"}"#] : [:]))
        }

        @Test func `a merged document replaces both`() async throws {
            let pair = try SyncPair()
            try Self.put("a", #"{"x":0,"y":0}"#, in: pair.active)
            _ = try await pair.sync()
            try Self.put("a", #"{"x":1,"y":0}"#, in: pair.active)
            try Self.put("a", #"{"x":0,"y":2}"#, in: pair.passive)
            var collection = ReplicatedCollection(try pair.active.defaultCollection())
            collection.resolver = { conflict, _ in
                let x = conflict.local.record?.body["x"]?.int64 ?? -1
                let y = conflict.other.record?.body["y"]?.int64 ?? -1
                return .merged { writer in
                    writer.beginDictionary()
                    writer.writeKey("x")
                    writer.write(x)
                    writer.writeKey("y")
                    writer.write(y)
                    writer.endDictionary()
                }
            }
            let result = try await pair.sync([collection])
            let documents = try [pair.active, pair.passive].map { try SyncPair.documents(of: $0) }
            let merged = ["a": #"{"x":1,"y":2}"#]
            #expect(result.isCompleted)
            #expect(documents == [merged, merged])
        }

        @Test func `a conflict without a resolver stays open, and is resolved later`() async throws
        {
            let pair = try await Self.pairWithConflict()
            let collection = try pair.active.defaultCollection()
            _ = try await pair.sync([ReplicatedCollection(collection)])
            let open = try collection.openConflicts()
            _ = try await pair.sync()
            let documents = try [pair.active, pair.passive].map { try SyncPair.documents(of: $0) }
            #expect(open == ["a"])
            #expect(documents[0] == documents[1])
            #expect(try collection.openConflicts() == [])
        }

        @Test func `a resolver that throws leaves the conflict open and is reported`() async throws
        {
            let pair = try await Self.pairWithConflict()
            var collection = ReplicatedCollection(try pair.active.defaultCollection())
            collection.resolver = { _, _ in throw QuireError(.conflict, "undecided") }
            let result = try await pair.sync([collection])
            #expect(result.log.contains("< a LiteCore 8"))
            #expect(try pair.active.defaultCollection().openConflicts() == ["a"])
        }

        @Test func `a session ends if the connection is lost while it resolves an open conflict`()
            async throws
        {
            let pair = try await Self.pairWithConflict()
            var collection = ReplicatedCollection(try pair.active.defaultCollection())
            collection.resolver = { _, _ in throw QuireError(.conflict, "undecided") }
            _ = try await pair.sync([collection])
            let (first, second) = MemoryMessageSocket.pair()
            collection.resolver = { _, _ in
                first.abort()
                // Meanwhile, the session handles the end of the connection.
                Thread.sleep(forTimeInterval: 0.2)
                throw QuireError(.conflict, "undecided")
            }
            let passive = PassiveSession(
                socket: second, database: pair.passive, options: PassiveOptions())
            let serving = Task { await passive.run() }
            let session = ActiveSession(
                socket: first, database: pair.active, collections: [collection],
                options: SessionOptions(remoteName: "ws://test/passive/_blipsync")
            ) { _ in }
            let hasEnded = Atomic(false)
            Task {
                _ = await session.run()
                hasEnded.store(true, ordering: .relaxed)
            }
            #expect(try await SyncPair.waits { hasEnded.load(ordering: .relaxed) })
            _ = await serving.value
        }
    }
#endif
