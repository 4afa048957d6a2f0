import Fleece
import Foundation
package import SQLPlusPlus

/// A value in its stored form, for comparison with stored values.
package enum StoredOperand {
    case literal(Literal)
    /// Data, as Base64 text.
    case data(String)
    case array([StoredOperand])
    /// A dictionary, as a term that consists of literals.
    case dictionary(QueryTerm)

    /// Encodes a value.
    ///
    /// An integer of type `UInt64` or `UInt` that is greater than `Int64.max` becomes the negative
    /// integer with the same bits, also in arrays. Queries read stored integers in the same way.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - keys: The strategy for keys of the document that contains the other value.
    /// - Throws: ``QuireError`` with code `invalidQuery` if the stored form of the value contains
    ///   data in a dictionary, or another integer greater than `Int64.max` outside of dictionaries.
    package init(_ value: some Encodable, keys: KeyStrategy = .asIs) throws(QuireError) {
        do {
            guard let item = try DocumentEncoder(keys: keys).encodedItem(value) else {
                throw Self.refusal(of: value)
            }
            let isUnsigned = value is any UnsignedContents
            guard let operand = try Self(stored: item, isUnsigned: isUnsigned) else {
                throw Self.refusal(of: value)
            }
            if operand.containsDictionary, UnorderedContents.isInside(value) {
                throw QuireError(
                    .invalidQuery,
                    """
                    A value of type \(type(of: value)) cannot be compared: it contains a collection \
                    whose items are stored in undefined order. Compare its other properties.
                    """)
            }
            self = operand
        } catch let error as QuireError {
            throw error
        } catch {
            throw QuireError(
                .invalidQuery, "The value \(value) cannot be compared: it cannot be stored.",
                underlyingError: error)
        }
    }

    private init?(stored value: FleeceValue, isUnsigned: Bool = false) throws(QuireError) {
        switch value.kind {
        case .null: self = .literal(.null)
        case .boolean: self = .literal(.boolean(value.boolean == true))
        case .integer:
            let bits = isUnsigned ? value.uint64.map { Int64(bitPattern: $0) } : value.int64
            guard let bits else { return nil }
            self = .literal(.integer(bits))
        case .float, .double: self = .literal(.double(value.double ?? 0))
        case .string: self = .literal(.string(value.string ?? ""))
        case .array:
            guard let array = value.array else { return nil }
            var items: [StoredOperand] = []
            for item in array {
                guard let operand = try Self(stored: item, isUnsigned: isUnsigned) else {
                    return nil
                }
                items.append(operand)
            }
            self = .array(items)
        case .dictionary:
            self = .dictionary(try QueryTerm.constant(stored: value))
        case .data: self = .data(Data(value.data ?? []).base64EncodedString())
        case .undefined: return nil
        }
    }

    private var containsDictionary: Bool {
        switch self {
        case .literal, .data: false
        case .array(let items): items.contains(where: \.containsDictionary)
        case .dictionary: true
        }
    }

    package static func refusal(of value: some Encodable) -> QuireError {
        QuireError(.invalidQuery, "A value of type \(type(of: value)) cannot be compared.")
    }
}

/// A type whose stored form consists of unsigned integers.
private protocol UnsignedContents {}

extension UInt64: UnsignedContents {}
extension UInt: UnsignedContents {}
extension Optional: UnsignedContents where Wrapped: UnsignedContents {}
extension Array: UnsignedContents where Element: UnsignedContents {}

extension Literal {
    /// Creates a literal from the stored form of a value.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if the stored form of the value is not a
    ///   scalar.
    package init(stored value: some Encodable) throws(QuireError) {
        guard case .literal(let literal) = try StoredOperand(value) else {
            throw StoredOperand.refusal(of: value)
        }
        self = literal
    }
}
