import DatabaseTestSupport
import Foundation
import Quire
import QuireTestSupport
import Testing

@testable import QuireStore

/// Concurrent changes of one document.
@Suite struct ConflictTests {
    let folder: StoreFolder
    let database: Database
    let collection: DocumentCollection

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
        collection = try database.defaultCollection()
    }

    /// What happens to the stored document before the save.
    enum Situation: CaseIterable {
        case changedMeanwhile
        case newWithTheSameID
        case deletedMeanwhile
    }

    /// Returns a document whose save is a conflict; the stored one contains `stored`.
    private func document(_ situation: Situation) throws -> MutableDocument {
        let first = MutableDocument(id: "a", data: ["who": "first"])
        try collection.save(document: first)
        let stale = try #require(try collection.document(id: "a")).toMutable()
        switch situation {
        case .changedMeanwhile:
            try collection.save(document: first.setString("stored", forKey: "who"))
        case .deletedMeanwhile: try collection.delete(document: first)
        case .newWithTheSameID: return MutableDocument(id: "a", data: ["who": "new"])
        }
        return stale.setString("new", forKey: "who")
    }

    // MARK: Control

    @Test(arguments: Situation.allCases)
    func `the last write wins`(situation: Situation) throws {
        let document = try document(situation)
        try collection.save(document: document)
        #expect(try collection.document(id: "a")?.string(forKey: "who") == "new")
        #expect(try collection.document(id: "a")?.revisionID == document.revisionID)
    }

    @Test(arguments: Situation.allCases)
    func `with failOnConflict, a conflicting save returns false and changes nothing`(
        situation: Situation
    ) throws {
        let document = try document(situation)
        let before = try collection.document(id: "a")?.revisionID
        let revision = document.revisionID
        #expect(try !collection.save(document: document, concurrencyControl: .failOnConflict))
        #expect(try collection.document(id: "a")?.revisionID == before)
        #expect(document.revisionID == revision && document.string(forKey: "who") == "new")
    }

    @Test func `without a conflict, a save succeeds with every concurrency control`() throws {
        for control in [ConcurrencyControl.failOnConflict, .lastWriteWins] {
            let document = MutableDocument()
            #expect(try collection.save(document: document, concurrencyControl: control))
            #expect(try collection.save(document: document, concurrencyControl: control))
        }
        let document = MutableDocument()
        #expect(
            try collection.save(document: document) { _, _ in
                Issue.record("there is no conflict")
                return false
            })
    }

    @Test func `recreating a deleted document is not a conflict`() throws {
        try collection.delete(document: try document(.newWithTheSameID).saved(in: collection))
        let new = MutableDocument(id: "a", data: ["who": "again"])
        #expect(try collection.save(document: new, concurrencyControl: .failOnConflict))
    }

    // MARK: Handlers

    @Test(arguments: Situation.allCases)
    func `a handler receives both documents and its changes are saved`(situation: Situation) throws
    {
        let document = try document(situation)
        let isSaved = try collection.save(document: document) { mine, stored in
            #expect(mine === document)
            #expect((stored == nil) == (situation == .deletedMeanwhile))
            mine.setString("\(stored?.string(forKey: "who") ?? "nobody") and new", forKey: "who")
            return true
        }
        let expected =
            switch situation {
            case .changedMeanwhile: "stored and new"
            case .newWithTheSameID: "first and new"
            case .deletedMeanwhile: "nobody and new"
            }
        #expect(isSaved)
        #expect(try collection.document(id: "a")?.string(forKey: "who") == expected)
    }

    @Test(arguments: Situation.allCases)
    func `a handler that returns false keeps the stored document`(situation: Situation) throws {
        let document = try document(situation)
        let before = try collection.document(id: "a")
        let isSaved = try collection.save(document: document) { mine, _ in
            mine.setString("edited", forKey: "who")
            return false
        }
        #expect(!isSaved && document.string(forKey: "who") == "edited")
        #expect(try collection.document(id: "a") == before)
    }

    @Test func `a handler is called again for another change, including its own`() throws {
        let document = try document(.changedMeanwhile)
        var seen: [String] = []
        try collection.save(document: document) { mine, stored in
            seen.append(stored?.string(forKey: "who") ?? "nobody")
            if seen.count == 1 {
                let other = try? collection.document(id: "a")?.toMutable()
                    .setString("third", forKey: "who").saved(in: collection)
                #expect(other != nil)
            }
            mine.setString(seen.joined(separator: " "), forKey: "who")
            return true
        }
        #expect(seen == ["stored", "third"])
        #expect(try collection.document(id: "a")?.string(forKey: "who") == "stored third")
    }

    @Test func `a handler runs outside of every lock and transaction`() throws {
        let document = try document(.changedMeanwhile)
        try collection.save(document: document) { _, _ in
            // Another thread can write; within a transaction, this would deadlock.
            let saved: Void? = try? onOtherThread { [database] in
                try database.defaultCollection().save(document: MutableDocument(id: "other"))
            }
            #expect(saved != nil)
            return true
        }
        #expect(collection.count == 2)
    }

    @Test func `if a handler's document is purged in the meantime, the save throws notFound`()
        throws
    {
        let document = try document(.changedMeanwhile)
        var calls = 0
        let code = thrownCode {
            try collection.save(document: document) { _, stored in
                calls += 1
                if let stored { try? collection.purge(document: stored) }
                return true
            }
        }
        #expect(code == .notFound && calls == 1 && collection.count == 0)
    }

    @Test func `a handler joins the transaction of the caller`() throws {
        let document = try document(.changedMeanwhile)
        try? database.inBatch {
            try collection.save(document: document) { _, _ in true }
            throw CancellationError()
        }
        #expect(try collection.document(id: "a")?.string(forKey: "who") == "stored")
    }

    @Test func `saving a document that was purged in the meantime throws notFound`() throws {
        let document = try document(.changedMeanwhile)
        try collection.purge(id: "a")
        for control in [ConcurrencyControl.failOnConflict, .lastWriteWins] {
            let code = thrownCode {
                try collection.save(document: document, concurrencyControl: control)
            }
            #expect(code == .notFound)
        }
    }

    // MARK: Deletion

    @Test(arguments: [ConcurrencyControl.failOnConflict, .lastWriteWins])
    func `deleting a document that was changed in the meantime is a conflict`(
        control: ConcurrencyControl
    ) throws {
        let document = try document(.changedMeanwhile)
        let isDeleted = try collection.delete(document: document, concurrencyControl: control)
        #expect(isDeleted == (control == .lastWriteWins))
        #expect(collection.count == (isDeleted ? 0 : 1))
    }

    @Test
    func `deleting a document that was deleted in the meantime succeeds without a new revision`()
        throws
    {
        let document = try document(.deletedMeanwhile)
        #expect(try !collection.delete(document: document, concurrencyControl: .failOnConflict))
        try collection.delete(document: document)
        #expect(document.sequence == 2)
        #expect(try collection.save("b", "{}").sequence == 3)
    }
}

extension MutableDocument {
    /// Saves the document and returns it.
    func saved(in collection: DocumentCollection) throws -> MutableDocument {
        try collection.save(document: self)
        return self
    }
}
