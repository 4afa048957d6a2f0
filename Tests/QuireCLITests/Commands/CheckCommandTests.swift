import CSQLite
import Foundation
import Quire
import QuireTestSupport
import Testing

@testable import QuireCLI

@Suite struct CheckCommandTests {
    /// A way to damage the guide's database, and the expected finding.
    struct Fault: Sendable, CustomTestStringConvertible {
        let name: String
        let location: String
        let finding: String
        let plant: @Sendable (Guide) throws -> Void
        var testDescription: String { name }

        init(
            _ name: String, _ location: String, _ finding: String,
            _ plant: @escaping @Sendable (Guide) throws -> Void
        ) {
            self.name = name
            self.location = location
            self.finding = finding
            self.plant = plant
        }

        /// Creates a fault that is planted by an SQL statement.
        init(_ name: String, _ location: String, _ finding: String, sql: String) {
            self.init(name, location, finding) { try $0.execute(sql) }
        }
    }

    private static func document(_ id: String) -> String {
        "collection _default, document \"\(id)\""
    }

    private static let row = "WHERE key = 'hotel-2'"

    static let faults = [
        Fault(
            "a body that is not Fleece", document("hotel-2"), "its body is damaged",
            sql: "UPDATE kv_default SET body = x'7001414141' \(row)"),
        Fault(
            "a body with an out-of-bounds pointer", document("hotel-2"), "its body is damaged",
            sql: "UPDATE kv_default SET body = x'7001416190108003' \(row)"),
        Fault(
            "a body that is not a dictionary", document("hotel-2"), "its body is not a dictionary",
            sql: "UPDATE kv_default SET body = x'6000' \(row)"),
        Fault(
            "a key that is not UTF-8", document("hotel-2"), "a key at the top is not UTF-8",
            sql: "UPDATE kv_default SET body = x'700141FF00018003' \(row)"),
        Fault(
            "an unknown shared key", document("hotel-2"),
            "the top contains the shared key 1911, but there are ",
            sql: "UPDATE kv_default SET body = x'7001077700018003' \(row)"),
        Fault(
            "a shared key as a string", document("hotel-2"),
            "the top contains the key \"city\" as a string instead of the shared key ",
            sql: "UPDATE kv_default SET body = x'4463697479007001800400018003' \(row)"),
        Fault(
            "a duplicate sequence", "collection _default, documents \"hotel-1\" and \"hotel-2\"",
            "2 documents have the sequence 1",
            sql: "UPDATE kv_default SET sequence = 1 \(row)"),
        Fault(
            "a sequence beyond the last one", document("hotel-2"),
            "its sequence 99 is greater than the last assigned sequence, 4",
            sql: "UPDATE kv_default SET sequence = 99 \(row)"),
        Fault(
            "a missing last sequence", document("hotel-1"),
            "its sequence 1 is greater than the last assigned sequence, which is not recorded",
            sql: "DELETE FROM kvmeta"),
        Fault(
            "an invalid ID", document("_hotel"),
            "\"_hotel\" cannot be a document's ID: it begins with an underscore",
            sql: "UPDATE kv_default SET key = '_hotel' \(row)"),
        Fault(
            "an invalid revision", document("hotel-2"), "The revision",
            sql: "UPDATE kv_default SET version = x'00' \(row)"),
        Fault(
            "a missing revision", document("hotel-2"), "The revision is missing",
            sql: "UPDATE kv_default SET version = NULL \(row)"),
        Fault(
            "a revision of the future", document("hotel-2"),
            "The document's version vector contains the invalid time",
            sql: "UPDATE kv_default SET version = x'00FEFFFFFFFFFF7F80' \(row)"),
        Fault(
            "invalid remote revisions", document("hotel-2"), "The remote revisions",
            sql: "UPDATE kv_default SET extra = x'01020304' \(row)"),
        Fault(
            "a deleted document among the live ones", document("hotel-2"),
            "it is deleted but in the table of live documents",
            sql: "UPDATE kv_default SET flags = 1 \(row)"),
        Fault(
            "a live document among the deleted ones", document("x"),
            "it is in the table of deleted documents but not marked as deleted",
            sql: """
                INSERT INTO kv_del_default (key, sequence, flags, version) \
                SELECT 'x', 2, 0, version FROM kv_default \(row); \
                DELETE FROM kv_default \(row)
                """),
        Fault(
            "a document that is both live and deleted", document("hotel-2"),
            "it is both live and deleted",
            sql: """
                INSERT INTO kv_del_default (key, sequence, flags, version) \
                SELECT key, 5, 1, version FROM kv_default \(row)
                """),
        Fault(
            "invalid shared keys", "kv_info, row SharedKeys", "The shared keys are damaged",
            sql: "UPDATE kv_info SET body = x'7000' WHERE key = 'SharedKeys'"),
        Fault(
            "an invalid identifier", "kv_info, row publicUUID", "it has 1 bytes, not 16",
            sql: "UPDATE kv_info SET body = x'00' WHERE key = 'publicUUID'"),
        Fault(
            "an index with wrong contents", "db.sqlite3", "row 2 missing from index byCity"
        ) { guide in
            try guide.execute("CREATE INDEX byCity ON kv_default (fl_value(body, 'city'))")
            try guide.executeRaw(
                """
                PRAGMA writable_schema = ON; \
                UPDATE sqlite_master SET sql = replace(sql, 'city', 'name') WHERE name = 'byCity'
                """)
        },
        Fault(
            "an index that is only listed", "index byCity",
            "it is in the list of indexes, but the index \"byCity\" does not exist",
            sql: """
                CREATE TABLE indexes (name TEXT PRIMARY KEY, type INTEGER NOT NULL, \
                keyStore TEXT NOT NULL, expression TEXT, whereClause TEXT, indexTableName TEXT, \
                lastSeq TEXT); INSERT INTO indexes (name, type, keyStore) \
                VALUES ('byCity', 0, 'default')
                """),
        Fault(
            "a trigger that is not part of the format", "db.sqlite3",
            "the database is read-only: the trigger",
            sql: """
                CREATE TRIGGER t AFTER INSERT ON kv_default BEGIN DELETE FROM kv_info; END
                """),
        Fault(
            "a version that is too new", "db.sqlite3", "has schema version 700",
            sql: "PRAGMA user_version = 700"),
        Fault("a row that is missing in the index of IDs", "db.sqlite3", "index") { guide in
            try guide.changeCell()
        },
        Fault("a page that is damaged", "db.sqlite3", "") { guide in
            try guide.damagePages()
        },
        Fault(
            "a blob that is missing", document("photo"),
            "the content of its blob sha1-Lve95gjOVATpfV8EL5X4nxwjKHE= is missing"
        ) { guide in
            guide.putPhoto()
        },
        Fault(
            "a blob that is damaged", "Attachments/Lve95gjOVATpfV8EL5X4nxwjKHE=.blob",
            "the content is damaged: it does not match the digest"
        ) { guide in
            guide.putPhoto()
            try FileManager.default.createDirectory(
                atPath: guide.database + "/Attachments", withIntermediateDirectories: true)
            try Data("Hello world!".utf8).write(
                to: URL(
                    filePath: guide.database + "/Attachments/Lve95gjOVATpfV8EL5X4nxwjKHE=.blob"))
        },
        Fault(
            "a blob with a wrong length", document("photo"),
            "its blob sha1-Lve95gjOVATpfV8EL5X4nxwjKHE= has 12 bytes; it says 13"
        ) { guide in
            let database = try guide.open()
            try database.saveBlob(
                blob: Blob(contentType: "text/plain", data: Data("Hello World!".utf8)))
            try database.close()
            guide.putPhoto(length: 13)
        },
        Fault(
            "a blob without a digest", document("photo"),
            "the blob at image has the digest \"sha1-none\""
        ) { guide in
            guide.putPhoto(digest: "sha1-none")
        },
    ]

    @Test(arguments: faults)
    func `a fault is reported with its location`(fault: Fault) throws {
        let guide = try Guide()
        try fault.plant(guide)
        let run = guide.run("check", "--format", "tsv")
        let isTold = run.lines.contains {
            let fields = $0.components(separatedBy: "\t")
            return fields[0] == "fault" && fields[1] == fault.location
                && (fault.finding.isEmpty || fields[2].contains(fault.finding))
        }
        #expect(isTold && run.code == .failure, "\(run.output)\(run.notes)")
    }

    @Test func `a database without faults passes`() throws {
        let run = try Guide().run("check")
        #expect(run.code == .success && run.output.isEmpty)
        #expect(
            run.notes.hasSuffix("4 documents, 0 tombstones, 0 blobs and 0 indexes: no faults\n"))
    }

    @Test func `a database that Couchbase Lite made passes`() throws {
        let folder = try TemporaryFolder()
        let run = ToolRun(["check", try Bundles.copy(Bundles.couchbaseMade, to: folder)])
        #expect(
            run.code == .success && run.notes.contains("51 documents, 1 tombstone, 1 blob and 2"))
    }

    @Test func `a finding is a line that begins with its severity`() throws {
        let guide = try Guide()
        guide.putPhoto()
        let expected =
            #"fault: collection _default, document "photo": the content of its blob "#
            + "sha1-Lve95gjOVATpfV8EL5X4nxwjKHE= is missing\n"
        #expect(guide.run("check").output == expected)
    }

    @Test func `an unresolved conflict is only a note, which ls prints as well`() throws {
        let guide = try Guide()
        try guide.execute("UPDATE kv_default SET flags = 2 \(Self.row)")
        let run = guide.run("check")
        #expect(run.code == .success)
        #expect(
            run.lines.first?.contains("a conflict with another database is not resolved") == true)
        let list = guide.run("ls")
        #expect(list.code == .success && list.lines.count == 4)
        #expect(list.notes.contains("document \"hotel-2\" has a conflict that is not resolved"))
    }

    @Test func `an unreferenced blob is only a note`() throws {
        let guide = try Guide()
        let database = try guide.open()
        try database.saveBlob(blob: Blob(contentType: "text/plain", data: Data("x".utf8)))
        try database.close()
        let run = guide.run("check")
        #expect(run.code == .success && run.output.hasPrefix("note: Attachments/"))
    }
}

extension Guide {
    /// Saves a document with a blob whose content does not exist.
    fileprivate func putPhoto(
        digest: String = "sha1-Lve95gjOVATpfV8EL5X4nxwjKHE=", length: Int = 12
    ) {
        let blob = #"{"@type":"blob","digest":"\#(digest)","length":\#(length)}"#
        _ = run("put", "photo", #"{"image":\#(blob)}"#)
    }

    /// Executes a statement that the library's connections reject.
    fileprivate func executeRaw(_ sql: String) throws {
        var handle: OpaquePointer?
        defer { sqlite3_close(handle) }
        guard sqlite3_open(database + "/db.sqlite3", &handle) == SQLITE_OK,
            sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK
        else { throw Problem(text: String(cString: sqlite3_errmsg(handle))) }
    }

    /// Overwrites the beginning of all pages that contain documents.
    fileprivate func damagePages() throws {
        try execute("PRAGMA user_version = 503")
        let file = URL(filePath: database + "/db.sqlite3")
        var data = try Data(contentsOf: file)
        for start in stride(from: 0, to: data.count, by: 4096)
        where data[start..<start + 4096].range(of: Data("Fjord Lodge".utf8)) != nil {
            data.replaceSubrange(start..<start + 12, with: Data(repeating: 0xFF, count: 12))
        }
        try data.write(to: file)
    }

    /// Overwrites an ID, either in the table or in the index of IDs.
    fileprivate func changeCell() throws {
        try execute("PRAGMA user_version = 503")
        let file = URL(filePath: database + "/db.sqlite3")
        var data = try Data(contentsOf: file)
        let cells = try #require(data.range(of: Data("hotel-10".utf8)))
        data.replaceSubrange(cells, with: Data("zzzzz-99".utf8))
        try data.write(to: file)
    }
}
