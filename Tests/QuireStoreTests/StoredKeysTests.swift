import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import QuireTestSupport
import Testing

@Suite struct StoredKeysTests {
    let folder: StoreFolder
    let database: Database
    let collection: DocumentCollection

    struct Refusal: Error {}

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
        collection = try database.defaultCollection()
    }

    /// Returns the stored table.
    func stored() throws -> [String] {
        guard let bytes = try InfoRow.sharedKeys.read(on: folder.sqlite()) else { return [] }
        return FleeceStorage(bytes).root?.array?.map { $0.string ?? "?" } ?? ["?"]
    }

    @Test func `eligible keys get numbers in order of use`() throws {
        try collection.save("a", #"{"name":1,"has space":2,"@type":3,"sub":{"city":4}}"#)
        try collection.save("b", #"{"city":1,"zip":2}"#)
        #expect(try stored() == ["name", "sub", "city", "zip"])
    }

    @Test func `no row is written without keys`() throws {
        try collection.save("a", "{}")
        #expect(try folder.rows("SELECT count(*) FROM kv_info WHERE key = 'SharedKeys'") == ["0"])
    }

    @Test func `keys of a transaction that was rolled back get no numbers`() throws {
        try collection.save("a", #"{"one":1}"#)
        _ = try? database.inBatch {
            try collection.save("b", #"{"two":1}"#)
            throw Refusal()
        }
        try collection.save("c", #"{"three":1}"#)
        #expect(try stored() == ["one", "three"] && collection.json("c") == #"{"three":1}"#)
    }

    @Test func `keys of a nested transaction that was rolled back get no numbers`() throws {
        try database.inBatch {
            try collection.save("a", #"{"one":1}"#)
            try? database.inBatch {
                try collection.save("b", #"{"two":1}"#)
                throw Refusal()
            }
            try collection.save("c", #"{"three":1}"#)
        }
        #expect(
            try stored() == ["one", "three"] && collection.json("a") == #"{"one":1}"#
                && collection.json("c") == #"{"three":1}"#)
    }

    @Test func `a transaction can read its own new keys`() throws {
        let json = try database.inBatch {
            try collection.save("a", #"{"one":1}"#)
            return try collection.json("a")
        }
        #expect(json == #"{"one":1}"#)
    }

    @Test func `two objects for one database assign no number twice`() throws {
        let other = try folder.open().defaultCollection()
        for number in 0..<20 {
            try (number % 2 == 0 ? collection : other).save("\(number)", "{\"key\(number)\":1}")
        }
        let expected = (0..<20).map { "{\"key\($0)\":1}" }
        #expect(
            try stored() == (0..<20).map { "key\($0)" }
                && (0..<20).map { try collection.json("\($0)") ?? "" } == expected
                && (0..<20).map { try other.json("\($0)") ?? "" } == expected)
    }

    @Test func `an existing reader sees new keys`() throws {
        let other = try folder.open().defaultCollection()
        _ = try other.json("a")
        try collection.save("a", #"{"one":1}"#)
        let first = try other.json("a")
        try collection.save("a", #"{"two":2}"#)
        #expect(try [first, other.json("a")] == [#"{"one":1}"#, #"{"two":2}"#])
    }

    @Test func `all records read from one snapshot share one table`() throws {
        try collection.save("a", #"{"one":1}"#)
        let other = try folder.open().defaultCollection()
        let first = try other.record(id: "a")?.body.storage.sharedKeys
        try collection.save("b", #"{"one":1}"#)
        let second = try other.record(id: "b")?.body.storage.sharedKeys
        #expect(first != nil && first === second)
    }

    @Test func `a record keeps the table with which it was read`() throws {
        try collection.save("a", #"{"one":1}"#)
        let record = try collection.record(id: "a")
        try collection.save("b", #"{"two":1}"#)
        #expect(record?.json == #"{"one":1}"#)
    }

    @Test func `a snapshot's keys match it, whatever is committed in the meantime`() throws {
        try collection.save("a", #"{"one":1}"#)
        let counts = try database.readSnapshot { connection in
            let before = connection.keys.count
            let collection = collection
            try onOtherThread { _ = try collection.save("b", #"{"two":1}"#) }
            let rows = try connection.sqlite.rows("SELECT count(*) FROM kv_default")
            return "\(before) \(connection.keys.count) \(rows)"
        }
        #expect(counts == #"1 1 ["1"]"#)
    }

    @Test(arguments: ["7000", RepeatedName.table])
    func `a damaged table is an error that says so`(table: String) throws {
        try collection.save("a", #"{"one":1}"#)
        try folder.sqlite().execute(
            "UPDATE kv_info SET body = x'\(table)' WHERE key = 'SharedKeys'", purpose: "test")
        let error = thrownError { _ = try collection.record(id: "a") }
        #expect(error?.code == .corruptData && error?.message.contains("shared keys") == true)
    }
}
