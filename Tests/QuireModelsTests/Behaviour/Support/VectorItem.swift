import DatabaseTestSupport
import Foundation
import Quire
import QuireTestSupport

/// A model with a vector.
struct VectorItem: DocumentModel, Equatable {
    @DocumentID var id: String?
    var group = 0
    var text = ""
    var vector: Vector?

    /// Returns an ID, in the order of the numbers.
    static func id(_ number: Int) -> String {
        "v" + String(repeating: "0", count: 4 - String(number).count) + String(number)
    }

    /// Returns a repository of models with the given vectors, in 100 groups.
    static func repository(
        in kind: TestStore, _ vectors: [[Float]]
    ) throws -> Repository<VectorItem> {
        let items = try kind.open().repository(of: VectorItem.self)
        try items.save(
            vectors.enumerated().map { number, numbers in
                VectorItem(id: id(number), group: number % 100, vector: Vector(numbers))
            })
        return items
    }
}

/// Vectors and their distances, computed with plain loops.
enum PlainVectors {
    /// Returns random vectors.
    static func random(_ count: Int, dimensions: Int, seed: UInt64) -> [[Float]] {
        var random = SplitMix64(seed: seed)
        return (0..<count).map { _ in
            (0..<dimensions).map { _ in Float.random(in: -1...1, using: &random) }
        }
    }

    static func distance(
        _ left: [Float], _ right: [Float], _ metric: DistanceMetric
    ) -> Double {
        var (product, difference, leftSquare, rightSquare) = (0.0, 0.0, 0.0, 0.0)
        for (x, y) in zip(left, right) {
            let (x, y) = (Double(x), Double(y))
            product += x * y
            difference += (x - y) * (x - y)
            leftSquare += x * x
            rightSquare += y * y
        }
        switch metric {
        case .euclideanSquared: return difference
        case .euclidean: return difference.squareRoot()
        case .dot: return -product
        case .cosine:
            let squares = leftSquare * rightSquare
            return squares > 0 ? 1 - product / squares.squareRoot() : 1
        }
    }

    /// Returns the positions of the nearest vectors.
    static func nearest(
        _ vectors: [[Float]], to target: [Float], _ metric: DistanceMetric, count: Int
    ) -> [Int] {
        let distances = vectors.map { distance($0, target, metric) }
        return Array(
            vectors.indices.sorted { (distances[$0], $0) < (distances[$1], $1) }.prefix(count))
    }
}
