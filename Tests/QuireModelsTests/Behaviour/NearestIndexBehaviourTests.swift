import DatabaseTestSupport
import Foundation
import Quire
import Testing

/// Searches for the nearest models with an index, with every engine that has indexes of vectors.
@Suite struct NearestIndexBehaviourTests {
    private func id(_ number: Int) -> String { VectorItem.id(number) }

    private func filled(
        _ kind: TestStore, _ vectors: [[Float]]
    ) throws -> Repository<VectorItem> {
        try VectorItem.repository(in: kind, vectors)
    }

    /// The engines with indexes of vectors.
    static let indexing = TestStore.all.filter { $0 != .memory && $0.rawValue != "postgres" }

    @Test(arguments: indexing, DistanceMetric.allCases)
    func `a search with an index has the results of one without`(
        kind: TestStore, metric: DistanceMetric
    ) throws {
        let vectors = PlainVectors.random(300, dimensions: 24, seed: 21)
        let items = try filled(kind, vectors)
        try items.createNearestIndex(on: \.vector, dimensions: 24, metric: metric)
        for number in 0..<20 { try items.delete(id: id(number)) }
        try items.save(
            (0..<30).map { VectorItem(id: "new\($0)", group: 7, vector: Vector(vectors[$0])) })
        let target = PlainVectors.random(1, dimensions: 24, seed: 22)[0]
        for selection in [items.selection, items.filter { $0.group == 7 }] {
            for limit in [1, 10, 1000] {
                func found(exact: Bool) throws -> [String] {
                    let near = selection.nearest(
                        to: target, in: \.vector, limit: limit, exact: exact)
                    let count = try near.count()
                    return try near.matches().map { "\($0.id) \($0.distance)" } + ["\(count)"]
                }
                // Without a metric, the exact search has that of the cosine.
                let exact = try selection.nearest(
                    to: target, in: \.vector, limit: limit, metric: metric, exact: true
                ).matches().map { "\($0.id) \($0.distance)" }
                #expect(try found(exact: false) == exact + ["\(exact.count)"])
            }
        }
        try items.deleteNearestIndex(on: \.vector)
        let cosine = try items.nearest(to: target, in: \.vector, metric: .cosine).all()
        #expect(try items.nearest(to: target, in: \.vector).all() == cosine)
    }

    @Test(arguments: indexing)
    func `pages, distances and changes of a search with an index are those without`(
        kind: TestStore
    ) async throws {
        let vectors = PlainVectors.random(60, dimensions: 4, seed: 23)
        let items = try filled(kind, vectors)
        try await items.createNearestIndex(on: \.vector, dimensions: 4, metric: .euclidean)
        let near = items.nearest(to: [1, 1, 1, 1] as [Float], in: \.vector, limit: 23, within: 1.9)
        let expected = try await items.nearest(
            to: [1, 1, 1, 1] as [Float], in: \.vector, limit: 23, metric: .euclidean, exact: true,
            within: 1.9
        ).all().map(\.id)
        var found: [String?] = []
        var cursor: PageCursor?
        repeat {
            let page = try await near.page(after: cursor, size: 5)
            found += page.models.map(\.id)
            cursor = page.next
        } while cursor != nil
        #expect(found == expected && !expected.isEmpty)
        var seen: [[String]] = []
        for try await change in near.changes() {
            seen.append(change.models.map(\.id))
            if seen.count == 2 { break }
            try await items.save(VectorItem(id: "new", vector: [1, 1, 1, 1]))
        }
        #expect(seen.last?.first == "new" && seen.first == expected.compactMap(\.self))
    }

    @Test(arguments: indexing)
    func `a declared index of vectors is planned and created`(kind: TestStore) throws {
        struct Photo: IndexedModel {
            @DocumentID var id: String?
            var embedding: Vector?

            static var indexes: [ModelIndex<Photo>] {
                [.nearest(on: \.embedding, dimensions: 2, metric: .dot)]
            }
        }
        let photos = try kind.open().repository(of: Photo.self)
        #expect(try photos.indexPlan().description == "create photo nearest(embedding)")
        try photos.createIndexes()
        #expect(try photos.indexPlan().isEmpty)
        try photos.save(Photo(id: "a", embedding: [1, 2]))
        try photos.save(Photo(id: "b", embedding: nil))
        let match = try photos.nearest(to: [3, 4] as [Float], in: \.embedding).matches()
        #expect(match.map(\.distance) == [-11])
    }

    @Test(arguments: TestStore.all)
    func `a filter by a referenced document is followed by a search`(kind: TestStore) throws {
        struct Owner: DocumentModel {
            @DocumentID var id: String?
            var country: String
        }
        struct Picture: DocumentModel {
            @DocumentID var id: String?
            var owner: Reference<Owner>
            var embedding: Vector
        }
        let store = try kind.open().store
        try store.repository(of: Owner.self).save([
            Owner(id: "ada", country: "NO"), Owner(id: "lin", country: "SE"),
        ])
        let pictures = store.repository(of: Picture.self)
        try pictures.save([
            Picture(id: "a", owner: Reference(id: "ada"), embedding: [1, 0]),
            Picture(id: "b", owner: Reference(id: "lin"), embedding: [0, 1]),
            Picture(id: "c", owner: Reference(id: "ada"), embedding: [1, 1]),
        ])
        for hasIndex in [false, true] {
            if hasIndex {
                guard store.capabilities.contains(.nearestIndexes) else { return }
                try pictures.createNearestIndex(on: \.embedding, dimensions: 2)
            }
            let near = pictures.filter { $0.owner.model.country == "NO" }.nearest(
                to: [0, 1] as [Float], in: \.embedding, limit: 5)
            #expect(try near.all().map(\.id) == ["c", "a"], "\(hasIndex)")
            #expect(try near.matches().map(\.id) == ["c", "a"] && near.count() == 2)
        }
    }
}
