import DatabaseTestSupport
import Fleece
import Quire
import Testing

@testable import QuireStore

@Suite struct EachTableTests {
    let folder: StoreFolder
    let connection: SQLiteConnection

    init() throws {
        folder = try StoreFolder()
        connection = try SQLiteConnection(
            StoredFile(folder.path + "/file"), access: .readWriteCreate)
        try connection.applySettings(fullSync: false)
        try connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, body)", purpose: "test")
    }

    func insert(_ json: String, _ id: Int64) throws {
        let statement = try connection.prepare("INSERT INTO t VALUES (?1, ?2)", purpose: "test")
        try statement.bind(id, at: 1)
        try FleeceStorage(json: json).withUnsafeBytes { try statement.bind($0, at: 2) }
        try statement.run()
    }

    // {"a": [1, 1.5, "x", null, true, [2], {"b": 3}]} and the rows of `a`.
    static let items: [(item: String, row: String)] = [
        ("1", "1|number"), ("1.5", "1.5|number"), (#""x""#, "x|string"), ("null", "x''|null"),
        ("true", "1|boolean"), ("[2]", "x'600100028002'|array"),
        (#"{"b":3}"#, "x'7001416200038003'|object"), (#""""#, "|string"), ("-7", "-7|number"),
    ]

    @Test(arguments: items)
    func `each item of an array is a row`(item: String, row: String) throws {
        try insert(#"{"a": ["first", \#(item)]}"#, 1)
        let sql = "SELECT e.rowid, e.key, e.value, e.type FROM t, fl_each(body, 'a') e"
        #expect(try connection.rows(sql) == ["0|0|first|string", "1|1|\(row)"])
    }

    @Test(arguments: items)
    func `each value of a dictionary is a row`(item: String, row: String) throws {
        try insert(#"{"a": {"k": \#(item)}}"#, 1)
        let sql = "SELECT e.rowid, e.key, e.value, e.type FROM t, fl_each(body, 'a') e"
        #expect(try connection.rows(sql) == ["0|k|\(row)"])
    }

    @Test(arguments: items.filter { !$0.item.hasPrefix("[") && !$0.item.hasPrefix("{") })
    func `a scalar is one row`(item: String, row: String) throws {
        try insert(#"{"a": \#(item)}"#, 1)
        let sql = "SELECT e.rowid, e.key, e.value, e.type FROM t, fl_each(body, 'a') e"
        #expect(try connection.rows(sql) == ["0|NULL|\(row)"])
    }

    @Test(arguments: items.filter { !$0.item.hasPrefix("[") && !$0.item.hasPrefix("{") })
    func `a value without a path keeps its type`(item: String, row: String) throws {
        try insert(#"{"a": \#(item)}"#, 1)
        let sql = "SELECT value, type FROM t, fl_each(fl_value(body, 'a'))"
        #expect(try connection.rows(sql) == [row])
    }

    @Test(arguments: [
        ("SELECT value FROM fl_each(5)", ["5"]), ("SELECT value FROM fl_each('')", [""]),
        ("SELECT type FROM fl_each(x'')", ["null"]),
        ("SELECT type FROM fl_each(x'FF')", ["binary"]),
        ("SELECT value FROM fl_each(NULL)", []), ("SELECT value FROM fl_each", []),
        ("SELECT value FROM fl_each(x'600100028002')", ["2"]),
        ("SELECT hex(data) FROM fl_each(x'6002300038008003')", ["3000", "3800"]),
        ("SELECT value FROM fl_each(x'7000', 'a')", []), ("SELECT value FROM fl_each(x'7000')", []),
        ("SELECT value FROM fl_each(x'7000', '')", []),
        ("SELECT value FROM fl_each(NULL, 'a')", []),
        ("SELECT value FROM fl_each(x'', 'a')", []), ("SELECT value FROM fl_each(5, 'a')", []),
        (
            "SELECT hex(argument), path FROM fl_each(x'7001416100018003', 'a')",
            ["7001416100018003|a"]
        ),
    ])
    func `an argument determines the rows`(sql: String, rows: [String]) throws {
        #expect(try connection.rows(sql) == rows)
    }

    @Test func `it can be joined with tables in every order and with itself`() throws {
        for id in 1...3 as ClosedRange<Int64> { try insert(#"{"a": [[\#(id), 1], [2]]}"#, id) }
        let sql = """
            SELECT id, o.key, i.key, i.value FROM fl_each(t.body, 'a') o, t, fl_each(o.value) i
            ORDER BY id, o.key, i.key
            """
        #expect(
            try connection.rows(sql)
                == (1...3).flatMap { ["\($0)|0|0|\($0)", "\($0)|0|1|1", "\($0)|1|0|2"] })
    }

    @Test func `it is evaluated again for every row`() throws {
        for id in 1...5 as ClosedRange<Int64> { try insert(#"{"a": [\#(id), 3]}"#, id) }
        let sql = "SELECT id FROM t WHERE EXISTS (SELECT 1 FROM fl_each(body, 'a') WHERE value = 4)"
        #expect(try connection.rows(sql) == ["4"])
    }

    @Test func `its rows can outlive the memory of the argument`() throws {
        try insert(#"{"a": ["one", "two"]}"#, 1)
        let rows = try connection.prepare(
            "SELECT e.value FROM t, fl_each(body, 'a') e", purpose: "test")
        let isRow = try rows.step()
        try connection.execute(
            "UPDATE t SET body = zeroblob(100000); DELETE FROM t", purpose: "test")
        #expect(try isRow && rows.step() && rows.string(at: 0) == "two")
    }

    @Test func `an invalid path is an error that names the function`() {
        let error = thrownError { _ = try connection.rows("SELECT * FROM fl_each(x'7000', 'a[')") }
        #expect(error?.message.contains("fl_each: ") == true)
    }

    @Test func `a few bytes that represent very many items are rejected`() throws {
        let writer = FleeceWriter()
        let numbers = (0..<2000).map { writer.encode(Int64($0)) }
        let array = writer.encodeArray(numbers)
        writer.write(writer.encodeArray([FleeceSlot](repeating: array, count: 2000)))
        let statement = try connection.prepare(
            "SELECT sum(length(value)) FROM fl_each(?1)", purpose: "test")
        try statement.bind(try writer.finish(), at: 1)
        let error = thrownError { _ = try statement.step() }
        #expect(error?.message.contains("more data than its size allows") == true)
    }

    @Test(
        arguments: [[0x80, 0x01], [0x60, 0x05, 0x80, 0x01], [0xFF, 0xFF, 0xFF, 0xFF]] as [[UInt8]])
    func `a damaged body has some rows or none, and does not crash`(body: [UInt8]) throws {
        let statement = try connection.prepare(
            "SELECT count(*), max(typeof(value)) FROM fl_each(?1, 'a')", purpose: "test")
        try statement.bind(body, at: 1)
        #expect(try statement.step() && statement.int64(at: 0) == 0)
    }

    @Test func `triggers in an untrusted schema can use it`() throws {
        try connection.execute(
            """
            CREATE TABLE items (docid, i, body, PRIMARY KEY (docid, i)) WITHOUT ROWID;
            CREATE TRIGGER r AFTER INSERT ON t BEGIN
                INSERT INTO items SELECT new.rowid, _each.rowid, _each.value
                    FROM fl_each(new.body, 'a') AS _each;
            END
            """, purpose: "test")
        try insert(#"{"a": ["x", 7]}"#, 1)
        try insert(#"{"b": 1}"#, 2)
        #expect(try connection.rows("SELECT * FROM items") == ["1|0|x", "1|1|7"])
    }

    @Test func `it cannot be used in CREATE VIRTUAL TABLE`() {
        let sql = "CREATE VIRTUAL TABLE mine USING fl_each"
        #expect(thrownCode { try connection.execute(sql, purpose: "test") } != nil)
    }
}
