import CSQLite
import Foundation
import Quire
import QuireTestSupport
import Testing

@testable import QuireCLI

/// The commands for indexes of vectors.
@Suite struct VectorCommandTests {
    /// Creates a database with documents `v0`, `v1` and so on, whose vectors are `[0, 1]`, `[1, 1]` and so on.
    private func guide(_ count: Int = 5, _ words: String...) throws -> Guide {
        let guide = try Guide()
        let database = try guide.open()
        let collection = try database.defaultCollection()
        try database.inBatch {
            for number in 0..<count {
                let document = MutableDocument(id: "v\(number)")
                document.setValue([Float(number), 1], forKey: "v")
                try collection.save(document: document)
            }
        }
        try database.close()
        let run = guide.run("index create", "byV", "v", "--vector", "--dimensions", "2")
        guard run.code == .success else { throw Guide.Problem(text: run.notes) }
        return guide
    }

    // MARK: Creating

    static let refusals: [([String], String)] = [
        (["v", "--vector"], "--vector requires --dimensions"),
        (["--vector", "--dimensions", "3"], "--vector requires one EXPRESSION"),
        (["a", "b", "--vector", "--dimensions", "3"], "--vector requires one EXPRESSION"),
        (["v", "--dimensions", "3"], "--dimensions requires --vector"),
        (["v", "--metric", "cosine"], "--metric requires --vector"),
        (["v", "--vector", "--dimensions", "x"], "--dimensions must be an integer"),
        (["v", "--vector", "--dimensions", "-1"], "--dimensions must be an integer"),
        (["v", "--vector", "--dimensions", "3", "--metric", "miles"], "--metric must be"),
        (
            ["v", "--vector", "--dimensions", "3", "--full-text"],
            "--vector and --full-text are mutually exclusive"
        ),
        (
            ["v", "--vector", "--dimensions", "3", "--where", "a = 1"],
            "--vector and --where are mutually exclusive"
        ),
    ]

    @Test(arguments: refusals)
    func `options that do not fit are a usage error`(words: [String], message: String) throws {
        let run = ToolRun(["index", "create", try Guide().database, "a"] + words)
        #expect(run.code == .usage && run.notes.contains(message), "\(run.notes)")
    }

    @Test(arguments: ["0", "4097", "99999999999"])
    func `a number of dimensions that is not possible is an error`(count: String) throws {
        let run = try Guide().run("index create", "a", "v", "--vector", "--dimensions", count)
        #expect(run.code == .failure && run.notes.contains("dimensions"), "\(run.notes)")
    }

    @Test func `another metric is another index`() throws {
        let guide = try guide()
        let same = guide.run("index create", "byV", "v", "--vector", "--dimensions", "2")
        let words = ["byV", "v", "--vector", "--dimensions", "2", "--metric", "dot"]
        let other = ToolRun(["index", "create", guide.database] + words)
        let replaced = ToolRun(["index", "create", guide.database] + words + ["--replace"])
        #expect(
            [same.code, other.code, replaced.code] == [.success, .failure, .success]
                && guide.run("info").output.contains("v (2 dimensions, DOT)"))
    }

    // MARK: Describing

    struct Note: DocumentModel {
        static let documentType = "note's"
        @DocumentID var id: String?
        var v: [Float]
    }

    @Test func `the index of a model has its type as the condition, which a statement needs`()
        throws
    {
        let guide = try Guide()
        let database = try guide.open()
        let notes = try database.repository(of: Note.self)
        try notes.save(Note(id: "n", v: [1, 2]))
        try notes.createNearestIndex(on: \.v, dimensions: 2, metric: .dot, named: "byV")
        try database.close()
        #expect(
            guide.run("index ls").lines == [
                "_default\tbyV\tnearest\t\tv\ttype = 'note''s'\t2 dimensions, DOT"
            ])
        let order = "ORDER BY APPROX_VECTOR_DISTANCE(v, [1, 1]) LIMIT 1"
        let without = guide.run("query", "SELECT META().id FROM _ " + order)
        #expect(
            without.notes.contains(
                "contains only documents with type = 'note''s': add this condition to WHERE"),
            "\(without)")
        let with = guide.run(
            "query", "SELECT META().id FROM _ WHERE type = 'note''s' " + order, "--format", "jsonl")
        #expect(with.lines == [#"{"id":"n"}"#], "\(with)")
        let missing = guide.run("query", "SELECT APPROX_VECTOR_DISTANCE(w, [1, 1]) FROM _ LIMIT 1")
        #expect(missing.notes.contains("'quire index create' with --vector"), "\(missing)")
    }

    @Test func `info has the number of indexed documents`() throws {
        let guide = try guide()
        _ = guide.run("put", "odd", #"{"v": [1]}"#)
        #expect(
            guide.run("info").output.contains(
                "index byV\tnearest on _default: v (2 dimensions, EUCLIDEAN_SQUARED); "
                    + "5 documents, 1 without a vector, 5 recent\n"))
    }

    @Test func `info as JSON has the number of indexed documents`() throws {
        let status = try guide().run("info", "--json").output
        #expect(
            status.replacing(/\s/, with: "").contains(
                #""status":{"indexed":5,"omitted":0,"outdated":0,"recent":5,"unused":0}"#))
    }

    // MARK: Queries

    private static let statement =
        "SELECT META().id FROM _ ORDER BY APPROX_VECTOR_DISTANCE(v, $t) LIMIT 1"

    static let files: [(String, Data)] = [
        ("JSON", Data("[3, 1]".utf8)), ("JSON with space", Data("\n [ 3.0,1 ]\n".utf8)),
        ("base64 in JSON", Data(#""AABAQAAAgD8=""#.utf8)),
        ("numbers", [Float(3), 1].map(\.bitPattern.littleEndian).withUnsafeBytes { Data($0) }),
    ]

    @Test(arguments: files)
    func `a parameter can be a vector in a file`(name: String, content: Data) throws {
        let guide = try guide()
        try content.write(to: URL(filePath: guide.path("vector")))
        let run = guide.run(
            "query", Self.statement, "--param", "t=@" + guide.path("vector"), "--format", "jsonl")
        #expect(run.lines == [#"{"id":"v3"}"#], "\(name): \(run.notes)")
    }

    @Test(arguments: [nil, Data(), Data([0xFF, 0, 1]), Data("[1,".utf8)])
    func `a file that is no vector is an error`(content: Data?) throws {
        let guide = try guide()
        if let content { try content.write(to: URL(filePath: guide.path("vector"))) }
        let run = guide.run("query", Self.statement, "-p", "t=@" + guide.path("vector"))
        #expect(run.code == .failure && run.notes.contains("vector"), "\(run.notes)")
    }

    // MARK: Checking

    private static func name(_ part: String) -> String { "\"kv_default:\(part):by\\V\"" }

    /// SQL that damages an index of 2,500 vectors, and the findings.
    static let faults: [(sql: String, finding: String)] = [
        (
            "DELETE FROM \(name("nearest"))",
            #"index byV, collection _default, document "v2499"\#tits vector is missing"#
        ),
        (
            "DELETE FROM \(name("slots")) WHERE docid = (SELECT rowid FROM kv_default WHERE key = 'v7')",
            #"index byV, collection _default, document "v7"\#tits vector is missing"#
        ),
        (
            "UPDATE \(name("slots")) SET slot = slot + 1 "
                + "WHERE docid = (SELECT rowid FROM kv_default WHERE key = 'v7')",
            #"document "v7"\#tits slot "#
        ),
        (
            "UPDATE \(name("nearest")) SET vector = x'0000803F0000803F'",
            #"document "v2499"\#tits vector differs from that of the document"#
        ),
        (
            "UPDATE \(name("nearest")) SET vector = x'00'",
            #"document "v2499"\#tits vector has 1 bytes, not 8"#
        ),
        (
            "INSERT INTO \(name("nearest")) (docid, vector) "
                + "SELECT rowid, x'0000803F0000803F' FROM kv_default WHERE key = 'hotel-1'",
            #"document "hotel-1"\#tit has no vector with these dimensions, but is in the index"#
        ),
        (
            "INSERT INTO \(name("nearest")) (docid, vector) "
                + "SELECT rowid, x'0000803F0000803F' FROM kv_default WHERE key = 'v7'",
            #"document "v7"\#tit is in the index twice"#
        ),
        (
            "INSERT INTO \(name("slots")) (docid, slot) VALUES (99999, 1)",
            "index byV\tit contains the row 99999, which is not a document"
        ),
        (
            "UPDATE \(name("codes")) SET codes = zeroblob(length(codes)) WHERE slot > 0",
            "index byV\tthe codes from slot "
        ),
        (
            "UPDATE \(name("codes")) SET codes = x'00' WHERE slot = 0",
            "index byV\tits center is missing or damaged"
        ),
        ("DELETE FROM \(name("codes")) WHERE slot = 0", "index byV\tits center is missing"),
        ("DELETE FROM \(name("vectors"))", #"document "v7"\#tits slot "#),
        (
            "UPDATE \(name("vectors")) SET vectors = x'00'",
            "index byV\tthe vectors or codes from slot "
        ),
        (
            "UPDATE \(name("vectors")) SET vectors = zeroblob(length(vectors))",
            #"document "v7"\#tits vector differs from that of the document"#
        ),
        (
            "DROP TRIGGER \"kv_default:nearest:by\\V::ins\"",
            "index byV\tit is declared in _default, but its tables or triggers do not exist"
        ),
    ]

    @Test(arguments: faults)
    func `a damaged index is reported with its documents`(
        sql: String, finding: String
    ) throws {
        let guide = try guide(2_500)
        try guide.execute(sql)
        let run = guide.run("check", "--format", "tsv")
        #expect(
            run.code == .failure && run.lines.contains { $0.contains(finding) },
            "\(run.output.prefix(500))\(run.notes)")
    }

    @Test(arguments: [0, 1, 1_024, 2_500])
    func `an index without faults passes`(count: Int) throws {
        let guide = try guide(count)
        _ = guide.run("rm", "v0")
        _ = guide.run("put", "v1", #"{"v": [8, 8]}"#)
        let run = guide.run("check")
        #expect(run.code == .success && run.output.isEmpty, "\(run.output)\(run.notes)")
    }
}
