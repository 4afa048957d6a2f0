import DatabaseTestSupport
import Quire
import Testing

@Suite struct CollectionNameTests {
    static let longest = String(repeating: "x", count: 251)

    // Names and the error messages.
    static let names: [(name: String, rule: String?)] = [
        ("a", nil), ("Z", nil), ("0", nil), ("-", nil), ("a_b%c-D9", nil), (longest, nil),
        ("default", nil), ("kv_default", nil), ("del_", nil), ("a_", nil), ("a%", nil),
        ("", "empty"), (longest + "x", "252 bytes"), ("_a", "begins"), ("_", "begins"),
        ("%a", "begins"), ("__default", "begins"), ("_Default", "begins"),
        ("a b", "A-Z"), ("a.b", "A-Z"), ("a:b", "A-Z"), ("a\\b", "A-Z"), ("a\"b", "A-Z"),
        ("a\0", "A-Z"), ("a/b", "A-Z"), ("é", "A-Z"), ("\u{1F3E8}", "A-Z"), ("a\n", "A-Z"),
        ("@", "A-Z"), ("[", "A-Z"), ("`", "A-Z"), ("{", "A-Z"), (":", "A-Z"),
    ]

    static let calls: [@Sendable (Database, String) throws -> Void] = [
        { try $0.createCollection(name: $1) },
        { try $0.createCollection(name: "a", scope: $1) },
        { _ = try $0.collection(name: $1) },
        { _ = try $0.collection(name: "a", scope: $1) },
        { try $0.deleteCollection(name: $1) },
        { try $0.deleteCollection(name: "a", scope: $1) },
        { _ = try $0.scope(name: $1) },
        { _ = try $0.collections(scope: $1) },
    ]

    @Test(arguments: names)
    func `a name that breaks a rule is rejected, and the error contains the rule`(
        name: String, rule: String?
    ) throws {
        let folder = try StoreFolder()
        let database = try folder.open()
        let errors = Self.calls.map { call in thrownError { try call(database, name) } }
        let areRight = errors.allSatisfy { error in
            guard let rule else { return error == nil }
            let message = error?.message ?? ""
            return error?.code == .invalidParameter && message.contains(rule)
                && message.hasPrefix(String(name.prefix(60)).debugDescription)
        }
        #expect(areRight, "\(errors)")
    }

    @Test
    func `only the default scope can contain a collection with the default collection's name`()
        throws
    {
        let folder = try StoreFolder()
        let database = try folder.open()
        let codes = [
            thrownCode { try database.createCollection(name: "_default", scope: "a") },
            thrownCode { _ = try database.collection(name: "_default", scope: "a") },
            thrownCode { try database.deleteCollection(name: "_default", scope: "a") },
        ]
        #expect(codes == [.invalidParameter, .invalidParameter, .invalidParameter])
    }

    static let stored: [(name: String, scope: String?, stored: String)] = [
        ("_default", nil, "default"), ("_default", "_default", "default"),
        ("plain", nil, ".plain"), ("plain", "_default", ".plain"),
        ("Reviews", "Inventory", ".Inventory.Reviews"), ("default", nil, ".default"),
        ("b", "default", ".default.b"),
    ]

    @Test(arguments: stored)
    func `a name is stored as by Couchbase Lite, and survives a round trip`(
        name: String, scope: String?, stored: String
    ) throws {
        let collection = try CollectionName(name, scope: scope)
        #expect(
            collection.tablesName == stored
                && CollectionName(tablesName: stored) == collection)
    }

    @Test(arguments: [
        "", ".", "..", ".a.", "..a", "a", "a.b", ".a.b.c", "info", "._default", "._default.a",
        ".a._default", ".a b", "del_.a", ".a:b",
    ])
    func `another string is not a stored name`(stored: String) {
        #expect(CollectionName(tablesName: stored) == nil)
    }

    @Test(
        arguments: [
            ("kv_default", "default"), ("kv_.plain", ".plain"),
            ("kv_.\\Inventory.\\Reviews", ".Inventory.Reviews"),
            ("kv_.a_expiration", ".a_expiration"),
            ("kv_.Inventory", nil), ("kv_.\\inventory", nil), ("kv_.a\\", nil), ("kv_.\\\\A", nil),
            ("kv_info", nil), ("kv_checkpoints", nil), ("kv_del_default", nil), ("kv_del_.a", nil),
            ("kv_default::by\\Name", nil), ("kv_.a::index_content", nil), ("kvmeta", nil),
            ("", nil),
        ] as [(String, String?)])
    func `a table's name identifies the collection of live documents`(table: String, name: String?)
    {
        #expect(CollectionTables.collection(ofLiveTable: table)?.tablesName == name)
    }
}
