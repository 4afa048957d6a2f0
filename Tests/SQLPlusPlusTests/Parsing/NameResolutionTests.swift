import SQLPlusPlus
import Testing

@Suite struct NameResolutionTests {
    static func property(_ components: PropertyPath.Component...) -> QueryTerm {
        .property(PropertyPath(components), of: nil)
    }

    /// Conditions, sources, and the resolved terms of the conditions.
    ///
    /// The statement has the column `city AS town`.
    static let conditions: [(condition: String, source: String, term: QueryTerm)] = [
        ("name", "_", property(.key("name"))),
        ("_.name", "_", property(.key("name"))),
        ("_default.name", "_", property(.key("_default"), .key("name"))),
        ("_default.name", "_default", property(.key("name"))),
        ("h.name", "_ AS h", property(.key("name"))),
        ("H.name", "_ AS h", property(.key("name"))),
        ("`h`.name", "_ h", property(.key("name"))),
        ("_.name", "_ AS h", property(.key("_"), .key("name"))),
        ("hotels.name", "inv.hotels", property(.key("name"))),
        ("inv.hotels.name", "inv.hotels", property(.key("name"))),
        ("Hotels.name", "inv.hotels", property(.key("Hotels"), .key("name"))),
        ("inv.hotels.name", "hotels", property(.key("inv"), .key("hotels"), .key("name"))),
        ("h.h.name", "_ AS h", property(.key("h"), .key("name"))),
        ("h[0]", "_ AS h", property(.index(0))),
        ("h", "_ AS h", .star),
        ("h.*", "_ AS h", .star),
        ("*", "_ AS h", .star),
        ("inv.hotels.*", "inv.hotels", .star),
        ("_id", "_", .metadata(.id, of: nil)),
        ("h._sequence", "_ AS h", .metadata(.sequence, of: nil)),
        ("META(h).deleted", "_ AS h", .metadata(.deleted, of: nil)),
        ("META(inv.hotels).id", "inv.hotels", .metadata(.id, of: nil)),
        ("_ID", "_", property(.key("_ID"))),
        ("a._id", "_", property(.key("a"), .key("_id"))),
        ("town", "_", .column("town", PropertyPath())),
        ("TOWN", "_", .column("town", PropertyPath())),
        ("town.x[0]", "_", .column("town", PropertyPath([.key("x"), .index(0)]))),
        ("_.town", "_", property(.key("town"))),
    ]

    @Test(arguments: conditions)
    func `a name refers to a source, else a column, else a property`(
        condition: String, source: String, term: QueryTerm
    ) throws {
        let text = "SELECT city AS town FROM \(source) WHERE \(condition)"
        #expect(try SelectStatement.parse(text).condition == term)
    }

    @Test func `a name in a column never refers to another column`() throws {
        let statement = try SelectStatement.parse("SELECT city AS town, town FROM _")
        #expect(statement.columns[1].term == Self.property(.key("town")))
    }

    @Test func `a name in a column can refer to a source declared after it`() throws {
        let statement = try SelectStatement.parse("SELECT h.town, META(h).id FROM _ AS h")
        #expect(
            statement.columns.map(\.term) == [Self.property(.key("town")), .metadata(.id, of: nil)])
    }
}
