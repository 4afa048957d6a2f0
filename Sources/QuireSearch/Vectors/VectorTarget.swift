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
        square = VectorLoops.square(of: numbers)
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
        var distance: Float = 0
        forEachDistance(in: vector) { _, found in distance = found }
        return distance
    }

    /// Calls a closure with the distance of each of several vectors.
    ///
    /// - Parameters:
    ///   - vectors: The bytes of vectors one after the other, with as many numbers as the target.
    ///   - body: A closure that receives the index and the distance of a vector, which is infinite if
    ///     it is not a number.
    /// - Throws: Any error that the closure throws.
    /// - Complexity: O(*n*) in the number of vectors and dimensions.
    @inline(__always)
    package func forEachDistance(
        in vectors: UnsafeRawBufferPointer, _ body: (Int, Float) throws -> Void
    ) rethrows {
        let count = numbers.count
        guard let start = vectors.baseAddress else { return }
        precondition(vectors.count % (4 * count) == 0, "vectors of another number of dimensions")
        try numbers.withUnsafeBytes { own in
            guard let own = own.baseAddress else { return }
            for index in 0..<vectors.count / (4 * count) {
                let found = distance(
                    from: own, to: start + index * 4 * count, count: count)
                try body(index, found.isNaN ? .infinity : found)
            }
        }
    }

    @inline(__always)
    private func distance(
        from own: UnsafeRawPointer, to vector: UnsafeRawPointer, count: Int
    ) -> Float {
        switch metric {
        case .euclideanSquared: return VectorLoops.squaredDistance(own, vector, count: count)
        case .euclidean:
            return VectorLoops.squaredDistance(own, vector, count: count).squareRoot()
        case .dot: return -VectorLoops.product(own, vector, count: count)
        case .cosine:
            var other: Float = 0
            let product = VectorLoops.product(own, vector, count: count, square: &other)
            let squares = square * other
            return squares > 0 ? 1 - product / squares.squareRoot() : 1
        }
    }
}

/// The loops over vectors of ``CProcessor``, for this processor.
package enum VectorLoops {
    /// Whether the processor has the instructions of the fast form.
    package static let usesAVX2 = quire_has_avx2()

    /// Returns the sum of the products of two vectors of `count` numbers.
    @inline(__always)
    package static func product(
        _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int
    ) -> Float {
        #if arch(x86_64)
            if usesAVX2 { return quire_product_avx2(left, right, count) }
        #endif
        return quire_product_any(left, right, count)
    }

    /// Returns the sum of the products of two vectors of `count` numbers, and the sum of the squares
    /// of the second one.
    @inline(__always)
    package static func product(
        _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int, square: inout Float
    ) -> Float {
        #if arch(x86_64)
            if usesAVX2 { return quire_product_and_square_avx2(left, right, count, &square) }
        #endif
        return quire_product_and_square_any(left, right, count, &square)
    }

    /// Returns the sum of the squared differences of two vectors of `count` numbers.
    @inline(__always)
    package static func squaredDistance(
        _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int
    ) -> Float {
        #if arch(x86_64)
            if usesAVX2 { return quire_squared_distance_avx2(left, right, count) }
        #endif
        return quire_squared_distance_any(left, right, count)
    }

    /// Returns the sum of the squares of numbers.
    package static func square(of numbers: some Collection<Float>) -> Float {
        numbers.withContiguousStorageIfAvailable { numbers in
            guard let start = UnsafeRawPointer(numbers.baseAddress) else { return 0 }
            return product(start, start, count: numbers.count)
        } ?? numbers.reduce(0) { $0 + $1 * $1 }
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
