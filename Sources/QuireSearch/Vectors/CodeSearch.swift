/// A search in codes for the vectors that are probably the nearest ones.
///
/// The number of different bits selects several thousand vectors, and the estimated distance some hundred of these,
/// whose distances the caller computes.
package struct CodeSearch {
    /// The position of a vector in an index.
    package struct Candidate {
        /// The index of the chunk among the searched ones.
        package let chunk: Int
        /// The index of the vector in the chunk.
        package let item: Int
        /// A number with the order of the estimated distances.
        package let estimate: Float
    }

    private let code: [UInt64]
    /// For each four dimensions, the sums of the target's numbers whose bits are set.
    private let sums: [Float]
    private let total: Float
    private let usesSquares: Bool

    /// Prepares a search.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - coder: The coder of the index.
    package init(_ target: VectorTarget, _ coder: SignCoder) {
        let dimensions = target.dimensions
        let usesSquares = target.metric != .dot
        let scale =
            coder.isDirection
            ? target.numbers.withUnsafeBufferPointer { SignCoder.inverseLength(of: $0) } : 1
        // A product with the center is the same for all vectors.
        let numbers = (0..<dimensions).map { index in
            usesSquares
                ? scale * target.numbers[index] - coder.center[index] : target.numbers[index]
        }
        var code = [UInt64](repeating: 0, count: coder.words)
        for (index, number) in numbers.enumerated() where number > 0 {
            code[index >> 6] |= 1 << UInt64(index & 63)
        }
        self.usesSquares = usesSquares
        self.code = code.map { $0.littleEndian }
        total = numbers.reduce(0, +)
        var sums = [Float](repeating: 0, count: coder.words * 16 * 16)
        for group in 0..<(dimensions + 3) / 4 {
            for bits in 0..<16 {
                var sum: Float = 0
                for bit in 0..<4 where bits >> bit & 1 != 0 && 4 * group + bit < dimensions {
                    sum += numbers[4 * group + bit]
                }
                sums[16 * group + bits] = sum
            }
        }
        self.sums = sums
    }

    /// Returns the vectors with the least estimated distances.
    ///
    /// - Parameters:
    ///   - chunks: The chunks of the index.
    ///   - count: The number of vectors to return.
    ///   - isAllowed: Whether a document can be in the result, or `nil` for all.
    /// - Returns: At least `count` vectors, or all allowed ones, in the order of the estimates.
    /// - Complexity: O(*n*) in the number of vectors.
    package func candidates(
        in chunks: [CodeChunk], count: Int, where isAllowed: ((Int64) -> Bool)?
    ) -> [Candidate] {
        let total = chunks.reduce(0) { $0 + $1.count }
        return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: max(total, 1)) { bits in
            guard let start = bits.baseAddress else { return [] }
            var histogram = [Int](repeating: 0, count: 64 * code.count + 2)
            var offset = 0
            for chunk in chunks {
                let counts = start + offset
                chunk.bytes.withUnsafeBytes { bytes in
                    code.withUnsafeBytes { code in
                        guard let first = bytes.baseAddress, let own = code.baseAddress else {
                            return
                        }
                        VectorLoops.differentBits(
                            own, first, words: chunk.words, count: chunk.count, into: counts)
                    }
                }
                if let isAllowed {
                    for item in 0..<chunk.count where !isAllowed(chunk.documents[item]) {
                        counts[item] = .max
                    }
                }
                histogram.withUnsafeMutableBufferPointer { histogram in
                    let last = histogram.count - 1
                    for item in 0..<chunk.count { histogram[min(Int(counts[item]), last)] += 1 }
                }
                offset += chunk.count
            }
            let limit = limit(of: histogram, for: Self.estimatedCount(for: count))
            return best(count, in: chunks, counts: UnsafePointer(start), upTo: limit)
        }
    }

    /// The number of vectors whose distances are estimated, for a number of results.
    package static func estimatedCount(for count: Int) -> Int { 16 * count }

    /// Returns the number of different bits that at least `count` vectors do not exceed.
    private func limit(of histogram: [Int], for count: Int) -> UInt16 {
        var found = 0
        for (bits, number) in histogram.dropLast().enumerated() {
            found += number
            if found >= count { return UInt16(bits) }
        }
        return UInt16(histogram.count - 2)
    }

    private func best(
        _ count: Int, in chunks: [CodeChunk], counts: UnsafePointer<UInt16>, upTo limit: UInt16
    ) -> [Candidate] {
        var found: [Candidate] = []
        let total = chunks.reduce(0) { $0 + $1.count }
        found.reserveCapacity(min(2 * Self.estimatedCount(for: count), total))
        var offset = 0
        for (index, chunk) in chunks.enumerated() {
            let counts = counts + offset
            chunk.bytes.withUnsafeBytes { bytes in
                for item in 0..<chunk.count where counts[item] <= limit {
                    found.append(
                        Candidate(
                            chunk: index, item: item,
                            estimate: estimate(item, of: chunk, bytes)))
                }
            }
            offset += chunk.count
        }
        found.sort { $0.estimate < $1.estimate }
        return Array(found.prefix(count))
    }

    /// Returns a number with the order of the estimated distances.
    private func estimate(
        _ item: Int, of chunk: CodeChunk, _ bytes: UnsafeRawBufferPointer
    ) -> Float {
        let size = 8 * chunk.words
        let numbers = chunk.count * size + 4 * item
        let factor = SignCoder.number(
            UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: numbers, as: UInt16.self)))
        var positive: Float = 0
        sums.withUnsafeBufferPointer { sums in
            for index in 0..<size {
                let byte = Int(bytes[item * size + index])
                positive += sums[32 * index + byte & 15] + sums[32 * index + 16 + byte >> 4]
            }
        }
        let product = factor * (2 * positive - total)
        guard usesSquares else { return -product }
        let square = SignCoder.number(
            UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: numbers + 2, as: UInt16.self)))
        return square - 2 * product
    }
}
