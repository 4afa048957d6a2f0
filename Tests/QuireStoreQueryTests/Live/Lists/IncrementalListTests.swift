import DatabaseTestSupport
import Foundation
import Quire
import QuireTestSupport
import SQLPlusPlus
import Testing

@testable import QuireStoreQuery

/// A live list that is updated incrementally equals one that is read again.
@Suite struct IncrementalListTests {
    /// Statements of documents, and whether their lists are updated incrementally.
    static let statements: [(String, isIncremental: Bool)] = [
        ("SELECT * FROM _", true),
        ("SELECT * FROM _ WHERE n >= 3", true),
        ("SELECT * FROM _ ORDER BY n", true),
        ("SELECT * FROM _ ORDER BY n DESC, s", true),
        ("SELECT * FROM _ WHERE type = 'a' ORDER BY LOWER(s), n DESC", true),
        ("SELECT * FROM _ WHERE s IS NOT MISSING ORDER BY s COLLATE NOCASE", true),
        ("SELECT * FROM _ ORDER BY tags", true),
        ("SELECT * FROM _ ORDER BY META().sequence DESC", true),
        ("SELECT * FROM _ WHERE ANY t IN tags SATISFIES t = 't1' END ORDER BY META().id", true),
        ("SELECT * FROM _ LIMIT 7", true),
        ("SELECT * FROM _ ORDER BY n LIMIT 5", true),
        ("SELECT * FROM _ WHERE type = 'b' ORDER BY n DESC LIMIT 1", true),
        ("SELECT * FROM _ ORDER BY n LIMIT 0", true),
        ("SELECT * FROM _ ORDER BY n LIMIT 1000000", true),
        ("SELECT * FROM _ ORDER BY n LIMIT 3 OFFSET 2", false),
        ("SELECT * FROM _ ORDER BY n LIMIT 1 + 1", false),
        ("SELECT * FROM _ WHERE n = 99 OR EXISTS (SELECT n FROM _ WHERE n = 5)", false),
        ("SELECT * FROM _ WHERE META().expiration IS MISSING", false),
        ("SELECT * FROM _ WHERE STR_TO_MILLIS(s) IS NULL", false),
    ]

    /// A live list with a listener, and the same list read again.
    struct Observed {
        let text: String
        let isIncremental: Bool
        let live: LiveQuery<ObservedList>
        let request: ObservedDocuments
        let received: SendableBox<ObservedList?>
        let database: Database

        init(
            _ text: String, _ isIncremental: Bool, _ collection: DocumentCollection
        ) throws {
            let statement = try SelectStatement.parse(text)
            self.text = text
            self.isIncremental = isIncremental
            database = collection.database
            request = ObservedDocuments(of: collection.identity, selectedBy: statement)
            live = LiveQuery(request, QuerySettings(), database: database)
            let received = SendableBox<ObservedList?>(nil)
            self.received = received
            _ = live.add(
                LiveQuery.Listener(
                    deliver: { result, whenReady in
                        received.value = try? result.get()
                        whenReady()
                    }, end: {}))
        }

        static func text(_ list: ObservedList?) -> String {
            guard let list else { return "nothing" }
            return list.records.map { "\($0.id)@\($0.sequence)" }.joined(separator: " ")
        }

        /// The list that the listener has received, once the query is at rest.
        func current() -> ObservedList? {
            waitUntil { live.isAtRest }
            return received.value
        }

        /// A list that is read without the last result.
        func fresh() throws -> ObservedList {
            try request.read(
                in: database, settings: QuerySettings(), last: nil, changes: nil
            ).0
        }
    }

    static func prepared() throws -> (StoreFolder, DocumentCollection, [Observed]) {
        let folder = try StoreFolder()
        let collection = try folder.open().defaultCollection()
        var random = SplitMix64(seed: 5)
        for number in 0..<40 {
            try collection.save("d\(number)", LiveAnswerTests.body(&random))
        }
        let observed = try statements.map { try Observed($0.0, $0.1, collection) }
        for list in observed { _ = list.current() }
        return (folder, collection, observed)
    }

    @Test(arguments: [1, 2] as [UInt64])
    func `after any commits, a list equals one that is read again`(seed: UInt64) throws {
        let (folder, collection, observed) = try Self.prepared()
        defer { withExtendedLifetime(folder) {} }
        let other = try folder.open().defaultCollection()
        var random = SplitMix64(seed: seed)
        var wrong: [String] = []
        for round in 0..<150 where wrong.isEmpty {
            for _ in 0...random.next(below: 4) {
                let writer = random.once(in: 3) ? other : collection
                try Self.write(writer, &random)
            }
            if round % 40 == 20 {
                try collection.createIndex(
                    withName: "by\(round)", config: ValueIndexConfiguration(["type", "n"]))
            }
            for list in observed {
                let (current, fresh) = (
                    Observed.text(list.current()), Observed.text(try list.fresh())
                )
                if current != fresh {
                    wrong.append("\(round) \(list.text): \(current), not \(fresh)")
                }
            }
        }
        #expect(wrong == [])
    }

    private static func write(
        _ collection: DocumentCollection, _ random: inout SplitMix64
    ) throws {
        struct Stop: Error {}
        func change(_ random: inout SplitMix64) throws {
            let id = "d\(random.next(below: 60))"
            switch random.next(below: 8) {
            case 0: _ = try? collection.delete(id: id, expecting: .any)
            case 1: _ = try? collection.purge(id: id)
            default: try collection.save(id, LiveAnswerTests.body(&random))
            }
        }
        guard random.once(in: 4) else { return try change(&random) }
        let (count, fails) = (random.next(below: 12), random.once(in: 3))
        try? collection.database.inBatch {
            for _ in 0..<count { try change(&random) }
            if fails { throw Stop() }
        }
    }

    @Test func `a list is updated incrementally unless its statement prevents it`() throws {
        let (folder, collection, observed) = try Self.prepared()
        defer { withExtendedLifetime(folder) {} }
        let before = observed.map { $0.live.isAtRest ? $0.received.value?.source : nil }
        for number in 0..<10 {
            try collection.save("d\(number)", #"{"type": "a", "n": \#(number), "s": "x"}"#)
            for list in observed { _ = list.current() }
        }
        let kept = zip(observed, before).map { list, before in
            before != nil && list.current()?.source === before
        }
        #expect(kept == Self.statements.map(\.isIncremental))
    }

    @Test func `a limited list that loses documents gets the next ones`() throws {
        let folder = try StoreFolder()
        let collection = try folder.open().defaultCollection()
        try collection.database.inBatch {
            for n in 0..<1_000 { try collection.save("d\(n)", #"{"n": \#(n)}"#) }
        }
        let list = try Observed("SELECT * FROM _ ORDER BY n LIMIT 3", true, collection)
        var wrong: [Int] = []
        for n in 0..<400 {
            try collection.purge(id: "d\(n)")
            let expected = (n + 1...n + 3).map { "d\($0)" }
            if list.current()?.records.map(\.id) != expected { wrong.append(n) }
        }
        #expect(wrong == [])
    }

    @Test func `a limited list forgets documents that many others precede`() throws {
        let folder = try StoreFolder()
        let collection = try folder.open().defaultCollection()
        try collection.save("d0", #"{"n": 0}"#)
        let list = try Observed("SELECT * FROM _ ORDER BY n LIMIT 2", true, collection)
        _ = list.current()
        for n in 1..<700 { try collection.save("d\(n)", #"{"n": \#(-n)}"#) }
        let current = list.current()
        #expect(
            current?.records.map(\.id) == ["d699", "d698"]
                && (current?.entries.count ?? .max) < 400)
    }

    @Test func `a list with a damaged document is read again`() throws {
        let folder = try StoreFolder()
        let collection = try folder.open().defaultCollection()
        try collection.save("a", #"{"n": 1}"#)
        let list = try Observed("SELECT * FROM _ ORDER BY META().id", true, collection)
        _ = list.current()
        try collection.save("b", #"{"n": 2}"#)
        try folder.sqlite().execute(
            "UPDATE kv_default SET version = x'FF' WHERE key = 'b'", purpose: "test")
        for n in 0..<5 {
            try collection.save("c\(n)", #"{"n": 2}"#)
            let (current, fresh) = (Observed.text(list.current()), Observed.text(try list.fresh()))
            #expect(current == fresh && list.current()?.count == n + 3)
        }
    }

    @Test func `a list contains the changes of another process`() throws {
        let folder = try StoreFolder()
        let collection = try folder.open().defaultCollection()
        for id in ["a", "b", "c"] { try collection.save(id, "{}") }
        let list = try Observed("SELECT * FROM _ ORDER BY META().id", true, collection)
        _ = list.current()
        let sqlite = try folder.sqlite()
        for round in 0..<5 {
            try sqlite.execute(
                """
                BEGIN IMMEDIATE; UPDATE kvmeta SET lastSeq = lastSeq + 1, purgeCnt = purgeCnt + 1;
                DELETE FROM kv_default WHERE key = 'a';
                INSERT INTO kv_default (key, sequence, version, body) SELECT 'x\(round)', lastSeq,
                x'008297BC96C0BA0C80', x'7000' FROM kvmeta WHERE name = 'default'; COMMIT
                """, purpose: "test")
            // The own commit can be noticed first.
            try collection.save("y\(round)", "{}")
            let expected = ["b", "c"] + (0...round).map { "x\($0)" } + (0...round).map { "y\($0)" }
            #expect(waitUntil { list.current()?.records.map(\.id) == expected })
        }
    }

    static let explanations: [(String, String)] = [
        ("SELECT * FROM _ WHERE n > 3 ORDER BY n LIMIT 3", "A live list is updated incrementally."),
        ("SELECT * FROM _ LIMIT 3 OFFSET 1", "because it skips documents."),
        ("SELECT * FROM _ LIMIT 1 + 2", "because its limit is not a constant."),
        ("SELECT * FROM _ WHERE n = $n", "because it has parameters."),
        ("SELECT * FROM _ WHERE META().deleted", "because it includes deleted documents."),
        (
            "SELECT * FROM _ WHERE META().expiration > 1",
            "because an expiration date can change without notice."
        ),
        (
            "SELECT * FROM _ WHERE EXISTS (SELECT n FROM _)", "because it contains another query."
        ),
        (
            "SELECT * FROM _ ORDER BY STR_TO_MILLIS(s)",
            "because the time zone can change without notice."
        ),
        ("SELECT * FROM _ WHERE MATCH(words, 'x')", "because it searches for text."),
        ("SELECT * FROM _ AS a JOIN _ AS b ON a.n = b.n", "because it joins documents."),
        ("SELECT * FROM _ WHERE NO_SUCH(n)", "because it can only be evaluated by SQLite."),
    ]

    @Test(arguments: explanations.indices)
    func `the plan of a list names the reason why it is read again`(index: Int) throws {
        let (text, explanation) = Self.explanations[index]
        let plan = LivePlan(try SelectStatement.parse(text))
        #expect(plan.explanation.hasSuffix(explanation), "\(plan.explanation)")
    }

    @Test func `the explanation of a selection says how a live list is updated`() throws {
        struct Inn: DocumentModel {
            @DocumentID var id: String?
            var name: String
            var stars: Int
        }
        let inns = try Database(inMemoryNamed: "inns").repository(of: Inn.self)
        let selection = inns.filter { $0.stars > 3 }.sorted(by: \.name)
        #expect(
            try selection.explain().hasSuffix("A live list is updated incrementally.\n")
                && selection.offset(1).explain().hasSuffix("because it skips documents.\n"))
    }
}
