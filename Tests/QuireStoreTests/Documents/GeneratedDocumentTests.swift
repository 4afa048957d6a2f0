import DatabaseTestSupport
import Foundation
import Quire
import QuireTestSupport
import Testing

@testable import QuireDocuments

/// Generated documents, built with typed setters and read in every way.
@Suite struct GeneratedDocumentTests {
    @Test(arguments: 0..<40)
    func `a document has the same contents by accessors, toDictionary, toJSON and from JSON`(
        seed: Int
    ) throws {
        var generator = SplitMix64(seed: UInt64(seed))
        let value = GeneratedValue.dictionary(GeneratedValue.pairs(depth: 3, &generator))
        let document = MutableDocument(id: "generated")
        value.set(in: document)
        try check(document, value)

        let folder = try StoreFolder()
        let database = try folder.open()
        try database.defaultCollection().save(document: document)
        let read = try #require(try database.defaultCollection().document(id: "generated"))
        try check(read, value)
        try check(read.toMutable(), value)
        #expect(read == document && read.toJSON() == document.toJSON())

        let fromJSON = try MutableDocument(id: "generated", json: read.toJSON())
        try check(fromJSON, value)
        #expect(fromJSON.toJSON() == read.toJSON())
        let fromNative = MutableDocument(id: "generated", data: read.toDictionary())
        try check(fromNative, value)
        #expect(fromNative.toJSON() == read.toJSON())
        try database.defaultCollection().save(document: read.toMutable().setJSON(read.toJSON()))
        #expect(try database.defaultCollection().document(id: "generated") == read)
    }

    private func check(_ document: Document, _ value: GeneratedValue) throws {
        let root = document.toMutable().content
        #expect(value.isFound(in: .dictionary(DictionaryObject(root))))
        #expect(value.isPlain(document.toDictionary()))
    }

    // MARK: Large ones

    /// Returns the growth of processor time for four times the work; quadratic time would be 16.
    private func growth(_ work: (Int) throws -> Void) rethrows -> Double {
        func time(_ size: Int) throws -> Double {
            var best = Double.infinity
            for _ in 0..<2 {
                let start = ThreadTime.now
                try work(size)
                best = min(best, ThreadTime.now - start)
            }
            return best
        }
        let small = try time(2500)
        return try time(10_000) / small
    }

    @Test func `ten thousand keys are added, saved, read and changed in linear time`() throws {
        let database = try Database(inMemoryNamed: "large")
        let growth = try growth { size in
            let document = MutableDocument(id: "large \(size)")
            for index in 0..<size { document.setInt(index, forKey: "a key of number \(index)") }
            try database.defaultCollection().save(document: document)
            let read = try #require(
                try database.defaultCollection().document(id: document.id)?.toMutable())
            for index in 0..<size { read.setInt(index + 1, forKey: "another of number \(index)") }
            #expect(read.count == 2 * size && read.keys.count == 2 * size)
            try database.defaultCollection().save(document: read)
            let again = try #require(try database.defaultCollection().document(id: document.id))
            #expect(again.toDictionary().count == 2 * size && again == read)
            #expect(again.int(forKey: "another of number \(size / 2)") == size / 2 + 1)
        }
        #expect(growth < 10, "four times the keys take \(growth) times as long")
    }

    @Test func `an array is filled, saved and iterated in linear time`() throws {
        let database = try Database(inMemoryNamed: "large")
        let growth = try growth { size in
            let array = MutableArrayObject()
            for index in 0..<size {
                array.addDictionary(MutableDictionaryObject(data: ["n": index]))
            }
            try database.defaultCollection().save(
                document:
                    MutableDocument(id: "\(size)").setArray(array, forKey: "list"))
            let read = try #require(
                try database.defaultCollection().document(id: "\(size)")?.toMutable())
            let list = try #require(read.array(forKey: "list"))
            for index in 0..<size { list.dictionary(at: index)?.setInt(index + 1, forKey: "n") }
            list.addInt(1)
            try database.defaultCollection().save(document: read)
            #expect(
                try database.defaultCollection().document(id: "\(size)")?.array(forKey: "list")?
                    .toArray().count == size
                    + 1)
        }
        #expect(growth < 10, "four times the items take \(growth) times as long")
    }

    @Test func `a document of 20 MB is saved and read`() throws {
        let database = try Database(inMemoryNamed: "large")
        let text = String(repeating: "0123456789", count: 1000)
        let document = MutableDocument(id: "a")
        for index in 0..<2000 {
            document.setValue(["text": text, "n": index], forKey: "key\(index)")
        }
        try database.defaultCollection().save(document: document)
        let read = try #require(try database.defaultCollection().document(id: "a"))
        #expect((read.storedBody?.storage.count ?? 0) > 20_000_000)
        #expect(read["key1999"]["n"].int == 1999 && read["key7"]["text"].string == text)
        #expect(read == document && read.toJSON().utf8.count > 20_000_000)
        try database.defaultCollection().save(document: read.toMutable().setInt(1, forKey: "key3"))
        #expect(try database.defaultCollection().document(id: "a")?.count == 2000)
    }
}
