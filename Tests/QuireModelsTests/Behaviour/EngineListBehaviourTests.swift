import DatabaseTestSupport
import Foundation
import Quire
import QuireTesting
import SQLPlusPlus
import Testing

/// What an engine lists: its stores, the expirations of documents, and the definitions of indexes.
@Suite struct EngineListBehaviourTests {
    @Test(arguments: DatabaseBehaviourTests.Engine.allCases)
    func `stores are listed by scope and name, beginning with the default store`(
        engine: DatabaseBehaviourTests.Engine
    ) throws {
        let (database, folder) = try engine.open()
        defer { withExtendedLifetime(folder) {} }
        #expect(try database.stores().map(\.fullName) == ["_default._default"])
        for (name, scope) in [("b", nil), ("z", "A"), ("a", "b"), ("a", nil), ("a", "A")]
            as [(String, String?)]
        {
            _ = try database.createStore(named: name, scope: scope)
        }
        #expect(
            try database.stores().map(\.fullName)
                == ["_default._default", "_default.a", "_default.b", "A.a", "A.z", "b.a"])
        try database.stores()[4].repository(of: Inn.self).save(Inn(id: "a", name: "A"))
        let found = try #require(try database.store(named: "z", scope: "A"))
        #expect(try found.repository(of: Inn.self).count() == 1)
        try database.close()
        #expect(throws: QuireError.self) { try database.stores() }
    }

    @Test(arguments: TestStore.all)
    func `expirations are in the order of the IDs`(kind: TestStore) throws {
        let store = try kind.open().store
        let inns = store.repository(of: Inn.self)
        try inns.save([Inn(id: "a", name: "A"), Inn(id: "b", name: "B")])
        let date = Date(timeIntervalSince1970: 4_102_444_800)
        try store.setExpiration(date, of: "b")
        #expect(try store.expirations(of: ["b", "none", "a", "b"]) == [date, nil, nil, date])
        #expect(try store.expirations(of: []).isEmpty)
    }

    @Test(arguments: TestStore.all)
    func `an engine with indexes returns their definitions, others throw an error`(
        kind: TestStore
    ) throws {
        let store = try kind.open().store
        guard store.capabilities.contains(.indexes) else {
            let error = #expect(throws: QuireError.self) { try store.indexDefinitions() }
            #expect(error?.code == .unsupportedOperation)
            return
        }
        #expect(try store.indexDefinitions().isEmpty)
        let config = ValueIndexConfiguration(["type", "name"], where: "stars > 3")
        try store.createIndex(withName: "a", config: config)
        let definition = try #require(try store.indexDefinitions().first)
        #expect(definition.name == "a")
        #expect(definition.configuration as? ValueIndexConfiguration == config)
    }

    static let configurations: [any IndexConfiguration] = [
        ValueIndexConfiguration(["name"]), ValueIndexConfiguration(["name"], isUnique: true),
        ValueIndexConfiguration(["LOWER(name)", "address.`a b`", "tags[0]"], where: "x = 'a,b'"),
        ValueIndexConfiguration(["CONTAINS(name, ', ')", "name"]),
        FullTextIndexConfiguration(["name"], language: ""),
        FullTextIndexConfiguration(
            ["name", "address.tokenize"], where: "stars > 3", ignoreAccents: true, language: "en"),
        FullTextIndexConfiguration(["name"], language: "fr"),
        FullTextIndexConfiguration(["name"], ignoreAccents: true, language: "ja"),
        ArrayIndexConfiguration(path: "tags"),
        ArrayIndexConfiguration(path: "rooms[].beds", expressions: ["size", "kind"]),
    ]

    @Test(arguments: configurations.indices)
    func `a definition creates the same index in another file`(index: Int) throws {
        let (database, other) = (
            try Database(inMemoryNamed: "a"), try Database(inMemoryNamed: "b")
        )
        let (store, copy) = (try database.defaultStore(), try other.defaultStore())
        try store.createIndex(withName: "i", config: Self.configurations[index])
        let definitions = try store.indexDefinitions()
        #expect(definitions.map(\.name) == ["i"])
        #expect(try store.indexPlan(for: definitions, keepingOthers: false).isEmpty)
        try copy.indexPlan(for: definitions, keepingOthers: false).apply()
        let original = IndexDefinition("i", Self.configurations[index])
        #expect(try copy.indexPlan(for: [original], keepingOthers: false).isEmpty)
    }

    @Test func `every document is read in the order of the first saves`() throws {
        for kind in TestStore.all {
            let store = try kind.open().store
            let inns = store.repository(of: Inn.self)
            try inns.save((0..<150).map { Inn(id: "i\($0)", name: "n") })
            try inns.upsert(Inn(id: "i0", name: "changed"))
            try inns.delete(id: "i1")
            var ids: [String] = []
            try store.forEachRecord { record in
                ids.append(record.id)
                let again = try store.record(id: record.id)
                #expect(again != nil)
            }
            #expect(ids == ["i0"] + (2..<150).map { "i\($0)" }, "\(kind)")
        }
    }

    @Test func `the parameters of a query are bound in every engine`() throws {
        for kind in TestStore.all {
            let store = try kind.open().store
            let inns = store.repository(of: Inn.self)
            try inns.save([Inn(id: "a", name: "x' OR '1"), Inn(id: "b", name: "B")])
            let parameters = Parameters()
            parameters.setString("x' OR '1", forName: "name")
            let source = QuerySource(verbatim: "SELECT META().id FROM _ WHERE name = $name")
            let rows = try store.database.query(source, binding: parameters)
            #expect(rows.map { $0[0]?.string } == ["a"], "\(kind)")
            let error = #expect(throws: QuireError.self) {
                try store.database.query(source, binding: Parameters())
            }
            #expect(error?.code == .invalidQueryParameter, "\(kind)")
        }
    }
}
