import Testing

@testable import Quire

@Suite struct KeyStoresTests {
    @Test func `a name keeps its tables and their number`() throws {
        let keyStores = KeyStores()
        let names = try ["a", "A", "b"].map { try CollectionName($0, scope: nil) } + [.default]
        let first = names.map { keyStores.keyStore(of: $0) }
        let second = names.reversed().map { keyStores.keyStore(of: $0) }
        #expect(
            zip(first, second.reversed()).allSatisfy { $0 === $1 }
                && first.map(\.number) == [0, 1, 2, 3]
                && first.map(\.name) == [".a", ".A", ".b", "default"])
    }

    @Test func `looking up a name assigns no number`() throws {
        let folder = try StoreFolder()
        let database = try folder.open()
        for number in 0..<10 { _ = try database.collection(name: "c\(number)") }
        #expect(try database.createCollection(name: "a").keyStore.number == 0)
    }
}
