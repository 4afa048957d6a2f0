import DatabaseTestSupport
import Foundation
import Quire
import SQLPlusPlus
import Testing

/// Searches for the nearest models, with every engine.
@Suite struct NearestBehaviourTests {
    /// A model whose vectors have all types.
    struct Mixed: DocumentModel {
        struct Inner: Codable, Sendable { var vector: [Float]? }

        @DocumentID var id: String?
        var vector: Vector
        var floats: [Float]
        var doubles: [Double]
        var data: Data
        var text: String
        var optional: [Double]?
        var inner: Inner?

        init(_ id: String, _ numbers: [Float]) {
            vector = Vector(numbers)
            floats = numbers
            doubles = numbers.map(Double.init)
            data = numbers.map(\.bitPattern.littleEndian).withUnsafeBytes { Data($0) }
            text = data.base64EncodedString()
            optional = doubles
            inner = Inner(vector: numbers)
            self.id = id
        }
    }

    private func id(_ number: Int) -> String { VectorItem.id(number) }

    private func filled(
        _ kind: TestStore, _ vectors: [[Float]]
    ) throws -> Repository<VectorItem> {
        try VectorItem.repository(in: kind, vectors)
    }

    // MARK: Results

    @Test(arguments: TestStore.all, [1, 2, 7, 31, 384, 4096])
    func `the nearest models are those of a plain loop, for all metrics`(
        kind: TestStore, dimensions: Int
    ) throws {
        let vectors = PlainVectors.random(
            dimensions > 1000 ? 12 : 60, dimensions: dimensions, seed: UInt64(dimensions))
        let items = try filled(kind, vectors)
        let target = PlainVectors.random(1, dimensions: dimensions, seed: 99)[0]
        // With one dimension, the cosine of all vectors is 1 or -1.
        for metric in DistanceMetric.allCases where dimensions > 1 || metric != .cosine {
            let expected = PlainVectors.nearest(vectors, to: target, metric, count: 10)
            let matches = try items.nearest(to: target, in: \.vector, limit: 10, metric: metric)
                .matches()
            #expect(matches.map(\.id) == expected.map(id), "\(metric)")
            let error = zip(matches, expected).map { match, number in
                let distance = PlainVectors.distance(vectors[number], target, metric)
                return abs(match.distance - distance) / max(1, abs(distance))
            }.max()
            #expect(try #require(error) < 1e-5, "\(metric)")
        }
    }

    @Test(arguments: TestStore.all)
    func `all engines compute equal distances`(kind: TestStore) throws {
        let vectors = PlainVectors.random(50, dimensions: 48, seed: 3)
        let target = vectors[7].map { $0 * 0.5 }
        let reference = try filled(.memory, vectors)
        let items = try filled(kind, vectors)
        for metric in DistanceMetric.allCases {
            let results = try [reference, items].map { items in
                try items.nearest(to: target, in: \.vector, limit: 50, metric: metric).matches()
                    .map { "\($0.id) \($0.distance)" }
            }
            #expect(results[0] == results[1] && results[0].count == 50)
        }
    }

    @Test(arguments: TestStore.all)
    func `vectors of all types are found`(kind: TestStore) throws {
        let vectors = PlainVectors.random(20, dimensions: 5, seed: 4)
        let models = try kind.open().repository(of: Mixed.self)
        try models.save(vectors.enumerated().map { Mixed(id($0), $1) })
        let target = PlainVectors.random(1, dimensions: 5, seed: 5)[0]
        let expected = PlainVectors.nearest(vectors, to: target, .cosine, count: 6).map(id)
        let doubles = target.map(Double.init)
        let found = try [
            models.nearest(to: target, in: \.vector, limit: 6).all(),
            models.nearest(to: target, in: \.floats, limit: 6).all(),
            models.nearest(to: doubles, in: \.doubles, limit: 6).all(),
            models.nearest(to: Vector(target), in: \.data, limit: 6).all(),
            models.nearest(to: target, in: \.text, limit: 6).all(),
            models.nearest(to: target, in: \.optional, limit: 6).all(),
            models.selection.nearest(to: target, in: \.inner?.vector, limit: 6).all(),
        ]
        for models in found { #expect(models.map(\.id) == expected) }
    }

    @Test(arguments: TestStore.all)
    func `models with equal distances are in the order of their IDs`(kind: TestStore) throws {
        let items = try kind.open().repository(of: VectorItem.self)
        for id in ["c", "a", "d", "b"] {
            try items.save(VectorItem(id: id, vector: id == "d" ? [3, 4] : [1, 1]))
        }
        let near = items.nearest(to: [1, 1] as Vector, in: \.vector, metric: .euclidean)
        #expect(try near.all().map(\.id) == ["a", "b", "c", "d"])
        #expect(try near.matches().map(\.distance).prefix(3) == [0, 0, 0])
    }

    @Test(arguments: TestStore.all)
    func `none or one model is found`(kind: TestStore) throws {
        let items = try kind.open().repository(of: VectorItem.self)
        let near = items.nearest(to: [1, 0, 0] as [Double], in: \.vector)
        #expect(try near.all() == [] && near.first() == nil && near.count() == 0)
        #expect(try near.matches().isEmpty && near.page(size: 5).models == [])
        try items.save(VectorItem(id: "one", vector: [0, 1, 0]))
        #expect(try near.first()?.id == "one" && near.count() == 1)
        let match = try #require(try near.matches().first)
        #expect(match.distance == 1 && match.group == 0 && match.stored.id == "one")
        #expect(try near.allStored().map(\.id) == ["one"])
    }

    @Test(arguments: TestStore.all)
    func `a vector of zeros has the distance 1 by cosine`(kind: TestStore) throws {
        let items = try filled(kind, [[0, 0], [1, 0], [-1, 0]])
        let matches = try items.nearest(to: [2, 0] as [Float], in: \.vector).matches()
        #expect(matches.map(\.distance) == [0, 1, 2])
        #expect(matches.map(\.id) == [1, 0, 2].map(id))
    }

    // MARK: Documents without a vector

    /// Bodies whose vector has another form, in JSON.
    static let unsuitable: [String] = [
        #""type":"vectorItem","group":1"#, #""vector":null"#, #""vector":1.5"#,
        #""vector":true"#, #""vector":{}"#, #""vector":[]"#, #""vector":[1]"#,
        #""vector":[1,2,3]"#, #""vector":[1,"2"]"#, #""vector":[1,true]"#,
        #""vector":[1,null]"#, #""vector":[[1],[2]]"#, #""vector":[1,1e39]"#, #""vector":"""#,
        #""vector":"text""#, #""vector":"AACAPw==""#, #""vector":"AADAfwAAgD8=""#,
        #""vector":"AACAfwAAgD8=""#, #""vector":"!ACAPwAAgD8=""#,
    ]

    @Test(arguments: TestStore.all)
    func `documents without a suitable vector are saved and left out`(kind: TestStore) throws {
        let opened = try kind.open()
        for (number, property) in Self.unsuitable.enumerated() {
            let type = property.contains("type") ? "" : #","type":"vectorItem""#
            try opened.put("x\(number)", "{\(property)\(type)}")
        }
        let long = String(repeating: "A", count: 10_000_000)
        try opened.put("long", #"{"type":"vectorItem","vector":"\#(long)"}"#)
        let many = Array(repeating: "1", count: 1_000_000).joined(separator: ",")
        try opened.put("many", #"{"type":"vectorItem","vector":[\#(many)]}"#)
        let deep = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
        try opened.put("deep", #"{"type":"vectorItem","vector":[\#(deep),1]}"#)
        try opened.put(
            "text", #"{"type":"vectorItem","group":0,"text":"","vector":"AACAPwAAgD8="}"#)
        try opened.put("array", #"{"type":"vectorItem","group":0,"text":"","vector":[1,2]}"#)
        let items = try opened.repository(of: VectorItem.self)
        for metric in DistanceMetric.allCases {
            let near = items.nearest(to: [1, 1] as [Float], in: \.vector, metric: metric)
            #expect(try near.all().compactMap(\.id).sorted() == ["array", "text"])
            #expect(try near.count() == 2)
        }
    }

    @Test(arguments: TestStore.all)
    func `only models of the repository's type are found`(kind: TestStore) throws {
        let store = try kind.open()
        let items = try store.repository(of: VectorItem.self)
        try items.save(VectorItem(id: "own", vector: [0, 1]))
        try store.put("other", #"{"type":"Other","vector":[1,0]}"#)
        let near = items.nearest(to: [1, 0] as [Float], in: \.vector, limit: 1)
        #expect(try near.all().map(\.id) == ["own"])
    }

    // MARK: Filters

    @Test(arguments: TestStore.all)
    func `a filter of one percent has the nearest of the filtered models`(kind: TestStore) throws {
        let vectors = PlainVectors.random(1000, dimensions: 16, seed: 8)
        let items = try filled(kind, vectors)
        let target = PlainVectors.random(1, dimensions: 16, seed: 9)[0]
        let filtered = vectors.indices.filter { $0 % 100 == 42 }
        let expected = PlainVectors.nearest(
            filtered.map { vectors[$0] }, to: target, .cosine, count: 5
        ).map { id(filtered[$0]) }
        let near = items.filter { $0.group == 42 }.nearest(to: target, in: \.vector, limit: 5)
        #expect(try near.all().map(\.id) == expected)
        let all = items.filter { $0.group == 42 }.nearest(to: target, in: \.vector, limit: 100)
        #expect(try all.count() == 10 && all.all().count == 10)
    }

    @Test(arguments: TestStore.all)
    func `a maximum distance leaves out the others`(kind: TestStore) throws {
        let items = try filled(kind, (0..<10).map { [Float($0), 0] })
        func ids(within distance: Double) throws -> [String?] {
            try items.nearest(
                to: [0, 0] as [Float], in: \.vector, metric: .euclidean, within: distance
            ).all().map(\.id)
        }
        #expect(try ids(within: 3) == (0...3).map(id))
        #expect(try ids(within: 0) == [id(0)])
        #expect(try ids(within: -1) == [])
        #expect(try ids(within: .infinity).count == 10)
        #expect(try ids(within: -.infinity) == [])
    }

    @Test(arguments: TestStore.all.filter { $0 != .memory })
    func `a full-text search before is a filter`(kind: TestStore) throws {
        let items = try kind.open().repository(of: VectorItem.self)
        try items.save([
            VectorItem(id: "a", text: "sea", vector: [1, 0]),
            VectorItem(id: "b", text: "hill", vector: [1, 0.1]),
            VectorItem(id: "c", text: "sea", vector: [0, 1]),
        ])
        try items.createFullTextIndex(on: \.text)
        let near = items.matching("sea", in: \.text).nearest(to: [0, 1] as [Float], in: \.vector)
        #expect(try near.all().map(\.id) == ["c", "a"])
        #expect(try near.count() == 2)
    }

    @Test(arguments: TestStore.all)
    func `conditions of middleware apply`(kind: TestStore) throws {
        struct Task: DocumentModel {
            @DocumentID var id: String?
            var vector: Vector
            var deletedAt: Date?
        }
        let store = try kind.open().store
        try store.database.use(SoftDeleteMiddleware(\.deletedAt), for: Task.self)
        let tasks = store.repository(of: Task.self)
        try tasks.save(Task(id: "a", vector: [1, 0]))
        try tasks.save(Task(id: "b", vector: [0, 1]))
        try tasks.delete(id: "a")
        let near = tasks.nearest(to: [1, 0] as [Float], in: \.vector, limit: 1)
        #expect(try near.all().map(\.id) == ["b"])
    }

    // MARK: Errors

    @Test(arguments: TestStore.all)
    func `an invalid search is an error when it is read`(kind: TestStore) throws {
        let items = try filled(kind, [[1, 0]])
        func code(_ near: NearestSelection<VectorItem>) -> QuireError.Code? {
            let codes = [
                thrownCode { _ = try near.all() }, thrownCode { _ = try near.count() },
                thrownCode { _ = try near.matches() }, thrownCode { _ = try near.page(size: 1) },
            ]
            return codes.allSatisfy { $0 == codes[0] } ? codes[0] : nil
        }
        for limit in [0, -1, 10_001, .max, .min] {
            let near = items.nearest(to: [1, 0] as [Float], in: \.vector, limit: limit)
            #expect(code(near) == .invalidParameter)
        }
        for limit in [1, 10_000] {
            let near = items.nearest(to: [1, 0] as [Float], in: \.vector, limit: limit)
            #expect(try near.all().count == 1)
        }
        let targets: [[Double]] = [
            [], [.nan, 1], [.infinity, 1], [1e39, 1], Array(repeating: 1, count: 4097), [0, 0],
        ]
        for target in targets {
            #expect(code(items.nearest(to: target, in: \.vector)) == .invalidQueryParameter)
        }
        let zero = items.nearest(to: [0, 0] as [Float], in: \.vector, metric: .euclidean)
        #expect(try zero.all().count == 1)
        let near = items.nearest(to: [1, 0] as [Float], in: \.vector, within: .nan)
        #expect(code(near) == .invalidParameter)
        #expect(code(items.nearest(to: [1, 0] as [Float], in: \.id)) == .invalidQuery)
        let ordered = items.sorted(by: \.group).nearest(to: [1, 0] as [Float], in: \.vector)
        #expect(code(ordered) == .invalidQuery)
        let limited = items.selection.limit(3).nearest(to: [1, 0] as [Float], in: \.vector)
        #expect(code(limited) == .invalidQuery)
        #expect(limited.description.contains("limit(_:)"))
    }

    @Test(arguments: TestStore.all)
    func `another number of dimensions finds nothing`(kind: TestStore) throws {
        let items = try filled(kind, [[1, 0], [0, 1]])
        #expect(try items.nearest(to: [1, 0, 0] as [Float], in: \.vector).all() == [])
    }

    @Test(arguments: TestStore.all)
    func `an engine creates an index of vectors, or throws an error that names it`(
        kind: TestStore
    ) throws {
        let items = try filled(kind, [[1, 0], [0, 1]])
        guard !items.store.capabilities.contains(.nearestIndexes) else { return }
        let error = #expect(throws: QuireError.self) {
            try items.createNearestIndex(on: \.vector, dimensions: 2)
        }
        #expect(error?.code == .unsupportedOperation)
        #expect(error?.message.contains(items.store.database.engineName) == true)
    }

    // MARK: Pages

    @Test(arguments: TestStore.all)
    func `the pages together contain the nearest models, in order`(kind: TestStore) throws {
        let vectors =
            PlainVectors.random(30, dimensions: 4, seed: 12) + [[1, 1, 1, 1], [1, 1, 1, 1]]
        let items = try filled(kind, vectors)
        let near = items.nearest(to: [1, 1, 1, 1] as [Float], in: \.vector, limit: 23)
        let expected = try near.all().map(\.id)
        for size in [1, 2, 7, 22, 23, 24, .max] {
            var found: [String?] = []
            var cursor: PageCursor?
            repeat {
                let page = try near.page(after: cursor, size: size)
                found += page.models.map(\.id)
                cursor = try page.next.map { try #require(PageCursor($0.token)) }
            } while cursor != nil
            #expect(found == expected, "\(size)")
        }
    }

    @Test(arguments: TestStore.all)
    func `a page neither repeats nor omits models when others are saved`(kind: TestStore) throws {
        let items = try filled(kind, (0..<10).map { [Float($0), 1] })
        let near = items.nearest(
            to: [0, 1] as [Float], in: \.vector, limit: 100, metric: .euclidean)
        let first = try near.page(size: 4)
        try items.save(VectorItem(id: "nearer", vector: [0.5, 1]))
        try items.delete(id: id(1))
        let second = try near.page(after: first.next, size: 100)
        #expect(second.models.map(\.id) == (4..<10).map(id) && second.next == nil)
    }

    @Test(arguments: TestStore.all)
    func `a cursor of another search and a page without models are errors`(kind: TestStore) throws {
        let items = try filled(kind, (0..<10).map { [Float($0), 1] })
        let near = items.nearest(to: [0, 1] as [Float], in: \.vector)
        let cursor = try #require(try near.page(size: 2).next)
        let others = [
            items.nearest(to: [0, 2] as [Float], in: \.vector),
            items.nearest(to: [0, 1] as [Float], in: \.vector, metric: .dot),
        ]
        for other in others {
            #expect(thrownCode { _ = try other.page(after: cursor, size: 2) } == .invalidParameter)
        }
        let foreign = try items.sorted(by: \.group).page(size: 2).next
        #expect(thrownCode { _ = try near.page(after: foreign, size: 2) } == .invalidParameter)
        for size in [0, -1, .min] {
            #expect(thrownCode { _ = try near.page(size: size) } == .invalidParameter)
        }
    }

    // MARK: Observing

    @Test(arguments: TestStore.all)
    func `changes deliver the nearest models after every change`(kind: TestStore) async throws {
        let items = try filled(kind, [[1, 0], [2, 0], [3, 0]])
        let near = items.filter { $0.group < 50 }.nearest(
            to: [0, 0] as [Float], in: \.vector, limit: 2, metric: .euclidean)
        var seen: [[String]] = []
        for try await change in near.changes() {
            seen.append(change.models.map(\.id))
            switch seen.count {
            case 1: try await items.save(VectorItem(id: "new", vector: [0.5, 0]))
            case 2: try await items.update("new") { $0.vector = [1.5, 0] }
            case 3: try await items.update("new") { $0.vector = [9, 0] }
            case 4: try await items.delete(id: id(0))
            case 5: try await items.update(id(1)) { $0.vector = nil }
            default: break
            }
            if seen.count == 6 { break }
        }
        let (first, second, third) = (id(0), id(1), id(2))
        #expect(
            seen == [
                [first, second], ["new", first], [first, "new"], [first, second], [second, third],
                [third, "new"],
            ])
    }

    @Test(arguments: TestStore.all)
    func `changes of an invalid search throw its error`(kind: TestStore) async throws {
        let items = try filled(kind, [[1, 0]])
        let error = await #expect(throws: QuireError.self) {
            for try await _ in items.nearest(to: [] as [Float], in: \.vector).changes() {}
        }
        #expect(error?.code == .invalidQueryParameter)
    }

    @MainActor @Test(arguments: TestStore.all)
    func `an observed list has the nearest models, or the error`(kind: TestStore) throws {
        let items = try filled(kind, [[1, 0], [2, 0], [3, 0]])
        let near = items.nearest(to: [0, 0] as [Float], in: \.vector, limit: 2, metric: .euclidean)
        let list = ObservedSelection(near, loadingImmediately: true)
        #expect(list.models.map(\.id) == [id(0), id(1)] && list.error == nil)
        let invalid = ObservedSelection(
            items.nearest(to: [] as [Float], in: \.vector), loadingImmediately: true)
        #expect((invalid.error as? QuireError)?.code == .invalidQueryParameter)
    }

    // MARK: Other calls

    @Test(arguments: TestStore.all)
    func `asynchronous calls have the results of the synchronous ones`(
        kind: TestStore
    ) async throws {
        let items = try filled(kind, PlainVectors.random(20, dimensions: 3, seed: 1))
        let near = items.nearest(to: [1, 1, 1] as [Float], in: \.vector, limit: 4)
        let ids = try await Task { try near.all().map(\.id) }.value
        #expect(try await near.all().map(\.id) == ids)
        #expect(try await near.allStored().map(\.id) == ids)
        #expect(try await near.matches().map(\.id) == ids)
        #expect(try await near.first()?.id == ids[0])
        #expect(try await near.count() == 4)
        #expect(try await near.page(size: 3).models.map(\.id) == Array(ids.prefix(3)))
    }

    @Test(arguments: TestStore.all)
    func `a search has a description and an explanation`(kind: TestStore) throws {
        let items = try filled(kind, [[1, 0]])
        let near = items.nearest(to: [1, 0] as [Float], in: \.vector)
        #expect(
            "\(near)" == """
                NearestSelection<VectorItem>(SELECT * FROM _ WHERE type = 'vectorItem' AND \
                VECTOR_DISTANCE(vector, 'AACAPwAAAAA=', 'COSINE') IS VALUED ORDER BY \
                VECTOR_DISTANCE(vector, 'AACAPwAAAAA=', 'COSINE'), META().id LIMIT 10)
                """)
        #expect(try !near.explain().isEmpty)
    }

    // MARK: Fusion

    @Test(arguments: TestStore.all.filter { $0 != .memory })
    func `a fusion ranks models by both searches`(kind: TestStore) throws {
        let items = try kind.open().repository(of: VectorItem.self)
        try items.save([
            VectorItem(id: "both", text: "sea", vector: [1, 0.1]),
            VectorItem(id: "near", text: "hill", vector: [1, 0]),
            VectorItem(id: "words", text: "sea"),
            VectorItem(id: "far", text: "hill", vector: [0, 1]),
            VectorItem(id: "none", text: "hill"),
        ])
        try items.createFullTextIndex(on: \.text)
        let found = items.nearest(
            to: [1, 0] as [Float], in: \.vector, fusedWith: .matching("sea", in: \.text))
        let matches = try found.matches()
        #expect(matches.first?.id == "both")
        #expect(Set(matches.map(\.id)) == ["both", "near", "words", "far"])
        #expect(matches.map(\.score) == matches.map(\.score).sorted(by: >))
        let scores = Dictionary(matches.map { ($0.id, $0.score) }) { first, _ in first }
        // The engines rank equal texts in different ways.
        let ranks = [1.0, 2.0].map { 1 / (60 + $0) }
        #expect(scores["near"] == ranks[0] && scores["far"] == 1 / 63.0)
        #expect(ranks.map { ranks[1] + $0 }.contains(try #require(scores["both"])))
        #expect(ranks.contains(try #require(scores["words"])))
        let words = try #require(matches.first { $0.id == "words" })
        #expect(words.distance == nil && words.highlights.count == 1 && words.text == "sea")
        let near = try #require(matches.first { $0.id == "near" })
        #expect(near.distance == 0 && near.highlights.isEmpty)
        #expect(try found.all().map(\.id) == matches.map(\.id))
    }

    @Test(arguments: TestStore.all.filter { $0 != .memory })
    func `a fusion obeys its filter, limit and distance`(kind: TestStore) async throws {
        let items = try kind.open().repository(of: VectorItem.self)
        let all = (0..<40).map { number in
            VectorItem(
                id: id(number), group: number % 2, text: number < 20 ? "sea" : "hill",
                vector: [Float(number), 1])
        }
        try await items.save(all)
        try await items.createFullTextIndex(on: \.text)
        let even = items.filter { $0.group == 0 }.nearest(
            to: [39, 1] as [Float], in: \.vector, limit: 6, metric: .euclidean, within: 10,
            fusedWith: .matching("sea", in: \.text))
        let matches = try await even.matches()
        #expect(matches.count == 6 && matches.allSatisfy { $0.group == 0 })
        let isNear = matches.filter { $0.text == "hill" }
        #expect(isNear.allSatisfy { ($0.distance ?? 99) <= 10 } && isNear.count == 3)
        let invalid = items.nearest(
            to: [39, 1] as [Float], in: \.vector, limit: 0, fusedWith: .matching("x", in: \.text))
        #expect(thrownCode { _ = try invalid.all() } == .invalidParameter)
    }

    @Test(arguments: TestStore.all.filter { $0 != .memory })
    func `a fusion without words, or without an index, is clear`(kind: TestStore) throws {
        let items = try filled(kind, [[1, 0], [0, 1]])
        let missing = items.nearest(
            to: [1, 0] as [Float], in: \.vector, fusedWith: .matching("sea", in: \.text))
        #expect(thrownCode { _ = try missing.all() } == .missingIndex)
        try items.createFullTextIndex(on: \.text)
        let empty = items.nearest(
            to: [1, 0] as [Float], in: \.vector, fusedWith: .matching(" ", in: \.text))
        #expect(try empty.all().map(\.id) == [id(0), id(1)])
    }
}
