import SQLPlusPlus
import Testing

@Suite struct ColumnTitleTests {
    static let columnNames: [(columns: String, source: String, columnNames: [String])] = [
        ("price AS cost", "_", ["cost"]),
        ("price cost", "_", ["cost"]),
        ("price", "_", ["price"]),
        ("item.price", "_", ["price"]),
        ("(price)", "_", ["price"]),
        ("`a.b`", "_", ["a.b"]),
        ("items[0].price", "_", ["price"]),
        ("items[0], name, items[1].x[2]", "_", ["$1", "name", "$2"]),
        ("META().id, META().revisionID", "_", ["id", "revisionID"]),
        (
            "_id, _sequence, _deleted, _expiration, _revisionID", "_",
            ["id", "sequence", "deleted", "expiration", "revisionID"]
        ),
        ("META(o).id", "orders AS o", ["id"]),
        ("*", "_", ["_"]),
        ("*", "_default", ["_default"]),
        ("*", "shop.orders", ["orders"]),
        ("*", "shop.orders AS o", ["o"]),
        ("o.*, o, O", "shop.orders AS o", ["o", "o #2", "o #3"]),
        ("orders.*, shop.orders", "shop.orders", ["orders", "orders #2"]),
        ("o.price", "orders o", ["price"]),
        ("* AS whole", "_", ["whole"]),
        ("1, price * 2, 'x', UPPER(name)", "_", ["$1", "$2", "$3", "$4"]),
        ("1 AS one, 2, 3 AS three, 4", "_", ["one", "$1", "three", "$2"]),
        ("(item).price, {'a': 1}.a", "_", ["$1", "$2"]),
        ("-price, NOT sold, price IS NULL", "_", ["$1", "$2", "$3"]),
        ("name, name, name", "_", ["name", "name #2", "name #3"]),
        ("name, a.name, META().id, id", "_", ["name", "name #2", "id", "id #2"]),
        ("Name, name, NAME", "_", ["Name", "name", "NAME"]),
        ("name, city AS name", "_", ["name", "name #2"]),
        ("name, `name #2`, name", "_", ["name", "name #2", "name #3"]),
        ("1, `$1`, `$2`, 2", "_", ["$1", "$1 #2", "$2", "$2 #2"]),
        ("ARRAY_COUNT(tags), ARRAY_LENGTH(tags), ARRAY_COUNT([1])", "_", ["tags", "$1", "$2"]),
    ]

    @Test(arguments: columnNames)
    func `column names follow the rules of the dialect`(
        columns: String, source: String, columnNames: [String]
    ) throws {
        #expect(
            try SelectStatement.parse("SELECT \(columns) FROM \(source)").columnNames == columnNames
        )
    }

    static let aliases: [(aliases: [String?], source: CollectionSource, conflict: String?)] = [
        (["a", "b", nil, nil], CollectionSource("_"), nil),
        (["a", "b", "a"], CollectionSource("_"), "a"),
        (["Name", nil, "name"], CollectionSource("_"), "name"),
        (["o"], CollectionSource("orders", as: "O"), "o"),
        (["orders"], CollectionSource("orders"), "orders"),
        (["orders"], CollectionSource("orders", as: "o"), nil),
    ]

    @Test(arguments: aliases)
    func `a duplicate alias is found, in any case`(
        aliases: [String?], source: CollectionSource, conflict: String?
    ) {
        let columns = aliases.map { ResultColumn(.star, as: $0) }
        #expect(SelectStatement(columns, from: source).conflictingAlias == conflict)
    }
}
