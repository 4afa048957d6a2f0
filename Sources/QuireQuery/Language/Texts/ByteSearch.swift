import Foundation

/// Searches for bytes in bytes.
package enum ByteSearch {
    /// Finds the first occurrence of a sequence of bytes.
    ///
    /// - Parameters:
    ///   - part: The bytes to find. An empty sequence is found at `start`.
    ///   - text: The bytes to search.
    ///   - start: The offset at which the search begins.
    ///   - work: The meter that tracks the work.
    /// - Returns: The offset of the occurrence, or `nil` if the bytes do not occur.
    /// - Throws: ``FunctionFailure`` if the query must end.
    /// - Complexity: O(*n*) in the number of bytes searched.
    static func firstOffset(
        of part: UnsafeRawBufferPointer, in text: UnsafeRawBufferPointer, from start: Int = 0,
        _ work: WorkMeter = WorkMeter(nil)
    ) throws(FunctionFailure) -> Int? {
        guard let wanted = part.baseAddress, let first = part.first else { return start }
        guard let base = text.baseAddress else { return nil }
        var offset = start
        var compared = 0
        while offset + part.count <= text.count {
            // For highly repetitive data, this loop could take time proportional to the product of
            // both lengths.
            if part.count > 16, compared > 4 * (offset - start) + 1 << 16 {
                return try hashedOffset(of: part, in: text, from: offset, work)
            }
            let length = min(text.count - part.count - offset + 1, 1 << 16)
            guard let found = memchr(base + offset, Int32(first), length) else {
                try work.charge(length)
                offset += length
                continue
            }
            let candidate = UnsafeRawPointer(found) - base
            if memcmp(found, wanted, part.count) == 0 { return candidate }
            compared += part.count
            try work.charge(candidate - offset + part.count)
            offset = candidate + 1
        }
        return nil
    }

    /// Returns whether the bytes of a string occur in another string.
    package static func contains(_ text: String, _ part: String) -> Bool {
        // Without an interruption, the search always completes.
        (try? contains(Array(text.utf8), Array(part.utf8))) ?? false
    }

    /// Returns whether a sequence of bytes occurs in another one.
    package static func contains(
        _ text: [UInt8], _ part: [UInt8], work: WorkMeter = WorkMeter(nil)
    ) throws(FunctionFailure) -> Bool {
        let result = text.withUnsafeBytes { text in
            part.withUnsafeBytes { part in
                Result { () throws(FunctionFailure) in
                    try firstOffset(of: part, in: text, work) != nil
                }
            }
        }
        return try result.get()
    }

    /// The prime 2⁶¹ - 1.
    ///
    /// The product of two numbers below it is easy to reduce.
    private static let modulus: UInt64 = 1 << 61 - 1
    /// A random radix, so that data with colliding hashes cannot be constructed.
    private static let radix = UInt64.random(in: 1 << 32..<modulus)

    /// Finds the first occurrence by comparing rolling hashes.
    private static func hashedOffset(
        of part: UnsafeRawBufferPointer, in text: UnsafeRawBufferPointer, from start: Int,
        _ work: WorkMeter
    ) throws(FunctionFailure) -> Int? {
        guard let first = part.baseAddress, let base = text.baseAddress,
            start + part.count <= text.count
        else { return nil }
        var wanted: UInt64 = 0
        var hash: UInt64 = 0
        // The factor of the byte that leaves the window.
        var leaving: UInt64 = 1
        for index in 0..<part.count {
            wanted = sum(product(wanted, radix), UInt64(part[index]))
            hash = sum(product(hash, radix), UInt64(text[start + index]))
            if index > 0 { leaving = product(leaving, radix) }
            if index & 0xFFFF == 0 { try work.charge(1 << 16) }
        }
        var offset = start
        while true {
            if hash == wanted, memcmp(base + offset, first, part.count) == 0 { return offset }
            guard offset + part.count < text.count else { return nil }
            let rest = sum(hash, modulus - product(leaving, UInt64(text[offset])))
            hash = sum(product(rest, radix), UInt64(text[offset + part.count]))
            offset += 1
            if offset & 0xFFFF == 0 { try work.charge(1 << 16) }
        }
    }

    private static func sum(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let sum = left &+ right
        return sum >= modulus ? sum &- modulus : sum
    }

    private static func product(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let (high, low) = left.multipliedFullWidth(by: right)
        return sum(high &<< 3 | low &>> 61, low & modulus)
    }
}
