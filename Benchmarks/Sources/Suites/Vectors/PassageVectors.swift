import Foundation

/// Vectors that are distributed as embeddings of texts are: in clusters, and in fewer dimensions than
/// they have numbers.
enum PassageVectors {
    static let dimensions = 384
    private static let latentDimensions = 48
    private static let clusters = 1_000

    /// Returns vectors of length 1.
    static func vectors(count: Int, seed: UInt64) -> [[Float]] {
        var shape = SeededGenerator(seed: 7)
        let centers = (0..<clusters).map { _ in normal(latentDimensions, &shape) }
        let map = (0..<dimensions).map { _ in normal(latentDimensions, &shape) }
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in
            // A few clusters have most of the vectors.
            let position = Double.random(in: 0..<1, using: &generator)
            let center = centers[Int(position * position * Double(clusters))]
            let noise = normal(latentDimensions, &generator)
            let point = (0..<latentDimensions).map { center[$0] + 0.5 * noise[$0] }
            let vector = zip(map, normal(dimensions, &generator)).map { row, noise in
                var sum: Float = 0
                for index in 0..<latentDimensions { sum += row[index] * point[index] }
                return sum / 6.9 + 0.15 * noise
            }
            let length = vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
            return vector.map { $0 / length }
        }
    }

    private static func normal(_ count: Int, _ generator: inout SeededGenerator) -> [Float] {
        (0..<count).map { _ in
            let radius =
                (-2 * Float.random(in: Float.leastNormalMagnitude..<1, using: &generator).logarithm)
                .squareRoot()
            return radius * Float.random(in: 0..<2 * .pi, using: &generator).cosine
        }
    }
}

extension Float {
    fileprivate var logarithm: Float { log(self) }
    fileprivate var cosine: Float { cos(self) }
}
