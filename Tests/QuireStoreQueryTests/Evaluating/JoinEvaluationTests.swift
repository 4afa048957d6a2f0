import DatabaseTestSupport
import Fleece
import Quire
import QuirePlatform
import QuireTesting
import SQLPlusPlus
import Testing

/// Statements with several sources in the engines without SQLite.
@Suite struct JoinEvaluationTests {
    private static func fill(_ store: any DocumentStore, _ bodies: [(String, String)]) throws {
        for (id, json) in bodies {
            try store.save { writer in
                try JSONReader.read(json, into: writer)
                return WriteTarget(id: id, if: .any)
            }
        }
    }

    private static func statement(_ text: String) throws -> SelectStatement {
        try SelectStatement.parse(text, knowing: QueryFunction.table)
    }

    private static func rows(_ text: String, in store: any DocumentStore) throws -> [String] {
        try rows(statement(text), in: store)
    }

    private static func rows(
        _ statement: SelectStatement, in store: any DocumentStore
    ) throws -> [String] {
        try store.rows(of: statement).map { row in
            try row.columnNames.map { try row[$0]?.json(.canonical) ?? "-" }.joined(separator: " ")
        }
    }

    private static let bodies = [
        ("a", #"{"n": 1, "to": "b", "list": [1, "x", null, [2], {"k": 3}]}"#),
        ("b", #"{"n": 2, "to": "none", "list": {"p": 4, "q": 5}}"#),
        ("c", #"{"n": 1, "to": 7, "list": "single"}"#),
        ("7", #"{"n": null, "list": []}"#),
    ]

    static let statements: [(String, [String])] = [
        (
            "SELECT META(x).id, META(y).id FROM _ AS x JOIN _ AS y ON META(y).id = x.to ORDER BY x.n",
            [#""a" "b""#, #""c" "7""#]
        ),
        (
            "SELECT META(x).id, META(y).id, y, y.n IS MISSING FROM _ AS x "
                + "LEFT JOIN _ AS y ON META(y).id = x.to AND y.n = 2 ORDER BY META(x).id",
            [
                #""7" - - true"#,
                #""a" "b" {"list":{"p":4,"q":5},"n":2,"to":"none"} false"#, #""b" - - true"#,
                #""c" - - true"#,
            ]
        ),
        (
            "SELECT META(x).id, META(y).id FROM _ AS x JOIN _ AS y ON x.n = y.n "
                + "WHERE META(x).id < META(y).id", [#""a" "c""#]
        ),
        ("SELECT COUNT(*) FROM _ AS x CROSS JOIN _ AS y", ["16"]),
        (
            "SELECT META(x).id, i FROM _ AS x UNNEST x.list AS i ORDER BY META(x).id, i",
            [
                #""a" 1"#, #""a" "x""#, #""a" null"#, #""a" [2]"#, #""a" {"k":3}"#, #""b" 4"#,
                #""b" 5"#, #""c" "single""#,
            ]
        ),
        ("SELECT i.k FROM _ AS x UNNEST x.list AS i WHERE i.k IS VALUED", ["3"]),
        (
            "SELECT j FROM _ AS x UNNEST x.list AS i UNNEST i AS j WHERE META(x).id = 'a' AND j = 2",
            ["2"]
        ),
        (
            "SELECT y.n, COUNT(*), MAX(i) FROM _ AS x UNNEST x.list AS i JOIN _ AS y ON META(y).id = x.to "
                + "GROUP BY y.n ORDER BY y.n", [#"2 5 {"k":3}"#, #"null 1 "single""#]
        ),
        ("SELECT META().id FROM _ WHERE EXISTS (SELECT n FROM _ WHERE n = 2) AND n = 2", [#""b""#]),
        ("SELECT META().id FROM _ WHERE EXISTS (SELECT n FROM _ WHERE n = 3)", []),
        ("SELECT META().id FROM _ WHERE NOT EXISTS (SELECT n FROM _ LIMIT 0) AND n = 2", [#""b""#]),
        (
            "SELECT EXISTS (SELECT x.n FROM _ AS x JOIN _ AS y ON META(y).id = x.to) AS e FROM _ LIMIT 1",
            ["true"]
        ),
    ]

    @Test(arguments: TestStore.all, statements)
    func `a statement with several sources has the same rows in every engine`(
        kind: TestStore, statement: (text: String, rows: [String])
    ) throws {
        let store = try kind.open().store
        try Self.fill(store, Self.bodies)
        #expect(try Self.rows(statement.text, in: store) == statement.rows)
    }

    @Test(arguments: TestStore.all)
    func `the name of the default store differs from that of the statement's store`(
        kind: TestStore
    ) throws {
        let database = try kind.open().store.database
        let other = try database.createStore(named: "other", scope: "places")
        try Self.fill(try database.defaultStore(), [("a", #"{"n": 1}"#), ("b", #"{"n": 2}"#)])
        try Self.fill(other, [("z", #"{"to": "a"}"#), ("a", #"{"n": 3}"#)])
        let join = "AS x JOIN _ AS y ON META(y).id = x.to"
        #expect(try Self.rows("SELECT y.n FROM _ \(join)", in: other) == ["3"])
        let named = try Self.statement("SELECT y.n FROM places.other \(join)")
        #expect(try database.rows(of: named).map { $0.int(at: 0) } == [1])
        let exists = "SELECT COUNT(*) FROM places.other WHERE EXISTS (SELECT 1 FROM _ WHERE n = 3)"
        #expect(try database.rows(of: Self.statement(exists)).map { $0.int(at: 0) } == [0])
        let missing = try Self.statement("SELECT y.n FROM _ AS x JOIN nowhere AS y ON x.n = y.n")
        #expect { try database.rows(of: missing) } throws: { QuireError.Code.invalidQuery ~= $0 }
    }

    /// All pairs of values that a join compares.
    @Test(arguments: TestStore.all, ["=", "IS"])
    func `a join matches the same pairs as a condition on all pairs`(
        kind: TestStore, operation: String
    ) throws {
        let store = try kind.open().store
        let values = RandomTerms.values + [#""doc1""#, #""7""#, "7", "7.0"]
        try Self.fill(
            store,
            values.enumerated().map { ("doc\($0)", #"{"v": \#($1)}"#) }
                + [("none", "{}"), ("7", "{}"), ("1", "{}"), ("true", "{}")])
        for (left, right) in [
            ("x.v", "y.v"), ("META(x).id", "y.v"), ("x.v", "META(y).id"),
            ("LOWER(x.v)", "y.v"), ("x.v + 0", "META(y).id"),
        ] {
            let columns = "SELECT META(x).id, META(y).id FROM _ AS x"
            let order = "ORDER BY META(x).id, META(y).id"
            let joined = try Self.rows(
                "\(columns) JOIN _ AS y ON \(left) \(operation) \(right) \(order)", in: store)
            // The term that is always true prevents the use of a hash table.
            let checked = try Self.rows(
                "\(columns) CROSS JOIN _ AS y WHERE (\(left) \(operation) \(right) "
                    + "OR META(x).id = META(y).id AND FALSE) \(order)", in: store)
            #expect(joined == checked, "\(left) \(operation) \(right)")
            #expect(!joined.isEmpty)
        }
    }

    // MARK: Requests

    private static func documents(_ bodies: [(String, String)]) throws -> [EvaluatedDocument] {
        let store = InMemoryStore()
        try fill(store, bodies)
        return try store.records(selectedBy: SelectStatement([.star], from: .own))
            .map { EvaluatedDocument($0) }
    }

    @Test func `the request for documents contains their IDs and the condition about them`() throws
    {
        let evaluator = try StatementEvaluator(
            Self.statement(
                """
                SELECT META(y).id FROM _ AS x JOIN places.other AS y ON META(y).id = x.to AND y.n > 1
                WHERE y.n < $n AND x.n = 1 AND (x.n = 2 OR y.n = 2)
                """), parameters: ["n": 9])
        #expect(evaluator.hasFurtherSources)
        #expect(evaluator.sourceCondition?.description == "n = 1")
        let documents = try Self.documents(Self.bodies)
        var requests: [JoinedSource] = []
        let rows = try evaluator.rows(of: documents) { source in
            requests.append(source)
            return documents
        }
        #expect(rows.map { $0.string(at: 0) } == ["b"])
        #expect(requests.count == 1)
        #expect(requests.first?.collection == CollectionSource("other", scope: "places", as: "y"))
        #expect(requests.first?.documentIDs == ["b", "7"])
        #expect(requests.first?.condition?.description == "n < $n AND n > 1")
    }

    @Test func `no documents are requested if no row can match`() throws {
        for text in [
            "SELECT 1 FROM _ AS x JOIN _ AS y ON META(y).id = x.none",
            "SELECT 1 FROM _ AS x JOIN _ AS y ON x.n = y.n WHERE x.n = 100",
        ] {
            let rows = try StatementEvaluator(Self.statement(text)).rows(
                of: Self.documents(Self.bodies)
            ) { _ in
                Issue.record("Documents are requested for \(text)")
                return []
            }
            #expect(Array(rows).isEmpty)
        }
    }

    @Test func `the condition of a LEFT JOIN's documents in WHERE is checked after the join`()
        throws
    {
        let evaluator = try StatementEvaluator(
            Self.statement(
                "SELECT META(x).id FROM _ AS x LEFT JOIN _ AS y ON META(y).id = x.to WHERE y.n IS MISSING"
            ))
        let documents = try Self.documents(Self.bodies)
        let rows = try evaluator.rows(of: documents) { source in
            #expect(source.condition == nil)
            return documents
        }
        #expect(rows.map { $0.string(at: 0) } == ["b", "7"])
    }

    @Test func `an engine without further sources rejects a statement that needs them`() throws {
        let documents = try Self.documents(Self.bodies)
        for text in [
            "SELECT y.n FROM _ AS x JOIN _ AS y ON x.n = y.n",
            "SELECT n FROM _ WHERE EXISTS (SELECT n FROM _)",
        ] {
            let evaluator = try StatementEvaluator(Self.statement(text))
            let error = #expect(throws: QuireError.self) { try evaluator.rows(of: documents) }
            #expect(error?.code == .unsupportedOperation)
        }
        let unnesting = try StatementEvaluator(
            Self.statement("SELECT i FROM _ AS x UNNEST x.list AS i WHERE META(x).id = 'b'"))
        #expect(!unnesting.hasFurtherSources)
        #expect(try unnesting.rows(of: documents).map { $0.int(at: 0) } == [4, 5])
    }

    @Test func `an error of the closure is thrown`() throws {
        struct Stop: Error {}
        let evaluator = try StatementEvaluator(
            Self.statement("SELECT y.n FROM _ AS x JOIN _ AS y ON x.n = y.n"))
        #expect(throws: Stop.self) {
            try evaluator.rows(of: Self.documents(Self.bodies)) { _ in throw Stop() }
        }
    }

    // MARK: Snapshots

    @Test(.timeLimit(.minutes(10)), arguments: EngineConformanceTests.engines)
    func `all sources have the documents of one commit`(kind: TestStore) async throws {
        let store = try kind.open().store
        try Self.fill(store, [("a", #"{"n": 0, "to": "b"}"#), ("b", #"{"n": 0}"#)])
        let isDone = SendableBox(false)
        let writer = Task.detached {
            for number in 1...60 {
                try await store.inBatch {
                    try Self.fill(
                        store,
                        [("a", #"{"n": \#(number), "to": "b"}"#), ("b", #"{"n": \#(number)}"#)])
                }
            }
        }
        let reader = Task.detached {
            let statement = try Self.statement(
                "SELECT x.n, y.n FROM _ AS x JOIN _ AS y ON META(y).id = x.to")
            var torn: [String] = []
            while !isDone.value {
                let result = try await store.database.blockingWork.run {
                    try Self.rows(statement, in: store)
                }
                torn += result.filter { Set($0.split(separator: " ")).count != 1 }
            }
            return torn
        }
        try await writer.value
        isDone.value = true
        #expect(try await reader.value.isEmpty)
    }
}
