import DatabaseTestSupport
import Quire
import Testing

@testable import QuireStore

@Suite struct AllCollectionTablesTests {
    @Test func `a name keeps its tables and their number`() throws {
        let allTables = AllCollectionTables()
        let names = try ["a", "A", "b"].map { try CollectionName($0, scope: nil) } + [.default]
        let first = names.map { allTables.tables(of: $0) }
        let second = names.reversed().map { allTables.tables(of: $0) }
        #expect(
            zip(first, second.reversed()).allSatisfy { $0 === $1 }
                && first.map(\.number) == [0, 1, 2, 3]
                && first.map(\.name) == [".a", ".A", ".b", "default"])
    }

    @Test func `looking up a name assigns no number`() throws {
        let folder = try StoreFolder()
        let database = try folder.open()
        for number in 0..<10 { _ = try database.collection(name: "c\(number)") }
        #expect(try database.createCollection(name: "a").tables.number == 0)
    }
}
