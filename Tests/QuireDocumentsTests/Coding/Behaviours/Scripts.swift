import Fleece
import Foundation

@testable import QuireDocuments

/// A value that is encoded by a closure.
struct ScriptedValue: Encodable {
    let body: (any Encoder) throws -> Void

    init(_ body: @escaping (any Encoder) throws -> Void) {
        self.body = body
    }

    func encode(to encoder: any Encoder) throws { try body(encoder) }
}

/// A value that is decoded by a closure from `userInfo`.
struct ScriptedReading: Decodable {
    typealias Body = @Sendable (any Decoder) throws -> Void

    static let key = CodingUserInfoKey(rawValue: "read")

    init(from decoder: any Decoder) throws {
        guard let key = Self.key, let body = decoder.userInfo[key] as? Body else { return }
        try body(decoder)
    }

    /// Decodes JSON with a closure.
    static func from(_ json: String, _ body: @escaping Body) throws {
        var decoder = DocumentDecoder()
        if let key = Self.key { decoder.userInfo[key] = body }
        _ = try decoder.decode(ScriptedReading.self, fromJSON: json)
    }
}

/// Any string as a key.
struct AnyName: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init(stringLiteral value: String) { stringValue = value }
    init?(intValue: Int) { nil }
}

/// An enumeration of coding keys.
enum LetterKey: String, CodingKey {
    case a
    case b
    case c
}

struct Refusal: Error, Equatable {}

/// The common helpers of the suites about coding.
protocol CodingSuite {}

extension CodingSuite {
    /// Returns the canonical JSON of a value.
    func json(
        _ value: some Encodable, _ encoder: DocumentEncoder = DocumentEncoder()
    ) throws -> String {
        try encoder.encodeToJSON(value, format: .canonical)
    }

    /// Returns the coding path of an error, joined with dots.
    func path(_ error: (any Error)?) -> String? {
        let keys: [any CodingKey]? =
            switch error {
            case DecodingError.keyNotFound(_, let context)?,
                DecodingError.valueNotFound(_, let context)?,
                DecodingError.typeMismatch(_, let context)?,
                DecodingError.dataCorrupted(let context)?:
                context.codingPath
            case EncodingError.invalidValue(_, let context)?: context.codingPath
            default: nil
            }
        return keys.map(text)
    }

    func text(_ keys: [any CodingKey]) -> String {
        keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }

    /// Returns the case of an error and its path: "typeMismatch a.0".
    func summary(_ error: (any Error)?) -> String {
        let kind =
            switch error {
            case DecodingError.keyNotFound?: "keyNotFound"
            case DecodingError.valueNotFound?: "valueNotFound"
            case DecodingError.typeMismatch?: "typeMismatch"
            case DecodingError.dataCorrupted?: "dataCorrupted"
            case EncodingError.invalidValue?: "invalidValue"
            case let other?: "\(other)"
            case nil: "none"
            }
        return "\(kind) \(path(error) ?? "")"
    }

    /// Returns the error that a closure throws.
    func thrown(_ body: () throws -> Void) -> (any Error)? {
        do {
            try body()
            return nil
        } catch {
            return error
        }
    }

}
