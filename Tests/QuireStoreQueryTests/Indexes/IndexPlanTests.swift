import DatabaseTestSupport
import Quire
import Testing

@Suite struct IndexPlanTests {
    let indexed: IndexedDatabase
    var collection: DocumentCollection { indexed.collection }

    init() throws {
        indexed = try IndexedDatabase()
    }

    static let wanted = [
        IndexDefinition("byType", ValueIndexConfiguration(["type", "rate"])),
        IndexDefinition("byText", FullTextIndexConfiguration(["text"], language: "en")),
        IndexDefinition("byTag", ArrayIndexConfiguration(path: "tags")),
    ]

    @Test func `missing indexes are created, different ones replaced, others dropped`() throws {
        try collection.createValueIndex("old", "a")
        try collection.createValueIndex("byText", "text")
        try collection.createIndex(
            withName: "byTag", config: ArrayIndexConfiguration(path: "tags"))
        let plan = try collection.indexPlan(for: Self.wanted)
        #expect(
            try plan.description == "drop old\ncreate byType\nreplace byText"
                && collection.indexes() == ["byTag", "byText", "old"])
    }

    @Test func `applying a plan leaves nothing to do`() throws {
        try collection.createValueIndex("old", "a")
        try collection.indexPlan(for: Self.wanted).apply()
        let plan = try collection.indexPlan(for: Self.wanted)
        #expect(
            try plan.isEmpty && plan.description == ""
                && collection.indexes() == ["byTag", "byText", "byType"])
    }

    @Test func `other indexes can be kept`() throws {
        try collection.createValueIndex("old", "a")
        #expect(
            try collection.indexPlan(for: [], keepingOthers: true).isEmpty
                && collection.indexPlan(for: []).steps == [.drop("old")])
    }

    @Test func `a failed plan changes nothing`() throws {
        try collection.createValueIndex("old", "a")
        let plan = try collection.indexPlan(for: [
            IndexDefinition("new", ValueIndexConfiguration(["a"])),
            // SQLite rejects this.
            IndexDefinition("bad", ValueIndexConfiguration(["ANY x IN y SATISFIES x END"])),
        ])
        let code = thrownCode { try plan.apply() }
        #expect(try code == .invalidQuery && collection.indexes() == ["old"])
    }

    @Test func `a plan skips what was done in the meantime`() throws {
        let plan = try collection.indexPlan(for: Self.wanted)
        try plan.apply()
        let before = try indexed.rows("PRAGMA schema_version")
        try plan.apply()
        #expect(try indexed.rows("PRAGMA schema_version") == before)
    }

    @Test(arguments: [
        [IndexDefinition("a", ValueIndexConfiguration(["x"]))] + wanted + [wanted[0]],
        [IndexDefinition("a", ValueIndexConfiguration([]))],
        [IndexDefinition("", ValueIndexConfiguration(["a"]))],
        [IndexDefinition("a", UnknownConfiguration())],
    ])
    func `an invalid definition is an error before any change`(
        definitions: [IndexDefinition]
    ) throws {
        let code = thrownCode { _ = try collection.indexPlan(for: definitions) }
        #expect(code == .invalidParameter)
    }

    struct UnknownConfiguration: IndexConfiguration {}
}
