import Foundation
import Quire
import ThreadSanitizerSupport

extension RaceOperation {
    static func read(_ id: String, in database: Database) throws {
        guard let body = try database.defaultCollection().body(id: id) else { return }
        try require(
            body["number"]?.int64 != nil && body.count == 4,
            "\(id) has other names than it was written with: \(body.keys)")
    }

    /// Reads a blob, which is saved in the same transaction as its document.
    static func readBlob(_ number: Int64, in database: Database) throws {
        let body = try database.defaultCollection().body(id: "blob-\(number)")
        guard let digest = body?[Blob.blobDigestProperty]?.string else { return }
        let blob = try database.getBlob(properties: [
            Blob.typeProperty: Blob.blobType, Blob.blobDigestProperty: digest,
        ])
        let content = try require(blob, "the blob \(number) is missing").read()
        try require(
            content == Data("content \(number)".utf8), "the blob \(number) has another content")
    }

    static func readCollection(_ number: Int64, in database: Database) throws {
        guard let collection = try database.collection(name: "collection-\(number % 5)") else {
            return
        }
        _ = collection.count
        guard let body = try collection.body(id: "a") else { return }
        try require(body["number"]?.int64 != nil, "a has other names: \(body.keys)")
    }

    static func query(in database: Database) throws {
        let found = try database.repository(of: RaceDocument.self)
            .filter { $0.number < 50 }.sorted(by: \.number).limit(20).all()
        try require(
            found.allSatisfy { $0.number < 50 }, "a query finds what does not meet its condition")
    }

    private struct Pair: Decodable { let number: Int64 }

    /// Compares a pair of documents, which are saved in one transaction and contain the same number
    /// in
    /// each snapshot.
    static func comparePair(in database: Database) throws {
        let query = try database.createQuery("SELECT number FROM _ WHERE type = 'pair'")
        let numbers = try query.execute().decode(Pair.self).map(\.number)
        try require(
            numbers.isEmpty || numbers.count == 2 && numbers[0] == numbers[1],
            "a query sees half of a transaction: \(numbers)")
    }

    /// Searches for a word; every found document must have a number with that word.
    static func search(_ number: Int64, in database: Database) throws {
        do {
            let query = try database.createQuery(
                QuerySource(verbatim: "SELECT number FROM _ WHERE MATCH(\(index), 'n\(number)')"))
            let numbers = try query.execute().decode(Pair.self).map(\.number)
            try require(
                numbers.allSatisfy { $0 == number }, "a search for n\(number) finds \(numbers)")
        } catch QuireError.Code.missingIndex {
            // The index does not exist at the moment.
        }
    }

    // MARK: Listening

    static func listen(in database: Database, _ arena: RaceArena) throws {
        let token = try database.defaultCollection()
            .addChangeListener(queue: arena.queue) { change in
                arena.noteListenerCall()
                guard let id = change.documentIDs.first else { return fail("an empty change") }
                do { _ = try change.collection.body(id: id) } catch QuireError.Code.notOpen {
                    // Another thread has closed the object.
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
        arena.keep(
            arena.task {
                for await change in changes {
                    thread_sanitizer_note_resumption()
                    arena.noteListenerCall()
                    if change.documentIDs.isEmpty { fail("an empty change") }
                }
            })
    }

    private static func fail(_ description: String) {
        Console.complain("a listener: \(description)")
        exit(1)
    }
}
