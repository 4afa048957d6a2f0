import Fleece
package import Foundation
import QuireSearch

// A vector in a document is an array of numbers, the bytes of 32-bit floating-point numbers with the lowest
// byte first, or these bytes in base64:
//
//   [1, 2.5]                        two numbers
//   00 00 80 3F 00 00 20 40         the same two, as Data
//   "AACAPwAAIEA="                  the same two, in base64
//
// Couchbase Lite reads the same forms.

/// Reads the vectors of documents.
package enum VectorReader {
    /// The maximum number of dimensions, which is Couchbase Lite's.
    package static let maxDimensions = 4096

    /// Calls a closure with the numbers of a vector.
    ///
    /// - Parameters:
    ///   - value: A value of any type and size.
    ///   - dimensions: The required number of dimensions, or `nil` to permit every number from 1 to
    ///     ``maxDimensions``.
    ///   - body: A closure that receives the numbers as 32-bit floating-point numbers in the byte
    ///     order of the processor.
    /// - Returns: The result of the closure, or `nil` if the value is not a vector of finite numbers
    ///   with these dimensions.
    /// - Complexity: O(1) for a value of another size, otherwise O(*n*) in the number of dimensions.
    package static func withNumbers<Result>(
        of value: LanguageValue, dimensions: Int? = nil,
        _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result? {
        func isAllowed(_ count: Int) -> Bool {
            dimensions.map { $0 == count } ?? (1...maxDimensions).contains(count)
        }
        switch value {
        case .array:
            guard let array = value.array, isAllowed(array.count) else { return nil }
            return numbers(of: array).flatMap { $0.withUnsafeBytes(body) }
        case .data(let collection):
            if let own = collection.value {
                return own.data.flatMap { bytes in
                    bytes.withUnsafeBytes { numbers(inBytes: $0, isAllowed, body) }
                }
            }
            return try? collection.withDocument(WorkMeter(nil)) { bytes in
                FleeceStorage(copying: bytes).root?.data.flatMap { bytes in
                    bytes.withUnsafeBytes { numbers(inBytes: $0, isAllowed, body) }
                }
            }
        case .string(let text):
            guard text.count % 4 == 0, isAllowed((text.count / 4 * 3 - padding(of: text)) / 4)
            else { return nil }
            return Data(base64Encoded: Data(text)).flatMap { bytes in
                bytes.withUnsafeBytes { numbers(inBytes: $0, isAllowed, body) }
            }
        default: return nil
        }
    }

    /// Returns the numbers of a vector.
    ///
    /// - Parameters:
    ///   - value: A value of any type and size.
    ///   - dimensions: The required number of dimensions, or `nil` for any.
    /// - Returns: The numbers, or `nil` if the value is not a vector.
    package static func numbers(of value: LanguageValue, dimensions: Int? = nil) -> [Float]? {
        withNumbers(of: value, dimensions: dimensions) { Array($0.bindMemory(to: Float.self)) }
    }

    /// Returns the text of numbers in base64.
    package static func text(of numbers: [Float]) -> String {
        bytes(of: numbers).base64EncodedString()
    }

    /// Returns numbers as bytes, with the lowest byte of each first.
    package static func bytes(of numbers: [Float]) -> Data {
        // A closure, because reading a property by a key path takes longer than everything else here.
        numbers.map { $0.bitPattern.littleEndian }.withUnsafeBytes { Data($0) }
    }

    /// Returns the numbers in bytes, with the lowest byte of each first.
    package static func numbers(inBytes bytes: UnsafeRawBufferPointer) -> [Float] {
        (0..<bytes.count / 4).map { index in
            let bits = bytes.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)
            return Float(bitPattern: UInt32(littleEndian: bits))
        }
    }

    private static func padding(of text: UnsafeRawBufferPointer) -> Int {
        text.suffix(2).count { $0 == UInt8(ascii: "=") }
    }

    private static func numbers(of array: FleeceArray) -> [Float]? {
        var numbers: [Float] = []
        numbers.reserveCapacity(array.count)
        for item in array {
            guard let number = item.double, number.isFinite else { return nil }
            // A number beyond the range of `Float` has no representation.
            let float = Float(number)
            guard float.isFinite else { return nil }
            numbers.append(float)
        }
        return numbers
    }

    private static func numbers<Result>(
        inBytes raw: UnsafeRawBufferPointer, _ isAllowed: (Int) -> Bool,
        _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result? {
        guard raw.count % 4 == 0, isAllowed(raw.count / 4) else { return nil }
        let numbers = numbers(inBytes: raw)
        guard numbers.allSatisfy(\.isFinite) else { return nil }
        return numbers.withUnsafeBytes(body)
    }
}
