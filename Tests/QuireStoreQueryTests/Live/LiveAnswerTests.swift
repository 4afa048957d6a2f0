import DatabaseTestSupport
import Dispatch
import Quire
import QuireTestSupport
import Testing

@testable import QuireStoreQuery

/// Live queries at rest have the same results as queries.
@Suite struct LiveAnswerTests {
    static let texts = [
        "SELECT META().id, n FROM _ WHERE type = 'a'",
        "SELECT META().id, n FROM _ WHERE type = 'a' AND n < 5 ORDER BY n, META().id",
        "SELECT META().id FROM _ WHERE n > 3 OR s = 'x'",
        "SELECT * FROM _ WHERE s IS MISSING AND n = 2",
        "SELECT COUNT(*) AS c, type FROM _ GROUP BY type ORDER BY type",
        "SELECT COUNT(*) AS c FROM _ WHERE n IN [1, 2, 3]",
        "SELECT SUM(n) AS c FROM _ WHERE type = 'b' AND n >= 0",
        "SELECT DISTINCT s FROM _ WHERE n BETWEEN 2 AND 6 ORDER BY s",
        "SELECT META().id FROM _ WHERE n >= 0 ORDER BY n, META().id LIMIT 3",
        "SELECT META().id FROM _ WHERE n >= 0 ORDER BY n, META().id LIMIT 3 OFFSET 2",
        "SELECT META(d).id, t FROM _ AS d UNNEST d.tags AS t WHERE t = 't1' AND d.n > 1",
        "SELECT META(a).id AS i, META(b).id AS j FROM _ AS a JOIN _ AS b ON a.n = b.n AND b.type = 'b' WHERE a.type = 'a' ORDER BY i, j",
        "SELECT META(a).id AS i, b.s FROM _ AS a LEFT JOIN other AS b ON a.n = b.n WHERE a.type = 'a' AND a.n < 4 ORDER BY i, b.s",
        "SELECT META(a).id AS i, b.s FROM _ AS a LEFT JOIN other AS b ON a.n = b.n WHERE b.s IS MISSING ORDER BY i",
        "SELECT META(a).id AS i FROM other AS a CROSS JOIN _ AS b WHERE b.n = 9 AND a.n < 3 ORDER BY i",
        "SELECT n FROM other WHERE n = 1 AND EXISTS (SELECT n FROM _ WHERE n = 5 AND type = 'a')",
        "SELECT META().id FROM _ WHERE META().id IN ['d1', 'd2'] AND n IS NOT MISSING",
        "SELECT META().id FROM _ WHERE s LIKE 'x%' AND NOT (n = 3)",
        "SELECT META().id FROM _ WHERE LOWER(s) = 'x' AND type = 'a'",
        "SELECT META().id FROM _ WHERE ANY t IN tags SATISFIES t = 't2' END",
        "SELECT META().id FROM _ WHERE META().deleted ORDER BY META().id",
        "SELECT META().id, n AS m FROM _ WHERE m >= $least AND type != 'a'",
        "SELECT META().id FROM _ WHERE MATCH(words, 'x') ORDER BY META().id",
        "SELECT META().id, RANK(words) AS r FROM _ WHERE MATCH(words, 'x') AND n > 2 ORDER BY META().id",
    ]

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `after any writes, listeners have the current results`(seed: UInt64) throws {
        let folder = try StoreFolder()
        let database = try folder.open()
        let collections = [
            try database.defaultCollection(), try database.createCollection(name: "other"),
        ]
        try collections[0].createIndex(
            withName: "words", config: FullTextIndexConfiguration(["s"]))
        let queue = DispatchQueue(label: "LiveAnswerTests")
        var listeners: [(text: String, query: Query, recorder: ResultRecorder)] = []
        for text in Self.texts {
            let query = try database.createQuery(QuerySource(verbatim: text))
            query.parameters = ["least": 4]
            let recorder = ResultRecorder()
            query.addChangeListener(withQueue: queue) { recorder.note($0) }
            listeners.append((text, query, recorder))
        }
        var random = SplitMix64(seed: seed)
        var wrong: [String] = []
        for round in 0..<30 {
            for _ in 0..<random.next(below: 40) {
                try Self.write(collections, database, &random)
            }
            if random.once(in: 5) {
                for listener in listeners {
                    listener.query.parameters = ["least": .integer(Int64(random.next(below: 9)))]
                }
            }
            for (text, query, recorder) in listeners {
                waitUntil { query.live().isAtRest }
                queue.sync {}
                let fresh = try query.execute().map { $0.toJSON() }
                if recorder.all.last != fresh { wrong.append("round \(round): \(text)") }
            }
        }
        #expect(wrong == [])
    }

    static func write(
        _ collections: [DocumentCollection], _ database: Database, _ random: inout SplitMix64
    ) throws {
        let collection = collections[random.once(in: 4) ? 1 : 0]
        let id = "d\(random.next(below: 25))"
        switch random.next(below: 10) {
        case 0: _ = try? collection.delete(id: id, expecting: .any)
        case 1: _ = try? collection.purge(id: id)
        case 2:
            try database.inBatch {
                for _ in 0..<5 {
                    try collection.save("d\(random.next(below: 25))", body(&random))
                }
            }
        default: try collection.save(id, body(&random))
        }
    }

    static func body(_ random: inout SplitMix64) -> String {
        var pairs: [String] = []
        if !random.once(in: 6) { pairs.append(#""type": "\#(["a", "b"][random.next(below: 2)])""#) }
        if !random.once(in: 8) {
            let n = ["1.0", "null", "\"5\"", "[1]"] + (0..<10).map(String.init)
            pairs.append(#""n": \#(n[random.next(below: n.count)])"#)
        }
        if random.once(in: 2) {
            pairs.append(#""s": "\#(["x", "X y", "x z", "w"][random.next(below: 4)])""#)
        }
        if random.once(in: 2) {
            pairs.append(#""tags": ["t\#(random.next(below: 3))", "t\#(random.next(below: 3))"]"#)
        }
        return "{" + pairs.joined(separator: ", ") + "}"
    }
}
