// A code has one bit for each dimension of a vector: whether the number is greater than that of the center. The
// number of bits in which two codes differ tells how far apart the vectors are, in 1/32 of the memory and a
// fortieth of the time of the distance.
//
// The code of a vector x with the difference r = x - center also has two numbers:
//
//   square   r · r
//   factor   (r · r) / (|r1| + |r2| + …), with which the signs alone estimate a product:
//            r · q is about factor × (sign(r) · q)
//
// The estimate follows "RaBitQ: Quantizing High-Dimensional Vectors with a Theoretical Error Bound for
// Approximate Nearest Neighbor Search" (Gao and Long, 2024), without its rotation: embeddings of language models have no
// preferred axes.
//
// In bytes, the codes of a chunk follow each other, each with a multiple of 8 bytes, the first dimension in
// the lowest bit. After the last one follow the factor and the square of each vector: the upper 16 bits of a
// `Float` each, with the lowest byte first.

/// Creates codes of vectors.
package struct SignCoder: Sendable {
    /// The numbers with which those of vectors are compared.
    package let center: [Float]
    /// Whether vectors are brought to length 1, because only their directions matter.
    let isDirection: Bool

    /// Creates a coder.
    ///
    /// - Parameters:
    ///   - center: The mean of vectors that are like those to encode.
    ///   - metric: How distances are computed.
    package init(center: [Float], metric: DistanceMetric) {
        self.center = center
        isDirection = metric == .cosine
    }

    /// The number of words of 8 bytes in a code.
    package var words: Int { Self.words(dimensions: center.count) }

    package static func words(dimensions: Int) -> Int { (dimensions + 63) / 64 }

    /// Returns the mean of vectors.
    ///
    /// - Parameters:
    ///   - vectors: The vectors one after the other.
    ///   - dimensions: The number of dimensions.
    ///   - metric: How distances are computed.
    /// - Returns: The mean, of unit vectors for ``DistanceMetric/cosine``.
    package static func center(
        of vectors: UnsafeRawBufferPointer, dimensions: Int, metric: DistanceMetric
    ) -> [Float] {
        let numbers = vectors.bindMemory(to: Float.self)
        let count = numbers.count / dimensions
        var sums = [Double](repeating: 0, count: dimensions)
        for item in 0..<count {
            let vector = UnsafeBufferPointer(
                rebasing: numbers[item * dimensions..<(item + 1) * dimensions])
            let scale = metric == .cosine ? Double(Self.inverseLength(of: vector)) : 1
            for index in 0..<dimensions { sums[index] += scale * Double(vector[index]) }
        }
        return sums.map { sum in
            let mean = Float(sum / Double(max(count, 1)))
            return mean.isFinite ? mean : 0
        }
    }

    /// Returns the codes of vectors with their factors and squares.
    ///
    /// - Parameter vectors: The vectors one after the other.
    /// - Returns: The bytes of a chunk.
    package func codes(of vectors: UnsafeRawBufferPointer) -> [UInt8] {
        let dimensions = center.count
        let numbers = vectors.bindMemory(to: Float.self)
        let count = numbers.count / dimensions
        let size = 8 * words
        var bytes = [UInt8](repeating: 0, count: count * (size + 4))
        bytes.withUnsafeMutableBytes { bytes in
            for item in 0..<count {
                let vector = UnsafeBufferPointer(
                    rebasing: numbers[item * dimensions..<(item + 1) * dimensions])
                let scale = isDirection ? Self.inverseLength(of: vector) : 1
                var square: Float = 0
                var length: Float = 0
                for index in 0..<dimensions {
                    let difference = scale * vector[index] - center[index]
                    square += difference * difference
                    length += abs(difference)
                    if difference > 0 { bytes[item * size + index >> 3] |= 1 << UInt8(index & 7) }
                }
                let factor = length > 0 ? square / length : 0
                let numbersStart = count * size + 4 * item
                bytes.storeBytes(
                    of: Self.half(factor).littleEndian, toByteOffset: numbersStart,
                    as: UInt16.self)
                bytes.storeBytes(
                    of: Self.half(square).littleEndian, toByteOffset: numbersStart + 2,
                    as: UInt16.self)
            }
        }
        return bytes
    }

    static func inverseLength(of vector: UnsafeBufferPointer<Float>) -> Float {
        let square = VectorLoops.square(of: vector)
        return square > 0 && square.isFinite ? 1 / square.squareRoot() : 1
    }

    /// Returns the upper 16 bits of a number, rounded and without infinity.
    private static func half(_ number: Float) -> UInt16 {
        let bits = min(number, .greatestFiniteMagnitude).bitPattern
        return UInt16(min(bits.addingReportingOverflow(0x8000).partialValue >> 16, 0x7F7F))
    }

    static func number(_ half: UInt16) -> Float { Float(bitPattern: UInt32(half) << 16) }
}

/// The codes of the vectors in a chunk of an index.
package final class CodeChunk: Sendable {
    /// The number of vectors.
    package let count: Int
    /// The documents, by their row IDs.
    package let documents: [Int64]
    let words: Int
    let bytes: [UInt8]

    /// Creates a chunk from stored bytes, or returns `nil` if they have another length.
    ///
    /// - Parameters:
    ///   - bytes: The codes, see ``SignCoder``.
    ///   - documents: The row IDs of the documents.
    ///   - dimensions: The number of dimensions.
    package init?(bytes: [UInt8], documents: [Int64], dimensions: Int) {
        words = SignCoder.words(dimensions: dimensions)
        count = documents.count
        guard bytes.count == count * (8 * words + 4) else { return nil }
        self.bytes = bytes
        self.documents = documents
    }

    /// The size in memory, in bytes.
    package var size: Int { bytes.count + 8 * count }
}
