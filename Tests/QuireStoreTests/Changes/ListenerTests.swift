import DatabaseTestSupport
import Dispatch
import Foundation
import Quire
import Testing

@Suite struct ListenerTests {
    let folder: StoreFolder
    let database: Database
    let collection: DocumentCollection
    let recorder = ChangeRecorder()
    let queue = DispatchQueue(label: "ListenerTests")

    struct Refusal: Error {}

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
        collection = try database.defaultCollection()
    }

    @discardableResult
    func listen(_ collection: DocumentCollection? = nil) -> ListenerToken {
        (collection ?? self.collection).addChangeListener(queue: queue) { [recorder] in
            recorder.note($0.documentIDs)
        }
    }

    /// Waits until all pending notifications have been delivered.
    func settle() { queue.sync {} }

    /// A change, and the document IDs in the resulting notifications.
    typealias NotifiedChange = (
        name: String, notified: [[String]], change: @Sendable (ListenerTests) throws -> Void
    )

    /// Changes of the existing documents `a`, `b` and `c`.
    static let changes: [NotifiedChange] = [
        ("save", [["d"]], { try $0.collection.save("d", "{}") }),
        ("save again", [["a"]], { try $0.collection.save("a", "{}") }),
        ("delete", [["a"]], { try $0.collection.delete(id: "a", expecting: .any) }),
        ("purge", [["a"]], { try $0.collection.purge(id: "a") }),
        (
            "an expiration is not a change", [],
            { try $0.collection.setDocumentExpiration(id: "a", expiration: .distantFuture) }
        ),
        (
            "a batch", [["b", "a", "d"]],
            { test in
                try test.database.inBatch {
                    for id in ["b", "a", "b", "d", "a"] { try test.collection.save(id, "{}") }
                }
            }
        ),
        (
            "a batch that fails", [],
            { test in
                try? test.database.inBatch {
                    try test.collection.save("a", "{}")
                    throw Refusal()
                }
            }
        ),
        (
            "a nested batch that fails", [["a", "c"]],
            { test in
                try test.database.inBatch {
                    try test.collection.save("a", "{}")
                    try? test.database.inBatch {
                        try test.collection.save("b", "{}")
                        throw Refusal()
                    }
                    try test.collection.save("c", "{}")
                }
            }
        ),
        ("a batch without changes", [], { try $0.database.inBatch {} }),
        (
            "another object on the file", [["a"]],
            { try $0.folder.open().defaultCollection().save("a", "{}") }
        ),
        (
            "another collection", [],
            { try $0.database.createCollection(name: "other").save("a", "{}") }
        ),
    ]

    @Test(arguments: changes.indices)
    func `a listener is notified once per transaction`(index: Int) throws {
        for id in ["a", "b", "c"] { try collection.save(id, "{}") }
        listen()
        let (name, notified, change) = Self.changes[index]
        try change(self)
        settle()
        #expect(recorder.all == notified, "\(name)")
    }

    @Test func `a listener can read the changed documents`() throws {
        let found = ChangeRecorder()
        collection.addChangeListener(queue: queue) { change in
            found.note(change.documentIDs.filter { (try? change.collection.json($0)) != nil })
        }
        try collection.save("a", "{}")
        settle()
        #expect(found.all == [["a"]])
    }

    @Test func `a document's listener is notified only of that document`() throws {
        collection.addDocumentChangeListener(id: "b", queue: queue) { [recorder] in
            recorder.note([$0.documentID])
        }
        try database.inBatch { for id in ["a", "b", "c"] { try collection.save(id, "{}") } }
        try collection.save("a", "{}")
        try collection.delete(id: "b", expecting: .any)
        settle()
        #expect(recorder.all == [["b"], ["b"]])
    }

    @Test func `one closure added three times is called three times`() throws {
        let tokens = (0..<3).map { _ in listen() }
        try collection.save("a", "{}")
        settle()
        #expect(recorder.all.count == tokens.count)
    }

    @Test(arguments: [false, true])
    func `a removed listener is not notified`(cancels: Bool) throws {
        let token = listen()
        let other = ChangeRecorder()
        collection.addChangeListener(queue: queue) { other.note($0.documentIDs) }
        try collection.save("a", "{}")
        settle()
        for _ in 0..<2 { cancels ? token.cancel() : token.remove() }
        try collection.save("b", "{}")
        settle()
        #expect(recorder.all == [["a"]] && other.all == [["a"], ["b"]])
    }

    @Test func `a pending notification is not delivered to a removed listener`() throws {
        queue.suspend()
        let token = listen()
        try collection.save("a", "{}")
        token.remove()
        queue.resume()
        settle()
        #expect(recorder.all == [])
    }

    @Test func `releasing a token does not remove the listener, closing the database does`() throws
    {
        do { _ = listen() }
        let other = try folder.open().defaultCollection()
        try other.save("a", "{}")
        settle()
        try database.close()
        try other.save("b", "{}")
        settle()
        #expect(recorder.all == [["a"]])
    }

    @Test func `a listener can save, and remove itself`() throws {
        let token = SendableBox<ListenerToken?>(nil)
        token.value = collection.addChangeListener(queue: queue) { [recorder] change in
            recorder.note(change.documentIDs)
            token.value?.remove()
            _ = try? change.collection.save("b", "{}")
        }
        try collection.save("a", "{}")
        settle()
        #expect(try recorder.all == [["a"]] && collection.json("b") == "{}")
    }

    @Test func `a listener keeps the database neither alive nor open`() throws {
        var database: Database? = try folder.open("other")
        try listen(database?.defaultCollection())
        weak let weakDatabase = database
        database = nil
        #expect(weakDatabase == nil)
    }

    @Test func `changes by several threads are delivered in commit order`() throws {
        listen()
        let collection = collection
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for number in 0..<25 { _ = try? collection.save("\(thread)-\(number)", "{}") }
        }
        settle()
        let order = try folder.rows("SELECT key FROM kv_default ORDER BY sequence")
        #expect(recorder.all == order.map { [$0] })
    }

    @Test func `many listeners can be added and removed`() throws {
        let tokens = (0..<20_000).map { number in
            collection.addDocumentChangeListener(id: "\(number % 100)", queue: queue) {
                [recorder] in recorder.note([$0.documentID])
            }
        }
        for token in tokens.dropLast() { token.remove() }
        try collection.save("99", "{}")
        settle()
        #expect(recorder.all == [["99"]])
    }
}
