#if PostgreSQL
    import Fleece
    import Foundation
    import DatabaseTestSupport
    import Quire
    import QuireTesting
    import SQLPlusPlus
    import Testing

    @testable import QuirePostgreSQL

    /// Saves of several documents in one call.
    @Suite(
        .enabled(if: PostgresServer.isAvailable, "PostgreSQL is not installed."),
        .timeLimit(.minutes(10)))
    struct BatchSaveTests {
        private let database: PostgresDatabase
        private let postgres: PostgresStore
        private let memory = InMemoryStore(name: "_default._default")
        private var stores: [any DocumentStore] { [postgres, memory] }

        init() throws {
            database = try PostgresDatabase(.test())
            postgres = try #require(database.defaultStore() as? PostgresStore)
        }

        private func document(
            _ id: String, _ json: String, if precondition: RevisionPrecondition = .any,
            merging merge: @escaping BodyMerging = { _, _, _ in false }
        ) -> DocumentSave {
            DocumentSave(
                encoding: { writer in
                    try JSONReader.read(json, into: writer)
                    return WriteTarget(id: id, if: precondition, mergesStored: true)
                }, merging: merge)
        }

        /// Describes results without revisions, which differ between stores.
        private func text(_ results: [SaveResult]) -> [String] {
            results.map { result in
                switch result {
                case .saved(let revision): "saved \(revision.id)"
                case .conflict(let conflict):
                    """
                    conflict \(conflict.target.id) \(conflict.isDeleted) \
                    \((try? conflict.stored?.body.value.json()) ?? "none")
                    """
                }
            }
        }

        private func bodies(_ ids: [String], in store: any DocumentStore) throws -> [String] {
            try store.records(ids: ids).map { "\($0.id) \(try $0.body.value.json())" }
        }

        private let adding: BodyMerging = { stored, new, writer in
            let sum = (stored.body["n"]?.int64 ?? 0) + (new.rootDictionary?["n"]?.int64 ?? 0)
            writer.beginDictionary()
            writer.writeKey("n")
            writer.write(sum)
            writer.endDictionary()
            return true
        }

        @Test func `a batch has the results of saves one after the other`() throws {
            var found: [[String]] = []
            for store in stores {
                try store.put("kept", #"{"n": 1}"#)
                try store.put("deleted", #"{"n": 2}"#)
                _ = try store.delete(id: "deleted", if: .any)
                let revision = try #require(try store.record(id: "kept")).revisionID
                let results = try store.save([
                    document("new", #"{"n": 10}"#), document("kept", #"{"n": 5}"#, merging: adding),
                    document("kept", #"{"n": 6}"#, if: .revision(revision)),
                    document("kept", #"{"n": 7}"#, if: .absent),
                    document("deleted", #"{"n": 8}"#, if: .absent),
                    document("deleted", #"{"n": 9}"#, merging: adding),
                    document("missing", "{}", if: .existing(nil)),
                    document("kept", #"{"n": 100}"#, if: .existing(nil), merging: adding),
                    document("new", #"{"n": 1}"#, merging: adding),
                ])
                let ids = ["new", "kept", "deleted", "missing"]
                found.append(text(results) + (try bodies(ids, in: store)))
            }
            #expect(found[0] == found[1])
            #expect(found[0].contains(#"kept {"n":106}"#))
        }

        @Test func `results have the revisions and sequences of the stored documents`() throws {
            let ids = (0..<2500).map { "doc\($0)" }
            let results = try postgres.save(ids.map { document($0, "{}", if: .absent) })
            let stored = try postgres.records(ids: ids)
            let revisions = try results.map { try $0.revision(in: postgres) }
            #expect(revisions.map(\.id) == ids)
            #expect(revisions.map(\.revisionID) == stored.map(\.revisionID))
            #expect(revisions.map(\.sequence) == stored.map(\.sequence))
            #expect(Set(revisions.map(\.sequence)).count == 2500)
        }

        @Test func `IDs that differ only in their code points are different documents`() throws {
            let ids = ["\u{e9}", "e\u{301}"]
            let results = try postgres.save(ids.map { document($0, "{}", if: .absent) })
            #expect(text(results) == ids.map { "saved \($0)" })
            #expect(try postgres.records(ids: ids).count == 2)
        }

        @Test(arguments: [0, 1, 2]) func `a batch of any size is saved`(count: Int) throws {
            let results = try postgres.save((0..<count).map { document("doc\($0)", "{}") })
            #expect(results.count == count)
        }

        @Test(arguments: [0, 1, 2])
        func `an error in a batch saves nothing, and the transaction continues`(index: Int) throws {
            let config = ValueIndexConfiguration(["n"], isUnique: true)
            try postgres.createIndex(withName: "byN", config: config)
            try postgres.put("first", #"{"n": 1}"#)
            var saves = [document("a", #"{"n": 2}"#), document("b", #"{"n": 3}"#)]
            saves.insert(document("c", #"{"n": 1}"#), at: index)
            try postgres.inBatch {
                let error = #expect(throws: QuireError.self) { try postgres.save(saves) }
                #expect(error?.code == .duplicateValue)
                #expect(error?.message.contains(#"Document "c""#) == true)
                try postgres.put("last", "{}")
            }
            #expect(try postgres.records(ids: ["a", "b", "c"]).isEmpty)
            #expect(try postgres.record(id: "last") != nil)
        }

        @Test(
            arguments: [0, 1, 249, 250, 251, 499, 500, 599], [RevisionPrecondition.any, .absent])
        func `the first error of the server is thrown, wherever it occurs in a batch`(
            index: Int, precondition: RevisionPrecondition
        ) throws {
            let config = ValueIndexConfiguration(["n"], isUnique: true)
            try postgres.createIndex(withName: "byN", config: config)
            try postgres.put("first", #"{"n": -1}"#)
            let saves = (0..<600).map {
                document("doc\($0)", #"{"n": \#($0 == index ? -1 : $0)}"#, if: precondition)
            }
            let error = #expect(throws: QuireError.self) { try postgres.save(saves) }
            #expect(error?.code == .duplicateValue)
            #expect(error?.message.contains(#"Document "doc\#(index)""#) == true)
        }

        @Test func `an error of the server precedes one of a later document`() throws {
            struct Stop: Error {}
            let config = ValueIndexConfiguration(["n"], isUnique: true)
            try postgres.createIndex(withName: "byN", config: config)
            try postgres.put("first", #"{"n": 1}"#)
            var saves = (0..<300).map {
                document("doc\($0)", #"{"n": \#($0)}"#, if: .absent)
            }
            saves[280] = DocumentSave { _ in throw Stop() }
            let error = #expect(throws: QuireError.self) { try postgres.save(saves) }
            #expect(error?.code == .duplicateValue)
        }

        @Test(arguments: ["", "_reserved", "a\u{0}b"])
        func `an invalid ID in a batch is an error, and saves nothing`(id: String) throws {
            let saves = [document("a", "{}"), document(id, "{}"), document("b", "{}")]
            let error = #expect(throws: QuireError.self) { try postgres.save(saves) }
            #expect(error?.code == .badDocumentID)
            #expect(try postgres.record(id: "a") == nil)
        }

        @Test(arguments: [1, 30, 300], [RevisionPrecondition.any, .absent])
        func `encoding a document of a batch can use the store`(
            number: Int, precondition: RevisionPrecondition
        ) throws {
            try postgres.put("counter", #"{"n": 1}"#)
            var saves = (0..<600).map { document("doc\($0)", "{}", if: precondition) }
            let store = postgres
            saves[number] = DocumentSave(
                encoding: { writer in
                    let previous = try store.record(id: "doc\(number - 1)") != nil
                    let count = try store.count(where: .literal(.boolean(true)))
                    try store.inBatch {
                        _ = try store.save([
                            document("counter", #"{"n": 2}"#), document("other", "{}"),
                        ])
                    }
                    writer.beginDictionary()
                    writer.writeKey("isConsistent")
                    writer.write(previous == (count >= number + 1))
                    writer.endDictionary()
                    return WriteTarget(id: "doc\(number)", if: precondition)
                })
            let results = try postgres.save(saves)
            #expect(text(results) == (0..<600).map { "saved doc\($0)" })
            #expect(try postgres.count(where: .literal(.boolean(true))) == 602)
            #expect(try bodies(["counter"], in: postgres) == [#"counter {"n":2}"#])
        }

        @Test(arguments: [1, 30, 300])
        func `an error while encoding a document of a batch saves nothing`(number: Int) throws {
            struct Stop: Error {}
            var saves = (0..<600).map { document("doc\($0)", "{}", if: .absent) }
            saves[number] = DocumentSave { _ in throw Stop() }
            try postgres.inBatch {
                #expect(throws: Stop.self) { try postgres.save(saves) }
                try postgres.put("last", "{}")
            }
            #expect(try postgres.count(where: .literal(.boolean(true))) == 1)
        }

        @Test func `a document that is saved again in a batch has the result of its turn`() throws {
            var saves = (0..<7000).map { document("doc\($0)", #"{"n": 1}"#, if: .absent) }
            saves.insert(document("doc0", "{}", if: .absent), at: 3000)
            saves.append(document("doc0", #"{"n": 5}"#, merging: adding))
            let results = try postgres.save(saves)
            #expect(text(results)[3000] == #"conflict doc0 false {"n":1}"#)
            #expect(try bodies(["doc0"], in: postgres) == [#"doc0 {"n":6}"#])
        }

        @Test func `listeners receive the changes of a batch as one element`() async throws {
            var changes = postgres.changedDocumentIDs().makeAsyncIterator()
            _ = try postgres.save([document("a", "{}"), document("b", "{}")])
            #expect(await changes.next() == ["a", "b"])
        }

        @Test func `a batch in a snapshot is an error`() throws {
            let saves = [document("a", "{}"), document("b", "{}")]
            let error = #expect(throws: QuireError.self) {
                try database.snapshot { try postgres.save(saves) }
            }
            #expect(error?.code == .notWriteable)
        }

        @Test func `arrays of models are saved in batches, and conflicts are errors`() throws {
            let hotels = try database.repository(of: Hotel.self)
            let new = (0..<1200).map { Hotel(name: "Hotel \($0)") }
            var saved = try hotels.save(new)
            #expect(saved.map(\.name) == new.map(\.name))
            #expect(Set(saved.compactMap(\.id)).count == 1200)
            try hotels.upsert(Hotel(id: saved[700].id, name: "changed", stars: 1))
            for index in saved.indices { saved[index].stars = 5 }
            let error = #expect(throws: QuireError.self) { try hotels.save(saved) }
            #expect(error?.code == .conflict)
            #expect(try hotels.filter { $0.stars == 5 }.count() == 0)
            #expect(try hotels.upsert(saved).count == 1200)
            #expect(try hotels.filter { $0.stars == 5 }.count() == 1200)
        }

        @Test func `models of a batch keep unknown fields`() throws {
            let hotels = try database.repository(of: Hotel.self)
            try postgres.put("h1", #"{"type":"hotel","name":"A","stars":1,"pool":true}"#)
            try postgres.put("h2", #"{"type":"hotel","name":"B","stars":1}"#)
            try hotels.upsert([
                Hotel(id: "h1", name: "A2"), Hotel(id: "h2", name: "B2"),
                Hotel(id: "h3", name: "C"),
            ])
            #expect(
                try bodies(["h1", "h3"], in: postgres).map { $0.contains("pool") } == [true, false])
        }
    }
#endif
