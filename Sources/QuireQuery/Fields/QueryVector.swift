public import Foundation

/// A type of property that contains a vector: `Vector`, `[Float]`, `[Double]`, `Data`, `String`, and optionals
/// of these.
///
/// `Data` contains 32-bit floating-point numbers whose lowest byte is first, and a `String` contains such data in
/// base64.
///
/// ```swift
/// let near = try notes.nearest(to: vector, in: \.embedding, limit: 3).all()
/// ```
public protocol QueryVector {}

/// A type of number in arrays that are vectors: `Float` and `Double`.
///
/// Distances are computed with `Float`.
///
/// ```swift
/// let numbers: [Double] = [0.25, -1, 0.5]
/// let near = try notes.nearest(to: numbers, in: \.embedding).all()
/// ```
public protocol VectorNumber: BinaryFloatingPoint {}

extension Float: VectorNumber {}
extension Double: VectorNumber {}

extension Vector: QueryVector {}
extension Array: QueryVector where Element: VectorNumber {}
extension Data: QueryVector {}
extension String: QueryVector {}
extension Optional: QueryVector where Wrapped: QueryVector {}

/// A type of the vector to which models are nearest: `Vector`, `[Float]` and `[Double]`.
///
/// ```swift
/// let target: Vector = [0.25, -1, 0.5]
/// let near = try notes.nearest(to: target, in: \.embedding).all()
/// ```
public protocol SearchVector: QueryVector {}

extension Vector: SearchVector {}
extension Array: SearchVector where Element: VectorNumber {}

extension Vector {
    /// Returns the numbers of a value, or `nil` if it is not a vector of finite numbers.
    ///
    /// - Parameter value: A value of a type that conforms to ``QueryVector``.
    /// - Returns: The numbers.
    package static func numbers(of value: some QueryVector) -> [Float]? {
        let numbers: [Float]?
        switch value as Any {
        case let vector as Vector: numbers = vector.numbers
        case let floats as [Float]: numbers = floats
        case let doubles as [Double]: numbers = doubles.map { Float($0) }
        case let data as Data: numbers = VectorReader.numbers(inBytes: data)
        case let text as String:
            numbers = Data(base64Encoded: text).flatMap { VectorReader.numbers(inBytes: $0) }
        default: numbers = nil
        }
        guard let numbers, !numbers.isEmpty, numbers.allSatisfy(\.isFinite) else { return nil }
        return numbers
    }
}

extension VectorReader {
    /// Returns the numbers in the bytes of a vector, or `nil` if there are others.
    fileprivate static func numbers(inBytes data: Data) -> [Float]? {
        guard data.count % 4 == 0 else { return nil }
        return data.withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map { index in
                let bits = bytes.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)
                return Float(bitPattern: UInt32(littleEndian: bits))
            }
        }
    }
}
