import Fleece
import Foundation

/// A place in a body that is being decoded: the value there, and the way to it.
struct DecodingPlace {
    /// The value, or `nil` where there is none: a missing key that `superDecoder` was asked for.
    let value: FleeceValue?
    let session: DecodingSession
    let path: CodingPath?

    var keys: [any CodingKey] { CodingPath.keys(path) }

    func child(_ value: FleeceValue?, _ key: any CodingKey) -> DecodingPlace {
        DecodingPlace(value: value, session: session, path: CodingPath(path, key))
    }

    var isNull: Bool { value?.isNull ?? true }
}

// MARK: Values

extension DecodingPlace {
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if let leaf = LeafType.of(type) { return try decodeLeaf(leaf, type) }
        guard (path?.depth ?? 0) <= CodingLimits.depth else {
            let limit = CodingLimits.depth
            throw corrupted("values are nested more than \(limit) levels deep")
        }
        return try T(from: ValueDecoder(place: self))
    }

    func boolean() throws -> Bool { try require(value?.boolean, Bool.self) }

    func string() throws -> String {
        if let string = value?.string { return string }
        if value?.kind == .string { throw corrupted("a string is not valid UTF-8") }
        throw mismatch(String.self)
    }

    func double() throws -> Double { try require(value?.double, Double.self) }

    func float() throws -> Float {
        guard let double = value?.double else { throw mismatch(Float.self) }
        let float = Float(double)
        guard float.isFinite || !double.isFinite else { throw misfit(Float.self) }
        return float
    }

    func integer<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
        if let stored = value?.int64 {
            guard let integer = T(exactly: stored) else { throw misfit(type) }
            return integer
        }
        if let stored = value?.uint64 {
            guard let integer = T(exactly: stored) else { throw misfit(type) }
            return integer
        }
        switch value?.kind {
        case .float, .double: throw misfit(type)
        default: throw mismatch(type)
        }
    }

    private func require<T>(_ value: T?, _ type: T.Type) throws -> T {
        guard let value else { throw mismatch(type) }
        return value
    }
}

// MARK: Types stored in a form of their own

extension DecodingPlace {
    private func decodeLeaf<T>(_ leaf: LeafType, _ type: T.Type) throws -> T {
        let decoded: Any =
            switch leaf {
            case .date: try date()
            case .data: try data()
            case .url: try url()
            case .uuid: try uuid()
            case .decimal: try decimal()
            case .identity: try DocumentID(wrappedValue: isNull ? nil : string())
            }
        guard let result = decoded as? T else { throw mismatch(type) }
        return result
    }

    private func date() throws -> Date {
        guard value?.kind == .string else { throw mismatch(Date.self) }
        guard let date = value?.date else { throw corrupted("no date: \(found)") }
        return date
    }

    private func data() throws -> Data {
        if let data = value?.withDataBytes({ Data($0) }) { return data }
        guard value?.kind == .string else { throw mismatch(Data.self) }
        guard let data = Data(base64Encoded: try string()) else {
            throw corrupted("no base64: \(found)")
        }
        return data
    }

    private func url() throws -> URL {
        guard let url = URL(string: try string()) else { throw corrupted("no URL: \(found)") }
        return url
    }

    private func uuid() throws -> UUID {
        guard let uuid = UUID(uuidString: try string()) else {
            throw corrupted("no UUID: \(found)")
        }
        return uuid
    }

    private func decimal() throws -> Decimal {
        if let integer = value?.int64, value?.kind == .integer { return Decimal(integer) }
        if let integer = value?.uint64, value?.kind == .integer { return Decimal(integer) }
        let text: String
        switch value?.kind {
        case .float: text = Float(value?.double ?? 0).description
        case .double: text = value?.double?.description ?? ""
        case .string: text = try string()
        default: throw mismatch(Decimal.self)
        }
        guard let decimal = Decimal(string: text) else { throw corrupted("no number: \(found)") }
        return decimal
    }
}

// MARK: Errors

extension DecodingPlace {
    /// The error for a value of another kind than was asked for, or for null or none.
    func mismatch(_ type: Any.Type) -> DecodingError {
        guard let value, !value.isNull else {
            return .valueNotFound(
                type, context("expected \(type), found \(value == nil ? "nothing" : "null")"))
        }
        return .typeMismatch(type, context("expected \(type), found \(found)"))
    }

    /// The error for a number that the type that was asked for cannot hold.
    func misfit(_ type: Any.Type) -> DecodingError {
        corrupted("\(found) does not fit in \(type)")
    }

    func corrupted(_ description: String) -> DecodingError {
        .dataCorrupted(context(description))
    }

    func context(_ description: String) -> DecodingError.Context {
        let document = session.identity.map { " in document \"\($0.id)\"" } ?? ""
        return DecodingError.Context(
            codingPath: keys, debugDescription: description + document)
    }

    /// A short rendering of what is stored here.
    private var found: String {
        guard let value else { return "nothing" }
        switch value.kind {
        case .array: return "an array"
        case .dictionary: return "a dictionary"
        case .data: return "data"
        case .undefined: return "undefined"
        case .string:
            guard let text = value.string else { return "a string that is not UTF-8" }
            return "the string \"\(text.count > 40 ? text.prefix(40) + "…" : text)\""
        case .null, .boolean, .integer, .float, .double:
            return "\((try? value.json()) ?? value.double?.description ?? "a damaged number")"
        }
    }
}
