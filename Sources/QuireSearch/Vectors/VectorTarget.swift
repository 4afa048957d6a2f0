import CProcessor

/// A vector to whose distance others are ordered.
///
/// The numbers are `Float`, and sums are computed in the same order everywhere, so an index, the evaluator and
/// an engine in memory compute equal distances.
package struct VectorTarget: Sendable {
    package let numbers: [Float]
    package let metric: DistanceMetric
    /// The sum of the squares.
    private let square: Float

    /// Creates a target.
    ///
    /// - Parameters:
    ///   - numbers: The numbers, which are finite.
    ///   - metric: How distances are computed.
    package init(_ numbers: [Float], metric: DistanceMetric) {
        self.numbers = numbers
        self.metric = metric
        square = numbers.withUnsafeBytes { VectorLoops.product($0, $0, count: numbers.count) }
    }

    /// The number of dimensions.
    package var dimensions: Int { numbers.count }

    /// Whether the target has only zeros.
    package var isZero: Bool { numbers.allSatisfy { $0 == 0 } }

    /// Returns the distance of a vector, which is infinite if it is not a number.
    ///
    /// - Parameter vector: The bytes of the vector's numbers, as many as the target has.
    /// - Returns: The distance.
    /// - Complexity: O(*n*) in the number of dimensions.
    package func distance(to vector: UnsafeRawBufferPointer) -> Float {
        let count = numbers.count
        precondition(vector.count == 4 * count, "a vector of another number of dimensions")
        let distance = numbers.withUnsafeBytes { own -> Float in
            switch metric {
            case .euclideanSquared:
                return VectorLoops.squaredDistance(own, vector, count: count)
            case .euclidean:
                return VectorLoops.squaredDistance(own, vector, count: count).squareRoot()
            case .dot: return -VectorLoops.product(own, vector, count: count)
            case .cosine:
                let squares = square * VectorLoops.product(vector, vector, count: count)
                guard squares > 0 else { return 1 }
                return 1 - VectorLoops.product(own, vector, count: count) / squares.squareRoot()
            }
        }
        return distance.isNaN ? .infinity : distance
    }
}

/// The loops over vectors of ``CProcessor``, for this processor.
package enum VectorLoops {
    /// Whether the processor has the instructions of the fast form.
    package static let usesAVX2 = quire_has_avx2()

    /// Returns the sum of the products of two vectors of `count` numbers.
    @inline(__always)
    package static func product(
        _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer, count: Int
    ) -> Float {
        #if arch(x86_64)
            if usesAVX2 {
                return quire_product_avx2(left.baseAddress, right.baseAddress, count)
            }
        #endif
        return quire_product_any(left.baseAddress, right.baseAddress, count)
    }

    /// Returns the sum of the squared differences of two vectors of `count` numbers.
    @inline(__always)
    package static func squaredDistance(
        _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer, count: Int
    ) -> Float {
        #if arch(x86_64)
            if usesAVX2 {
                return quire_squared_distance_avx2(left.baseAddress, right.baseAddress, count)
            }
        #endif
        return quire_squared_distance_any(left.baseAddress, right.baseAddress, count)
    }

    /// Counts the different bits of a code and of each of several codes.
    ///
    /// - Parameters:
    ///   - code: A code of `words` times 8 bytes.
    ///   - codes: `count` codes one after the other.
    ///   - words: The number of words of 8 bytes in a code.
    ///   - count: The number of codes.
    ///   - result: Receives the counts.
    @inline(__always)
    package static func differentBits(
        _ code: UnsafeRawPointer, _ codes: UnsafeRawPointer, words: Int, count: Int,
        into result: UnsafeMutablePointer<UInt16>
    ) {
        #if arch(x86_64)
            if usesAVX2 { return quire_hamming_avx2(code, codes, words, count, result) }
        #endif
        quire_hamming_any(code, codes, words, count, result)
    }
}
