import DatabaseTestSupport
import Quire
import Testing

@Suite struct NearestIndexStatusTests {
    private func status(_ data: NearestDatabase) throws -> [Int] {
        let status = try #require(try data.collection.nearestIndexStatus(named: "byMeaning"))
        return [
            status.indexedCount, status.omittedCount, status.outdatedCount, status.recentCount,
            status.unusedCount,
        ]
    }

    @Test func `an index of no documents has no entries`() throws {
        #expect(try status(NearestDatabase(dimensions: 2)) == [0, 0, 0, 0, 0])
    }

    @Test func `values that are no vectors are counted, and missing ones and nulls are not`() throws
    {
        let data = try NearestDatabase(dimensions: 2)
        for (number, json) in ["[1, 2]", "[1]", #""x""#, "7", "null", "[]", "{}"].enumerated() {
            try data.collection.save("d\(number)", #"{"v": \#(json)}"#)
        }
        try data.collection.save("e", "{}")
        #expect(try status(data) == [1, 5, 0, 1, 0])
    }

    @Test func `changed and deleted documents leave unused slots`() throws {
        let data = try NearestDatabase(dimensions: 2)
        try data.save(0..<1_024)
        try data.delete(0..<10)
        try data.save(10..<30)
        #expect(try status(data) == [1_014, 0, 0, 20, 30])
    }

    @Test(arguments: ["other", "byName", ""])
    func `an index that is not of vectors has no status`(name: String) throws {
        let data = try NearestDatabase(dimensions: 2)
        try data.collection.createIndex(
            withName: "byName", config: ValueIndexConfiguration(["n"]))
        #expect(try data.collection.nearestIndexStatus(named: name) == nil)
    }
}
