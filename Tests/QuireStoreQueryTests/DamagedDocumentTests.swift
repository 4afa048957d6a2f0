import DatabaseTestSupport
import Quire
import Testing

/// Queries that encounter a damaged document.
@Suite struct DamagedDocumentTests {
    private let folder: StoreFolder
    private let database: Database

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
        let collection = try database.defaultCollection()
        for id in ["a", "b", "c"] { try collection.save(id, #"{"type":"x","v":[[1],[2]]}"#) }
    }

    private func damage(_ id: String) throws {
        let body = HostileBody.manyFold(key: "v")
        try folder.sqlite().execute(
            "UPDATE kv_default SET body = x'\(body.hexadecimal)' WHERE key = '\(id)'",
            purpose: "test")
    }

    static let texts = [
        "SELECT * FROM _", "SELECT v FROM _",
        "SELECT d.v FROM _ AS d WHERE d.v IS VALUED ORDER BY d.v",
        "SELECT ARRAY_AGG(v) FROM _",
        "SELECT a.v FROM _ AS a JOIN _ AS b ON META(a).id = META(b).id",
        "SELECT * FROM _ WHERE $p = 1",
    ]

    @Test(arguments: texts)
    func `a query that cannot read a document throws an error that names it`(text: String) throws {
        try damage("b")
        let query = try database.createQuery(QuerySource(verbatim: text))
        query.parameters = ["p": 1]
        let error = thrownError { _ = try query.execute() }
        #expect(
            error?.code == .corruptData
                && error?.message.contains(#"document "b" in collection "_default""#) == true,
            "\(String(describing: error))")
    }

    @Test func `a query that does not read the damaged value succeeds`() throws {
        try damage("b")
        let rows = try database.createQuery("SELECT v FROM _ WHERE META().id != 'b'").execute()
        #expect(rows.allResults().count == 2)
    }
}

/// Bodies that no encoder produces.
enum HostileBody {
    /// Returns a dictionary whose value contains the previous value twice, forty levels deep.
    static func manyFold(key: Character) -> [UInt8] {
        // [1], then arrays with two pointers to the previous array.
        var bytes: [UInt8] = [0x60, 0x01, 0x00, 0x01]
        bytes += [0x60, 0x02, 0x80, 0x03, 0x80, 0x04]
        for _ in 0..<40 { bytes += [0x60, 0x02, 0x80, 0x04, 0x80, 0x05] }
        // {key: pointer}, and the root.
        bytes += [0x70, 0x01, 0x41, key.asciiValue ?? 0x76, 0x80, 0x05]
        return bytes + [0x80, 0x03]
    }
}
