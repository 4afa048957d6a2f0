import DatabaseTestSupport
import Dispatch
import Foundation
import Quire
import Testing

/// Listeners that are added during a transaction.
@Suite struct LateListenerTests {
    let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    struct Deed: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let told: [[String]]
        /// The transaction, which calls a closure when the listener is added.
        let body: @Sendable (DocumentCollection, () -> Void) throws -> Void
    }

    struct Refusal: Error {}

    static let deeds = [
        Deed(testDescription: "after a save", told: [["d"]]) { collection, listen in
            try collection.save("d", "{}")
            listen()
        },
        Deed(testDescription: "before a save", told: [["a"]]) { collection, listen in
            listen()
            try collection.save("a", "{}")
        },
        Deed(testDescription: "between saves", told: [["b", "d", "a"]]) { collection, listen in
            for id in ["a", "b", "d"] { try collection.save(id, "{}") }
            listen()
            try collection.save("a", "{}")
        },
        Deed(testDescription: "after a deletion", told: [["a"]]) { collection, listen in
            try collection.delete(id: "a", expecting: .any)
            listen()
        },
        Deed(testDescription: "after a purge", told: [["a"]]) { collection, listen in
            try collection.purge(id: "a")
            listen()
        },
        Deed(testDescription: "after purges and a save", told: [["a", "b"]]) { collection, listen in
            for id in ["a", "b"] { try collection.purge(id: id) }
            try collection.save("a", "{}")
            listen()
        },
        Deed(testDescription: "in a rolled back transaction", told: [["a"]]) { collection, listen in
            try collection.save("a", "{}")
            try? collection.database.inBatch {
                try collection.purge(id: "b")
                listen()
                throw Refusal()
            }
        },
        Deed(testDescription: "where nothing changes", told: []) { _, listen in listen() },
    ]

    @Test(arguments: deeds, [true, false])
    func `a listener added during a transaction is notified once of all its changes`(
        deed: Deed, isInMemory: Bool
    ) throws {
        let database = try isInMemory ? Database(inMemoryNamed: "test") : folder.open()
        let collection = try database.defaultCollection()
        for id in ["a", "b", "c"] { try collection.save(id, "{}") }
        let recorder = ChangeRecorder()
        let queue = DispatchQueue(label: "test")
        try database.inBatch {
            try deed.body(collection) {
                collection.addChangeListener(queue: queue) { recorder.note($0.documentIDs) }
            }
        }
        queue.sync {}
        let atOnce = recorder.all
        // Gives the detection of other processes' changes time to run.
        if !isInMemory { Thread.sleep(forTimeInterval: 0.3) }
        #expect([atOnce, recorder.all] == [deed.told, deed.told])
    }

    @Test func `a live query added during a transaction includes its changes when it commits`()
        throws
    {
        let database = try folder.open()
        let collection = try database.defaultCollection()
        let query = try database.createQuery("SELECT COUNT(*) AS n FROM _")
        let (first, later) = (ResultRecorder(), ResultRecorder())
        try database.inBatch {
            try collection.save("a", "{}")
            query.addChangeListener(withQueue: .global()) { first.note($0) }
            _ = first.wait(for: 1)
        }
        query.addChangeListener(withQueue: .global()) { later.note($0) }
        #expect([first.all[0], later.wait(for: 1)[0]] == [[#"{"n":0}"#], [#"{"n":1}"#]])
    }
}
