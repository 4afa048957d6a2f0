import DatabaseTestSupport
import Foundation
import Quire
import QuireTesting
import Testing

@testable import QuireModels

/// The changes of models by sequence, in every engine.
@Suite struct RecordedChangesBehaviourTests {
    /// Returns changes as text.
    private func text<Model>(_ changes: [RecordedChange<Model>]) -> [String] {
        changes.map {
            switch $0.content {
            case .saved(let stored): "\($0.id) \(stored.sequence == $0.sequence ? "saved" : "?")"
            case .deleted: "\($0.id) deleted"
            case .unreadable: "\($0.id) unreadable"
            }
        }
    }

    @Test(arguments: TestStore.all)
    func `each document occurs once with its latest state, in the order of the changes`(
        kind: TestStore
    ) async throws {
        let store = try kind.open()
        let inns = try store.repository(of: Inn.self)
        let empty = try await inns.changes(since: nil, limit: 10)
        #expect(empty.changes.isEmpty && !empty.hasMore)
        for id in ["a", "b", "c", "d"] { try await inns.save(Inn(id: id, name: id)) }
        try await inns.delete(id: "b")
        try await inns.update("a") { $0.name = "A" }
        try await inns.purge(id: "d")
        let page = try await inns.changes(since: nil, limit: 10)
        #expect(text(page.changes) == ["c saved", "b deleted", "a saved"] && !page.hasMore)
        #expect(page.changes.last?.model?.name == "A")
        let current = try await inns.findStored("a")
        #expect(page.changes.last?.revisionID == current?.revisionID)
        let sequences = page.changes.map(\.sequence)
        #expect(kind.hasDenseSequences ? sequences == [3, 5, 6] : sequences == sequences.sorted())
        #expect(
            text(try await inns.changes(since: empty.token, limit: 10).changes)
                == text(page.changes))
        let after = try await inns.changes(since: page.token, limit: 10)
        #expect(after.changes.isEmpty && after.token == page.token)
        let position = try #require(page.changes.first).token
        #expect(text(try await inns.changes(since: position, limit: 1).changes) == ["b deleted"])
    }

    // The in-memory engine treats the two IDs as one.
    @Test(arguments: TestStore.all.filter { $0 != .memory }, [false, true])
    func `IDs that differ only in Unicode normalization are different documents`(
        kind: TestStore, hasCondition: Bool
    ) throws {
        struct Room: DocumentModel {
            @DocumentID var id: String?
            var number: Int
            var deletedAt: Date?
        }
        var rooms = try kind.open().repository(of: Room.self)
        if hasCondition { rooms = rooms.softDeleting(\.deletedAt) }
        let ids = ["Caf\u{E9}", "Cafe\u{301}"]
        for (number, id) in ids.enumerated() { try rooms.save(Room(id: id, number: number)) }
        let changes = try rooms.changes(since: nil, limit: 10).changes
        #expect(changes.map { Array($0.id.utf8) } == ids.map { Array($0.utf8) })
        #expect(changes.map { $0.model?.number } == [0, 1])
    }

    @Test(arguments: TestStore.all)
    func `pages of any size contain every change once`(kind: TestStore) throws {
        let store = try kind.open()
        let inns = try store.repository(of: Inn.self)
        try store.store.inBatch {
            for number in 0..<70 {
                try inns.save(Inn(id: "i\(number)", name: "n"))
                if number % 2 == 0 { try store.put("o\(number)", #"{"type":"other"}"#) }
                if number % 5 == 0 { try inns.delete(id: "i\(number)") }
            }
        }
        for limit in [1, 7, 16, 70, 71, .max] {
            var token: ChangeToken?
            var seen: [String] = []
            var hasMore = true
            while hasMore {
                let page = try inns.changes(since: token, limit: limit)
                #expect(page.changes.count <= limit)
                seen += page.changes.map(\.id)
                token = page.token
                hasMore = page.hasMore
            }
            #expect(seen.count == 70 && Set(seen).count == 70, "\(limit)")
            #expect(try token == inns.currentChangeToken())
        }
        for limit in [0, -1, .min] {
            #expect(
                thrownCode { _ = try inns.changes(since: nil, limit: limit) } == .invalidParameter)
        }
    }

    @Test(arguments: TestStore.all)
    func `documents of other types are left out, but all deletions are reported`(
        kind: TestStore
    ) throws {
        let store = try kind.open()
        let inns = try store.repository(of: Inn.self)
        let seats = try store.repository(of: Seat.self)
        try inns.save(Inn(id: "a", name: "A"))
        try seats.save(Seat(id: 1, row: 1))
        try seats.save(Seat(id: 2, row: 1))
        try seats.delete(id: 2)
        #expect(text(try inns.changes(since: nil, limit: 9).changes) == ["a saved", "2 deleted"])
        #expect(text(try seats.changes(since: nil, limit: 9).changes) == ["1 saved", "2 deleted"])
        // The token of one type is valid for another.
        let token = try inns.changes(since: nil, limit: 1).token
        #expect(
            text(try seats.changes(since: token, limit: 9).changes) == ["1 saved", "2 deleted"])
    }

    @Test(arguments: TestStore.all)
    func `a document that cannot be decoded is reported and does not end the changes`(
        kind: TestStore
    ) throws {
        let store = try kind.open()
        let inns = try store.repository(of: Inn.self)
        try inns.save(Inn(id: "a", name: "A"))
        try store.put("b", #"{"type":"inn","name":[]}"#)
        try inns.save(Inn(id: "c", name: "C"))
        let changes = try inns.changes(since: nil, limit: 9).changes
        #expect(text(changes) == ["a saved", "b unreadable", "c saved"])
        guard case .unreadable(let error) = changes[1].content else { return }
        #expect(error is DecodingError && changes[1].model == nil)
    }

    @Test(arguments: [TestStore.file, .database])
    func `a damaged document is reported and does not end the changes`(kind: TestStore) throws {
        let folder = try StoreFolder()
        let database = try folder.open()
        let inns = try database.repository(of: Inn.self)
        for id in ["a", "b", "c"] { try inns.save(Inn(id: id, name: id)) }
        try folder.execute(
            "UPDATE kv_default SET body = x'0102' WHERE key = 'b'", purpose: "test")
        let changes = try inns.changes(since: nil, limit: 9).changes
        #expect(text(changes) == ["a saved", "b unreadable", "c saved"])
        guard case .unreadable(let error) = changes[1].content else { return }
        #expect("\(error)".contains("\"b\""))
        // Without a revision, the document has no position in the list.
        try folder.execute(
            "UPDATE kv_default SET version = x'' WHERE key = 'b'", purpose: "test")
        let ended = thrownError { _ = try inns.changes(since: nil, limit: 9) }
        #expect(ended?.code == .corruptRevisionData && ended?.message.contains("\"b\"") == true)
    }

    @Test(arguments: TestStore.all)
    func `documents that middleware excludes are reported as deleted`(kind: TestStore) throws {
        struct Room: DocumentModel {
            @DocumentID var id: String?
            var number: Int
            var deletedAt: Date?
        }
        let rooms = try kind.open().repository(of: Room.self).softDeleting(\.deletedAt)
        try rooms.save([Room(id: "a", number: 1), Room(id: "b", number: 2)])
        try rooms.delete(id: "a")
        #expect(text(try rooms.changes(since: nil, limit: 9).changes) == ["b saved", "a deleted"])
        #expect(
            text(try rooms.includingDeleted.changes(since: nil, limit: 9).changes)
                == ["b saved", "a saved"])
        try rooms.restore(id: "a")
        #expect(text(try rooms.changes(since: nil, limit: 9).changes) == ["b saved", "a saved"])
    }

    @Test(arguments: TestStore.all)
    func `in a transaction, changes and tokens include its changes`(kind: TestStore) throws {
        let store = try kind.open()
        let inns = try store.repository(of: Inn.self)
        try inns.save(Inn(id: "a", name: "A"))
        let before = try inns.currentChangeToken()
        let inside = try store.store.inBatch {
            try inns.save(Inn(id: "b", name: "B"))
            let changes = text(try inns.changes(since: before, limit: 9).changes)
            // On a server, other transactions with lower sequences can still commit.
            #expect(changes == (kind.hasDenseSequences ? ["b saved"] : []))
            let token = try inns.currentChangeToken()
            #expect(try inns.changes(since: token, limit: 9).changes.isEmpty)
            return token
        }
        let current = try inns.currentChangeToken()
        // Without its changes, the token in the transaction has no revision.
        #expect(inside.sequence == current.sequence && inside != before)
        #expect(!kind.hasDenseSequences || inside == current)
        let seen = try store.store.database.snapshot {
            text(try inns.changes(since: before, limit: 9).changes)
        }
        #expect(seen == ["b saved"])
    }

    @Test(arguments: TestStore.all)
    func `a purge of the last document leaves a valid token`(kind: TestStore) throws {
        let inns = try kind.open().repository(of: Inn.self)
        try inns.save([Inn(id: "a", name: "A"), Inn(id: "b", name: "B")])
        let token = try inns.currentChangeToken()
        try inns.purge(id: "b")
        #expect(try inns.changes(since: token, limit: 9).changes.isEmpty)
        let purged = try inns.currentChangeToken()
        #expect(try inns.changes(since: purged, limit: 9).changes.isEmpty)
        try inns.save(Inn(id: "c", name: "C"))
        for token in [token, purged] {
            #expect(text(try inns.changes(since: token, limit: 9).changes) == ["c saved"])
        }
    }

    // MARK: Tokens

    @Test(arguments: TestStore.all)
    func `a token is encoded as a string that URLs can contain`(kind: TestStore) throws {
        let inns = try kind.open().repository(of: Inn.self)
        try inns.save(Inn(id: "ä/b?c", name: "A"))
        let token = try inns.currentChangeToken()
        #expect(
            token.description.allSatisfy {
                $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0))
            })
        #expect(ChangeToken(token.description) == token)
        let data = try JSONEncoder().encode([token])
        #expect(try JSONDecoder().decode([ChangeToken].self, from: data) == [token])
        #expect(String(decoding: data, as: UTF8.self) == "[\"\(token)\"]")
    }

    static let noTokens = [
        "", " ", "0", "e30", "bnVsbA", "-1", String(repeating: "A", count: 10_000), "é", "=",
        "====",
        // {"version":2,…} and a negative sequence.
        "eyJmZWVkIjoiIiwic2VxdWVuY2UiOjEsInN0b3JlIjoiIiwidmVyc2lvbiI6Mn0",
        "eyJmZWVkIjoiIiwic2VxdWVuY2UiOi0xLCJzdG9yZSI6IiIsInZlcnNpb24iOjF9",
    ]

    @Test(arguments: noTokens)
    func `an invalid string creates no token`(text: String) {
        #expect(ChangeToken(text) == nil)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([ChangeToken].self, from: JSONEncoder().encode([text]))
        }
    }

    @Test(arguments: TestStore.all)
    func `tokens of other databases, other collections and the future are rejected`(
        kind: TestStore
    ) throws {
        let store = try kind.open()
        let inns = try store.repository(of: Inn.self)
        try inns.save(Inn(id: "a", name: "A"))
        let token = try inns.currentChangeToken()
        let other = try kind.open().repository(of: Inn.self)
        try other.save(Inn(id: "a", name: "A"))
        let foreign = thrownError { _ = try other.changes(since: token, limit: 9) }
        #expect(foreign?.code == .staleChangeToken, "\(foreign?.message ?? "")")
        #expect(foreign?.message.contains("another database") == true)
        let collection = try store.store.database.createStore(named: "others", scope: nil)
        let elsewhere = thrownError {
            _ = try collection.repository(of: Inn.self).changes(since: token, limit: 9)
        }
        #expect(elsewhere?.code == .invalidParameter)
        #expect(elsewhere?.message.contains("_default.others") == true)
        for sequence: UInt64 in [kind.hasDenseSequences ? 2 : 1 << 62, 1 << 62, .max] {
            let future = ChangeToken(
                feedID: token.feedID, storeName: token.storeName, sequence: sequence, revision: nil)
            #expect(
                thrownCode { _ = try inns.changes(since: future, limit: 9) } == .staleChangeToken)
        }
        #expect(try inns.changes(since: token, limit: 9).changes.isEmpty)
    }

    @Test func `a token is valid after a restart, but not in a copy or a new database`() throws {
        let folder = try StoreFolder()
        var database = try folder.open()
        var inns = try database.repository(of: Inn.self)
        try inns.save(Inn(id: "a", name: "A"))
        let text = try inns.currentChangeToken().description
        let path = try #require(database.path)
        try Database.copy(fromPath: path, toDatabase: "copy", withConfig: folder.configuration)
        try inns.save(Inn(id: "b", name: "B"))
        try database.close()

        database = try folder.open()
        inns = try database.repository(of: Inn.self)
        let token = try #require(ChangeToken(text))
        #expect(self.text(try inns.changes(since: token, limit: 9).changes) == ["b saved"])
        let copy = try folder.open("copy").repository(of: Inn.self)
        #expect(thrownCode { _ = try copy.changes(since: token, limit: 9) } == .staleChangeToken)
        try database.delete()
        inns = try folder.open().repository(of: Inn.self)
        #expect(thrownCode { _ = try inns.changes(since: token, limit: 9) } == .staleChangeToken)
        #expect(try inns.changes(since: nil, limit: 9).changes.isEmpty)
    }

    @Test func `older files and a new collection of the same name are detected`() throws {
        let folder = try StoreFolder()
        let database = try folder.open()
        let first = try database.createCollection(name: "inns").repository(of: Inn.self)
        try first.save([Inn(id: "a", name: "A"), Inn(id: "b", name: "B")])
        let token = try first.currentChangeToken()
        try database.deleteCollection(name: "inns")
        let second = try database.createCollection(name: "inns").repository(of: Inn.self)
        #expect(thrownCode { _ = try second.changes(since: token, limit: 9) } == .staleChangeToken)
        try second.save([Inn(id: "a", name: "A"), Inn(id: "b", name: "B"), Inn(id: "c", name: "C")])
        let error = thrownError { _ = try second.changes(since: token, limit: 9) }
        #expect(error?.code == .staleChangeToken)
        #expect(error?.message.contains("another change") == true)
    }

    @Test func `reading changes creates the indexes of Couchbase Lite, which the check accepts`()
        throws
    {
        let folder = try StoreFolder()
        let database = try folder.open()
        let inns = try database.repository(of: Inn.self)
        try inns.save(Inn(id: "a", name: "A"))
        let sql = "SELECT sql FROM sqlite_master WHERE name LIKE '%seqs' ORDER BY name"
        try database.inBatch { _ = try inns.changes(since: nil, limit: 9) }
        #expect(try folder.rows(sql).isEmpty)
        _ = try inns.changes(since: nil, limit: 9)
        #expect(
            try folder.rows(sql) == [
                #"CREATE UNIQUE INDEX "kv_default_seqs" ON "kv_default" (sequence)"#,
                #"CREATE UNIQUE INDEX "kv_del_default_seqs" ON "kv_del_default" (sequence)"#,
            ])
        try inns.update("a") { $0.stars = 4 }
        try inns.delete(id: "a")
        try inns.save(Inn(id: "a", name: "again"))
        #expect(text(try inns.changes(since: nil, limit: 9).changes) == ["a saved"])
        #expect(try inns.store.indexes().isEmpty)
        try database.close()
        let again = try folder.open().repository(of: Inn.self)
        try again.save(Inn(id: "b", name: "B"))
        #expect(try again.changes(since: nil, limit: 9).changes.count == 2)
    }

    @Test func `changes of a database of Couchbase Lite can be read`() throws {
        struct Anything: DocumentModel { @DocumentID var id: String? }
        let folder = try StoreFolder()
        try folder.copyFixture("legacy-and-conflict.cblite2")
        let database = try folder.open("legacy-and-conflict")
        let repository = try database.repository(of: Anything.self)
        let page = try repository.changes(since: nil, limit: 100)
        #expect(text(page.changes) == ["z1 deleted"])
        try repository.save(Anything(id: "new"))
        #expect(text(try repository.changes(since: page.token, limit: 9).changes) == ["new saved"])
    }

    // MARK: Live changes

    @Test(arguments: TestStore.all)
    func `the live sequence continues with later changes`(kind: TestStore) async throws {
        let inns = try kind.open().repository(of: Inn.self)
        try await inns.save(Inn(id: "a", name: "A"))
        let token = try await inns.currentChangeToken()
        try await inns.save(Inn(id: "b", name: "B"))
        var seen: [String] = []
        for try await change in inns.changes(since: token) {
            seen += text([change])
            switch seen.count {
            case 1: try await inns.save(Inn(id: "c", name: "C"))
            case 2:
                try await inns.purge(id: "c")
                try await inns.delete(id: "a")
            case 3: try await inns.update("b") { $0.stars = 1 }
            default: break
            }
            if seen.count == 4 { break }
        }
        #expect(seen == ["b saved", "c saved", "a deleted", "b saved"])
    }

    @Test(arguments: TestStore.all)
    func `the live sequence reads more than one page and ends when the database is closed`(
        kind: TestStore
    ) async throws {
        let store = try kind.open()
        let inns = try store.repository(of: Inn.self)
        try await inns.save((0..<250).map { Inn(id: "i\($0)", name: "n") })
        var count = 0
        for try await change in inns.changes(since: nil) {
            count += 1
            if change.id == "i249" { try store.store.database.close() }
        }
        #expect(count == 250)
        var closed = inns.changes(since: nil).makeAsyncIterator()
        #expect(try await closed.next() == nil)
    }

    @Test(arguments: TestStore.all)
    func `a stale token ends the live sequence with an error`(kind: TestStore) async throws {
        let token = try await kind.open().repository(of: Inn.self).currentChangeToken()
        let inns = try kind.open().repository(of: Inn.self)
        var changes = inns.changes(since: token).makeAsyncIterator()
        let error = await #expect(throws: QuireError.self) { try await changes.next() }
        #expect(error?.code == .staleChangeToken)
        #expect(try await changes.next() == nil)
    }

    @Test(arguments: TestStore.all)
    func `canceling the task ends the live sequence`(kind: TestStore) async throws {
        let inns = try kind.open().repository(of: Inn.self)
        try await inns.save(Inn(id: "a", name: "A"))
        let (started, continuation) = AsyncStream<Void>.makeStream()
        let task = Task {
            var count = 0
            for try await _ in inns.changes(since: nil) {
                count += 1
                continuation.yield()
            }
            return count
        }
        for await _ in started { break }
        task.cancel()
        #expect(try await task.value == 1)
    }
}
