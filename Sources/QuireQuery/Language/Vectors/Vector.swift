import Foundation

/// A vector of 32-bit floating-point numbers, which is stored compactly.
///
/// An array of `Float` takes 8 bytes for each number in a document, and is decoded number by number. A
/// `Vector` is coded as `Data` with 4 bytes for each number, with the lowest byte first; in JSON, it is a base64
/// text. It also decodes from an array of numbers and from such a text, so the type of a property can be
/// changed from `[Float]`.
///
/// ```swift
/// struct Note: DocumentModel {
///     @DocumentID var id: String?
///     var text: String
///     var embedding: Vector
/// }
/// ```
///
/// An array literal is a vector:
///
/// ```swift
/// try notes.save(Note(text: "Sea view", embedding: [0.25, -1, 0.5]))
/// ```
public struct Vector: Hashable, Sendable {
    /// The numbers.
    public var numbers: [Float]

    /// Creates a vector.
    ///
    /// - Parameter numbers: The numbers.
    public init(_ numbers: [Float]) { self.numbers = numbers }

    /// Creates a vector from numbers of another type, such as `Double`, each rounded to the nearest `Float`.
    ///
    /// - Parameter numbers: The numbers. One beyond the range of `Float` becomes infinite, and such a vector has no
    ///   distances.
    public init(_ numbers: [some BinaryFloatingPoint]) { self.init(numbers.map { Float($0) }) }

    /// The number of dimensions.
    public var dimensions: Int { numbers.count }
}

extension Vector: ExpressibleByArrayLiteral {
    /// Creates a vector from an array literal.
    public init(arrayLiteral numbers: Float...) { self.init(numbers) }
}

extension Vector: Codable {
    /// Decodes a vector from data, base64 text, or an array of numbers.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` if the value has another form.
    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.singleValueContainer() {
            if let data = try? container.decode(Data.self), data.count % 4 == 0 {
                self.init(data.withUnsafeBytes { VectorReader.numbers(inBytes: $0) })
                return
            }
            if let numbers = try? container.decode([Float].self) {
                self.init(numbers)
                return
            }
        }
        throw DecodingError.dataCorrupted(
            DecodingError.Context(
                codingPath: decoder.codingPath,
                debugDescription:
                    "A vector must be data of 4 bytes for each number, such data in base64, or an "
                    + "array of numbers."))
    }

    /// Encodes the vector as data.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(VectorReader.bytes(of: numbers))
    }
}
