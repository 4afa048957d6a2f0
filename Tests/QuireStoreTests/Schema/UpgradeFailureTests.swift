import DatabaseTestSupport
import Foundation
import Quire
import QuireTestSupport
import Testing

@testable import QuireStore

/// Upgrades that fail, and rows that cannot be upgraded.
@Suite struct UpgradeFailureTests {
    let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    static let failures = [
        // Fails in the last step but one, after everything else.
        "CREATE TRIGGER stop BEFORE UPDATE ON kv_info BEGIN SELECT RAISE(ABORT, 'stop'); END",
        "CREATE TRIGGER stop BEFORE UPDATE ON kv_info BEGIN SELECT RAISE(ROLLBACK, 'stop'); END",
        "CREATE TRIGGER stop BEFORE INSERT ON kv_info BEGIN SELECT RAISE(FAIL, 'stop'); END",
        "CREATE VIEW kv_del_default AS SELECT 1 AS key",
        "CREATE TABLE kv_info_expiration (a)",
        "CREATE VIEW kv_checkpoints_expiration AS SELECT 1",
    ]

    @Test(arguments: failures, [201, 302, 400])
    func `a failed upgrade throws and leaves the file unchanged`(
        sql: String, schema: Int
    ) throws {
        try LegacyBundle(schema: schema).write(to: folder, and: sql)
        let file = folder.path + "/test.cblite2/db.sqlite3"
        let before = FileManager.default.contents(atPath: file)
        let error = thrownError { _ = try folder.open() }
        let isSame = FileManager.default.contents(atPath: file) == before
        #expect(
            error?.code == .cantUpgradeDatabase && error?.message.contains(file) == true && isSame)
    }

    @Test func `an upgrade succeeds once the cause of the failure is removed`() throws {
        try LegacyBundle(schema: 201).write(to: folder, and: Self.failures[0])
        _ = try? folder.open()
        try folder.sqlite().execute("DROP TRIGGER stop", purpose: "test")
        #expect(try folder.open().defaultCollection().count == 4)
    }

    @Test(arguments: LegacyBundle.schemas)
    func `a file that cannot be written is rejected`(schema: Int) throws {
        try LegacyBundle(schema: schema).write(to: folder)
        let file = folder.path + "/test.cblite2/db.sqlite3"
        let connection = try SQLiteConnection(StoredFile(file), access: .readOnly)
        #expect(thrownCode { try SchemaCreation.prepare(connection) } == .notWriteable)
    }

    @Test func `threads that open an old database concurrently all open the same one`() throws {
        try LegacyBundle(schema: 201).write(to: folder)
        let folder = folder
        let threads = (0..<8).map { _ in
            OtherThread {
                let database = try folder.open()
                defer { try? database.close() }
                return try database.defaultCollection().json("shared")
            }
        }
        #expect(Set(try threads.map { try $0.wait() }) == [#"{"name":"C","rate":3}"#])
    }

    /// Damaged trees of one record, each with a single defect.
    static let damages: [(name: String, change: @Sendable (inout [UInt8]) -> Void)] = [
        ("a size of nothing", { $0.replaceSubrange(0..<4, with: [0, 0, 0, 0]) }),
        ("a huge size", { $0[0] = 0xFF }),
        (
            "a size that ends in the revision ID",
            { $0.replaceSubrange(0..<4, with: [0, 0, 0, 20]) }
        ),
        ("a size that goes past the end", { $0[3] += 5 }),
        ("a missing parent", { $0.replaceSubrange(4..<6, with: [0, 9]) }),
        ("no end", { $0.removeLast(4) }),
        ("half an end", { $0.removeLast(2) }),
        ("half a remote", { $0 += [0, 1] }),
        ("a remote with a missing revision", { $0 += [0, 1, 0, 1] }),
        ("a flag too few", { $0[6] = 2 }),
    ]

    @Test(arguments: damages.indices)
    func `a damaged revision tree is an error of its document, and is preserved`(index: Int) throws
    {
        var bundle = LegacyBundle(schema: 201)
        var list = bundle.documents[0].list
        Self.damages[index].change(&list)
        bundle.documents[0].id = "good"
        try bundle.write(
            to: folder,
            and: """
                INSERT INTO kv_default (key, sequence, version, body) VALUES ('bad', 9,
                x'\(bundle.documents[0].version.hexadecimal)', x'\(list.hexadecimal)')
                """)
        let collection = try folder.open().defaultCollection()
        var seen: [String] = []
        try collection.forEachRecord(onDamage: { id, _ in seen.append("!" + id) }) {
            seen.append($0.id)
        }
        let errors = [
            thrownError { _ = try collection.record(id: "bad") },
            thrownError { try collection.save("bad", "{}") },
            thrownError { _ = try collection.delete(id: "bad", expecting: .any) },
        ]
        let areRight = errors.allSatisfy {
            $0?.code == .corruptRevisionData && $0?.message.contains("\"bad\"") == true
        }
        let row = try folder.rows("SELECT body, extra FROM kv_default WHERE key = 'bad'")
        #expect(
            seen == ["good", "two", "shared", "empty", "!bad"] && areRight
                && row == ["x'\(list.hexadecimal)'|NULL"], "\(Self.damages[index].name)")
    }

    @Test(arguments: ["NULL", "x''"])
    func `a missing revision tree is an error of its document`(body: String) throws {
        try LegacyBundle(schema: 302).write(
            to: folder,
            and: """
                INSERT INTO kv_default (key, sequence, version, body)
                VALUES ('bad', 9, x'0101', \(body))
                """)
        let collection = try folder.open().defaultCollection()
        let error = thrownError { _ = try collection.record(id: "bad") }
        #expect(
            error?.code == .corruptRevisionData && error?.message.contains("\"bad\"") == true
                && collection.count == 5)
    }

    @Test(arguments: ["NULL", "x''", "x'00'", "x'80'", "x'01'", "x'0080'"])
    func `a revision that is not from a tree is preserved`(version: String) throws {
        let row =
            "INSERT INTO kv_default (key, sequence, version, body) VALUES ('bad', 9, \(version), x'01')"
        try LegacyBundle(schema: 201).write(to: folder, and: row)
        let collection = try folder.open().defaultCollection()
        let code = thrownCode { _ = try collection.record(id: "bad") }
        #expect(
            try code != nil
                && folder.rows("SELECT body, extra FROM kv_default WHERE key = 'bad'")
                    == ["x'01'|NULL"]
        )
    }
}
