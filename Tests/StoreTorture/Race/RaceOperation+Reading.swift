import Foundation
import Quire

extension RaceOperation {
    static func read(_ id: String, in database: Database) throws {
        guard let body = try database.defaultCollection().body(id: id) else { return }
        try require(
            body["number"]?.int64 != nil && body.count == 3,
            "\(id) has other names than it was written with: \(body.keys)")
    }

    static func query(in database: Database) throws {
        let found = try database.repository(of: RaceDocument.self)
            .filter { $0.number < 50 }.sorted(by: \.number).limit(20).all()
        try require(
            found.allSatisfy { $0.number < 50 }, "a query finds what does not meet its condition")
    }

    private struct Pair: Decodable { let number: Int64 }

    /// Both documents of a pair are saved in one transaction, so one state of the database has the
    /// same number in both.
    static func comparePair(in database: Database) throws {
        let query = try database.createQuery("SELECT number FROM _ WHERE type = 'pair'")
        let numbers = try query.execute().decode(Pair.self).map(\.number)
        try require(
            numbers.isEmpty || numbers.count == 2 && numbers[0] == numbers[1],
            "a query sees half of a transaction: \(numbers)")
    }

    // MARK: Listening

    static func listen(in database: Database, _ arena: RaceArena) throws {
        let token = try database.defaultCollection()
            .addChangeListener(queue: arena.queue) { change in
                arena.noteListenerCall()
                guard let id = change.documentIDs.first else { return fail("an empty change") }
                do { _ = try change.collection.body(id: id) } catch QuireError.Code.notOpen {
                    // Another thread has closed this object.
                } catch {
                    fail("\(error)")
                }
            }
        arena.keep(token)
    }

    static func listen(to id: String, in database: Database, _ arena: RaceArena) throws {
        let token = try database.defaultCollection()
            .addDocumentChangeListener(id: id, queue: arena.queue) { change in
                arena.noteListenerCall()
                if change.documentID != id { fail("a change of \(change.documentID), not \(id)") }
            }
        arena.keep(token)
    }

    static func stream(in database: Database, _ arena: RaceArena) throws {
        let changes = try database.defaultCollection().changes()
        arena.keep(arena.task { await useElementsOfStream(changes, arena) })
    }

    // ThreadSanitizer is told this name.
    @inline(never)
    private static func useElementsOfStream(
        _ changes: AsyncStream<CollectionChange>, _ arena: RaceArena
    ) async {
        for await change in changes {
            arena.noteListenerCall()
            if change.documentIDs.isEmpty { fail("an empty change") }
        }
    }

    private static func fail(_ description: String) {
        Console.complain("a listener: \(description)")
        exit(1)
    }
}
