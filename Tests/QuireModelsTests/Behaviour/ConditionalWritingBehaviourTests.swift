import DatabaseTestSupport
import Foundation
import Quire
import QuireTesting
import Testing

/// Writes with `ifMatch:`, in every engine.
@Suite struct ConditionalWritingBehaviourTests {
    struct Room: DocumentModel {
        @DocumentID var id: String?
        var number: Int
        var deletedAt: Date?
    }

    /// All conditional writes of document `a`.
    static let writes: [(name: String, run: @Sendable (Repository<Inn>, String) throws -> Void)] = [
        ("save", { try $0.save(Inn(id: "a", name: "new"), ifMatch: $1) }),
        ("save with an ID", { try $0.save(Inn(name: "new"), id: "a", ifMatch: $1) }),
        ("patch", { try $0.patch("a", ifMatch: $1) { $0.set(\.name, to: "new") } }),
        ("empty patch", { try $0.patch("a", ifMatch: $1) { _ in } }),
        ("update", { try $0.update("a", ifMatch: $1) { $0.name = "new" } }),
        ("delete", { try $0.delete(id: "a", ifMatch: $1) }),
    ]

    @Test(arguments: TestStore.all, writes.indices)
    func `a write succeeds only at the given revision`(kind: TestStore, index: Int) throws {
        let store = try kind.open()
        let inns = try store.repository(of: Inn.self)
        let write = Self.writes[index]
        let first = try inns.insert(Inn(name: "A"), id: "a").revision
        let second = try #require(try inns.save(Inn(id: "a", name: "B"), ifMatch: first).$id)
        let body = try store.body("a")
        let error = thrownError { try write.run(inns, first) }
        #expect(error?.code == .conflict, "\(write.name)")
        #expect(
            error?.message.contains(first) == true && error?.message.contains(second) == true
                && error?.message.contains("\"a\"") == true)
        #expect(try store.body("a") == body)
        try write.run(inns, second)
        switch write.name {
        case "delete": #expect(try inns.find("a") == nil)
        case "empty patch": #expect(try store.body("a") == body)
        default: #expect(try inns.find("a")?.name == "new")
        }
    }

    @Test(arguments: TestStore.all, writes.indices)
    func `an asterisk matches every existing document`(kind: TestStore, index: Int) throws {
        let inns = try kind.open().repository(of: Inn.self)
        let write = Self.writes[index].run
        #expect(thrownCode { try write(inns, "*") } == .notFound)
        try inns.save(Inn(id: "a", name: "A"))
        try write(inns, "*")
        try? inns.delete(id: "a")
        #expect(thrownCode { try write(inns, "*") } == .notFound)
    }

    @Test(arguments: TestStore.all, writes.indices)
    func `no write creates or restores a document`(kind: TestStore, index: Int) throws {
        let store = try kind.open()
        let inns = try store.repository(of: Inn.self)
        let write = Self.writes[index].run
        #expect(thrownCode { try write(inns, "18ea0389f3b90000@*") } == .notFound)
        let saved = try inns.insert(Inn(name: "A"), id: "a").revision
        try inns.delete(id: "a")
        let tombstone = try #require(try inns.history(of: "a").first?.revision)
        for revision in [saved, tombstone] {
            let error = thrownError { try write(inns, revision) }
            #expect([.conflict, .notFound].contains(error?.code), "\(error?.message ?? "")")
        }
        #expect(try inns.find("a") == nil)
        try store.store.purge(id: "a")
        #expect(thrownCode { try write(inns, saved) } == .notFound)
    }

    static let malformed: [(text: String, words: String)] = [
        ("", "empty"), (" ", "white space"), ("18ea0389f3b90000@* ", "white space"),
        ("\n18ea0389f3b90000@*", "white space"), ("\"18ea0389f3b90000@*\"", "quotation marks"),
        ("\"\"", "quotation marks"), ("W/\"18ea0389f3b90000@*\"", "weak"), ("W/", "weak"),
        ("18ea0389f3b90000@*,18ea0389f3b90001@*", "list"), ("x", "18ea0389f3b90000@*"),
        ("18ea0389f3b90000", "such as"), ("@*", "such as"), ("0@*", "such as"), ("1-", "such as"),
        ("1-a", "such as"), ("0-ab", "such as"), ("-1-ab", "such as"), ("+1-ab", "such as"),
        ("1-aéb", "such as"), ("１-ab", "such as"), ("**", "such as"), ("1-ab\0", "such as"),
        ("18446744073709551616-ab", "such as"), ("1ffffffffffffffff@*", "such as"),
        ("18ea0389f3b90000@AAAAAAAAAAAAAAAAAAAAAB", "such as"),
        (String(repeating: "f", count: 100_000), "such as"), ("🏨@*", "such as"),
    ]

    @Test(arguments: writes.indices)
    func `a string that is not a revision throws an error with the reason`(index: Int) throws {
        let inns = try TestStore.memory.open().repository(of: Inn.self)
        try inns.save(Inn(id: "a", name: "A"))
        for (text, words) in Self.malformed {
            let error = thrownError { try Self.writes[index].run(inns, text) }
            #expect(error?.code == .badRevisionID, "\(text.prefix(40))")
            #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
            #expect(error.map { $0.message.count < 400 } == true)
        }
        #expect(try inns.find("a")?.name == "A")
    }

    @Test(arguments: TestStore.all)
    func `models with their own IDs, without IDs and stored models can be saved`(
        kind: TestStore
    ) async throws {
        let store = try kind.open()
        let seats = try store.repository(of: Seat.self)
        try await seats.save(Seat(id: 7, row: 1))
        let first = try #require(try await seats.findStored(7)).revision
        try await seats.save(Seat(id: 7, row: 2), ifMatch: first)
        await #expect(throws: QuireError.self) {
            try await seats.save(Seat(id: 7, row: 3), ifMatch: first)
        }
        #expect(try await seats.find(7) == Seat(id: 7, row: 2))
        try await seats.patch(7, ifMatch: "*") { $0.increment(\.row, by: 2) }
        try await seats.update(7, ifMatch: "*") { $0.row += 1 }
        #expect(try await seats.find(7)?.row == 5)
        try await seats.delete(id: 7, ifMatch: "*")
        #expect(try await seats.find(7) == nil)

        let memos = try store.repository(of: Memo.self)
        var memo = try await memos.insert(Memo(text: "1"), id: "m")
        let old = memo
        memo.text = "2"
        memo = try await memos.save(memo, ifMatch: memo.revision)
        #expect(memo.revision != old.revision && memo.text == "2")
        await #expect(throws: QuireError.self) {
            try await memos.save(memo, ifMatch: old.revision)
        }
        // The revision in the stored model is ignored.
        #expect(try await memos.save(old, ifMatch: memo.revision).text == "1")
        let sent = try await memos.save(Memo(text: "3"), id: "m", ifMatch: "*")
        #expect(try await memos.findStored("m") == sent)
        #expect(
            thrownCode { try memos.save(Memo(text: "4"), ifMatch: "*") } == .invalidParameter)
    }

    @Test(arguments: TestStore.all)
    func `a model with another ID than the document is not saved`(kind: TestStore) throws {
        let store = try kind.open()
        let seats = try store.repository(of: Seat.self)
        try seats.save(Seat(id: 7, row: 1))
        let error = thrownError { try seats.save(Seat(id: 8, row: 2), id: "7", ifMatch: "*") }
        #expect(error?.code == .invalidParameter && error?.message.contains("\"8\"") == true)
        let inns = try store.repository(of: Inn.self)
        try inns.save(Inn(id: "a", name: "A"))
        #expect(
            thrownCode { try inns.save(Inn(id: "b", name: "B"), id: "a", ifMatch: "*") }
                == .invalidParameter)
        #expect(try inns.save(Inn(id: "a", name: "B"), id: "a", ifMatch: "*").value.id == "a")
        #expect(try seats.find(7) == Seat(id: 7, row: 1) && inns.count() == 1)
    }

    @Test(arguments: TestStore.all)
    func `a document of another type is neither replaced nor deleted`(kind: TestStore) throws {
        let store = try kind.open()
        try store.put("a", #"{"type":"seat","id":1,"row":2}"#)
        let inns = try store.repository(of: Inn.self)
        let revision = try #require(try store.store.record(id: "a")).revisionID.description
        for write in Self.writes {
            for text in [revision, "*"] {
                let code = thrownCode { try write.run(inns, text) }
                #expect([.conflict, .notFound].contains(code), "\(write.name)")
            }
        }
        #expect(try store.body("a") == #"{"id":1,"row":2,"type":"seat"}"#)
    }

    @Test(arguments: TestStore.all)
    func `unknown keys are kept, and the rule of the repository does not apply`(
        kind: TestStore
    ) throws {
        let store = try kind.open()
        try store.put(
            "a",
            #"{"type":"inn","name":"A","stars":2,"tags":[],"opened_at":"1970-01-01T00:00:00.000Z","x":[1]}"#
        )
        let inns = store.store.repository(of: Inn.self, conflicts: .mergeFields())
        let old = try #require(try inns.findStored("a"))
        try inns.save(Inn(id: "a", name: "B"), ifMatch: old.revision)
        #expect(try store.body("a")?.contains(#""x":[1]"#) == true)
        // The rule would merge the two changes.
        var mine = old.value
        mine.stars = 5
        #expect(thrownCode { try inns.save(mine, ifMatch: old.revision) } == .conflict)
        #expect(try inns.save(mine).name == "B")
    }

    @Test(arguments: TestStore.all)
    func `middleware applies to conditional writes`(kind: TestStore) throws {
        let rooms = try kind.open().repository(of: Room.self).softDeleting(\.deletedAt)
        let first = try rooms.insert(Room(number: 1), id: "a").revision
        let second = try rooms.save(Room(number: 2), id: "a", ifMatch: first).revision
        #expect(
            thrownCode { try rooms.save(Room(id: "a", number: 3), ifMatch: first) } == .conflict)
        #expect(thrownCode { try rooms.patch("a", ifMatch: first) { _ in } } == .conflict)
        #expect(thrownCode { try rooms.update("a", ifMatch: first) { _ in } } == .conflict)
        #expect(thrownCode { try rooms.delete(id: "a", ifMatch: first) } == .conflict)
        try rooms.delete(id: "a", ifMatch: second)
        #expect(try rooms.count() == 0 && rooms.includingDeleted.count() == 1)
    }

    @Test(arguments: TestStore.all)
    func `in a transaction, a failed conditional write changes nothing`(kind: TestStore) throws {
        let store = try kind.open()
        let inns = try store.repository(of: Inn.self)
        let first = try inns.insert(Inn(name: "A"), id: "a").revision
        try store.store.inBatch {
            let second = try inns.save(Inn(id: "a", name: "B"), ifMatch: first).$id ?? ""
            #expect(thrownCode { try inns.delete(id: "a", ifMatch: first) } == .conflict)
            try inns.patch("a", ifMatch: second) { $0.set(\.stars, to: 1) }
        }
        #expect(try inns.find("a").map { "\($0.name) \($0.stars)" } == "B 1")
    }

    @Test(arguments: TestStore.all)
    func `of several writers with one revision, one succeeds`(kind: TestStore) async throws {
        let inns = try kind.open().repository(of: Inn.self)
        let revision = try await inns.insert(Inn(name: "A"), id: "a").revision
        let succeeded = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let model = Inn(id: "a", name: "\(number)")
                    return (try? await inns.save(model, ifMatch: revision)) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(succeeded == 1)
    }
}
