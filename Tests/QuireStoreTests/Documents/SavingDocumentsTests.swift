import DatabaseTestSupport
import Foundation
import Quire
import Testing

@testable import QuireStore

/// Saving documents: the state of the object, and visibility to others.
@Suite struct SavingDocumentsTests {
    let folder: StoreFolder
    let database: Database
    let collection: DocumentCollection

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
        collection = try database.defaultCollection()
    }

    // MARK: Identity

    static let badIDs = ["", "_design", String(repeating: "x", count: 241), "a\nb"]

    @Test(arguments: badIDs)
    func `an ID is validated by the save, not before`(id: String) throws {
        let document = MutableDocument(id: id, data: ["a": 1])
        #expect(document.id == id)
        #expect(thrownCode { try collection.save(document: document) } == .badDocumentID)
        #expect(document.revisionID == nil && collection.count == 0)
    }

    @Test func `a document created without an ID gets a unique one`() throws {
        let documents = [
            MutableDocument(), MutableDocument(id: nil), MutableDocument(data: ["a": 1]),
            MutableDocument(id: nil), MutableDocument(data: nil),
            try MutableDocument(json: "{}"),
        ]
        #expect(Set(documents.map(\.id)).count == documents.count)
        for document in documents { try collection.save(document: document) }
        #expect(collection.count == UInt64(documents.count))
    }

    @Test func `an ID never changes`() throws {
        let document = MutableDocument(id: "a")
        let path: AnyKeyPath = \MutableDocument.id
        #expect(!(path is ReferenceWritableKeyPath<MutableDocument, String>))
        try collection.save(document: document)
        try collection.save(document: document.setInt(1, forKey: "x"))
        #expect(document.id == "a" && document.toMutable().id == "a")
    }

    // MARK: Revisions

    @Test func `a document has no revision before it is saved and a new one after each save`()
        throws
    {
        let document = MutableDocument(id: "a")
        #expect(document.revisionID == nil && document.sequence == 0 && document.timestamp == 0)
        #expect(document.collection == nil)
        try collection.save(document: document)
        let first = try #require(try collection.document(id: "a"))
        #expect(document.revisionID == first.revisionID && document.sequence == 1)
        #expect(document.timestamp > 0 && document.collection == collection)
        try collection.save(document: document)
        #expect(document.revisionID != first.revisionID && document.sequence == 2)
        #expect(first.sequence == 1 && first.revisionID != nil)
    }

    @Test func `the sequence increases with every save and deletion, even without changes`() throws
    {
        let document = MutableDocument(id: "a", data: ["x": 1])
        var sequences: [UInt64] = []
        for _ in 0..<3 {
            try collection.save(document: document)
            sequences.append(document.sequence)
        }
        try collection.delete(document: document)
        sequences.append(document.sequence)
        #expect(sequences == [1, 2, 3, 4])
    }

    @Test func `a saved document can be changed and saved again without a conflict`() throws {
        let document = MutableDocument(id: "a")
        for number in 1...3 {
            document.setInt(number, forKey: "n")
            #expect(try collection.save(document: document, concurrencyControl: .failOnConflict))
        }
        #expect(try collection.document(id: "a")?.int(forKey: "n") == 3)
    }

    @Test func `the nested objects of a document stay the same when it is saved`() throws {
        let dictionary = MutableDictionaryObject(data: ["n": 1])
        let document = MutableDocument(id: "a").setDictionary(dictionary, forKey: "d")
        try collection.save(document: document)
        dictionary.setInt(2, forKey: "n")
        try collection.save(document: document)
        #expect(document.dictionary(forKey: "d") === dictionary)
        #expect(try collection.document(id: "a")?["d"]["n"].int == 2)
    }

    // MARK: What others see

    @Test func `unsaved changes are invisible to queries and other objects`() throws {
        let document = MutableDocument(id: "a", data: ["n": 1])
        try collection.save(document: document)
        document.setInt(2, forKey: "n").setArray(MutableArrayObject(data: [1]), forKey: "list")
        let other = try folder.open()
        let query = try database.createQuery("SELECT n, list FROM _")
        #expect(try other.defaultCollection().document(id: "a")?.toJSON() == #"{"n":1}"#)
        #expect(try query.execute().allResults().map { $0.toJSON() } == [#"{"n":1}"#])
        try collection.save(document: document)
        #expect(try other.defaultCollection().document(id: "a")?.toJSON() == #"{"list":[1],"n":2}"#)
        #expect(try query.execute().allResults().map { $0.toJSON() } == [#"{"n":2,"list":[1]}"#])
        try other.close()
    }

    @Test func `two database objects for one file immediately see each other's documents`() throws {
        let other = try folder.open()
        try database.defaultCollection().save(document: MutableDocument(id: "a", data: ["n": 1]))
        let document = try #require(try other.defaultCollection().document(id: "a")?.toMutable())
        try other.defaultCollection().save(document: document.setInt(2, forKey: "n"))
        #expect(
            try database.defaultCollection().document(id: "a")?.int(forKey: "n") == 2
                && database.defaultCollection().count == 1)
        try other.defaultCollection().delete(document: document)
        #expect(
            try database.defaultCollection().document(id: "a") == nil
                && database.defaultCollection().count == 0)
        try other.close()
    }

    @Test func `a document that was read does not change`() throws {
        let document = MutableDocument(id: "a", data: ["d": ["n": 1]])
        try collection.save(document: document)
        let read = try #require(try collection.document(id: "a"))
        let nested = try #require(read.dictionary(forKey: "d"))
        try collection.save(document: document.setValue(["n": 2], forKey: "d"))
        try collection.delete(document: document)
        try database.close()
        #expect(nested.int(forKey: "n") == 1 && read.toJSON() == #"{"d":{"n":1}}"#)
    }

    // MARK: Owners

    @Test func `a document of another database, database object or collection is rejected`() throws
    {
        let document = MutableDocument(id: "a")
        try collection.save(document: document)
        let others = [
            try folder.open().defaultCollection(), try folder.open("other").defaultCollection(),
            try database.createCollection(name: "other"),
        ]
        for other in others {
            #expect(thrownCode { try other.save(document: document) } == .invalidParameter)
            #expect(thrownCode { try other.delete(document: document) } == .invalidParameter)
            #expect(thrownCode { try other.purge(document: document) } == .invalidParameter)
            #expect(
                thrownCode { try other.save(document: document) { _, _ in true } }
                    == .invalidParameter)
        }
        #expect(document.sequence == 1)
    }

    @Test func `another object for the same collection is accepted`() throws {
        let document = MutableDocument(id: "a")
        try collection.save(document: document)
        let same = try #require(try database.collection(name: "_default"))
        try same.save(document: document)
        try same.delete(document: document)
        #expect(document.sequence == 3)
    }

    @Test func `documents are equal by collection, ID and values`() throws {
        let document = MutableDocument(id: "a", data: ["x": [1]])
        let unsaved = MutableDocument(id: "a", data: ["x": [1]])
        #expect(document == unsaved)
        try collection.save(document: document)
        let read = try #require(try collection.document(id: "a"))
        #expect(read == document && read != unsaved && read.toMutable() == read)
        #expect(read.hashValue == document.hashValue)
        #expect(try folder.open().defaultCollection().document(id: "a") == read)
        let other = try folder.open("other")
        let copy = MutableDocument(id: "a", data: ["x": [1]])
        try other.defaultCollection().save(document: copy)
        #expect(try copy != document && other.defaultCollection().document(id: "a") != read)
        #expect(read != document.setInt(1, forKey: "y"))
    }

    // MARK: Transactions

    @Test func `a document saved in a transaction that fails gets back its previous revision`()
        throws
    {
        let document = MutableDocument(id: "a")
        #expect(throws: CancellationError.self) {
            try database.inBatch {
                try collection.save(document: document)
                try collection.save(document: document)
                #expect(document.sequence == 2)
                throw CancellationError()
            }
        }
        #expect(document.revisionID == nil && collection.count == 0)
        #expect(document.collection == nil)
        #expect(try collection.save(document: document, concurrencyControl: .failOnConflict))
        let revision = document.revisionID
        #expect(throws: CancellationError.self) {
            try database.inBatch {
                try? database.inBatch {
                    try collection.delete(document: document)
                    throw CancellationError()
                }
                #expect(document.revisionID == revision)
                try database.inBatch { try collection.save(document: document) }
                #expect(document.revisionID != revision)
                throw CancellationError()
            }
        }
        #expect(document.revisionID == revision)
        try collection.save(document: document)
        #expect(document.sequence == 2)
    }

    @Test
    func `a transaction that fails rolls back saves, deletions and purges, and rethrows the error`()
        throws
    {
        let documents = (0..<3).map { MutableDocument(id: "doc\($0)", data: ["n": $0]) }
        for document in documents { try collection.save(document: document) }
        #expect(throws: CancellationError.self) {
            try database.inBatch {
                try collection.save(document: documents[0].setInt(9, forKey: "n"))
                try collection.delete(document: documents[1])
                try collection.purge(document: documents[2])
                #expect(collection.count == 1)
                throw CancellationError()
            }
        }
        #expect(collection.count == 3 && documents.map(\.sequence) == [1, 2, 3])
        #expect(try collection.document(id: "doc0")?.int(forKey: "n") == 0)
    }

    // MARK: Values that cannot be saved

    static let unsuitable: [(name: String, value: @Sendable () -> Any)] = [
        ("not a number", { Double.nan }), ("no date", { Date(timeIntervalSince1970: 1e12) }),
        ("nested", { [["x": Float.nan]] }),
    ]

    @Test(arguments: unsuitable.indices)
    func `a value that cannot be encoded is rejected with its key`(index: Int) throws {
        let document = MutableDocument(id: "a", data: ["key": Self.unsuitable[index].value()])
        let error = thrownError { try collection.save(document: document) }
        #expect(error?.code == .invalidParameter && error?.message.isEmpty == false)
        #expect(collection.count == 0 && document.revisionID == nil)
        try collection.save(document: document.setData([:]))
    }
}
