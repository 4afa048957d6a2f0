import Quire
import Testing

@Suite struct CollectionTablesTests {
    // Names of tables in a database written by the original engine.
    @Test(arguments: [
        ("default", "\"kv_default\"", "\"kv_del_default\""),
        (".plain", "\"kv_.plain\"", "\"kv_del_.plain\""),
        (
            ".Inventory.Reviews", "\"kv_.\\Inventory.\\Reviews\"",
            "\"kv_del_.\\Inventory.\\Reviews\""
        ),
        (".a\"b", "\"kv_.a\"\"b\"", "\"kv_del_.a\"\"b\""),
    ])
    func `capital letters are escaped and quotes doubled`(
        name: String, live: String, dead: String
    ) {
        let tables = CollectionTables(number: 0, name: name)
        #expect(
            tables.liveTable.quoted.string == live && tables.tombstoneTable.quoted.string == dead)
    }
}
