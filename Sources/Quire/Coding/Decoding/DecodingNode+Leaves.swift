import Fleece
import Foundation

// Types whose stored form differs from their own conformance to `Decodable`.

extension DecodingNode {
    /// Reads a value that is not decoded by the type's own `init(from:)` and is not a collection.
    func leaf<T>(
        _ type: T.Type, _ kind: ValueKind, _ place: FleecePlace?,
        _ step: @autoclosure () -> PathStep
    ) throws -> T {
        @inline(__always)
        func own<Value>(_ value: Value) throws -> T {
            try identical(value, type, else: mismatch(type, place, step()))
        }
        switch kind {
        case .date: return try own(date(place, step()))
        case .string: return try own(string(place, step()))
        case .boolean: return try own(boolean(place, step()))
        case .double: return try own(double(place, step()))
        case .integer: return try own(integer(Int.self, place, step()))
        case .data: return try own(data(place, step()))
        case .url: return try own(url(place, step()))
        case .uuid: return try own(uuid(place, step()))
        case .decimal: return try own(decimal(place, step()))
        case .identity: return try own(identity(place, step()))
        case .own, .collection: throw mismatch(type, place, step())
        }
    }

    @inline(__always)
    private func date(_ place: FleecePlace?, _ step: @autoclosure () -> PathStep) throws -> Date {
        guard let place, let text = reader.stringBytes(place) else {
            throw mismatch(Date.self, place, step())
        }
        guard let date = DocumentDate.date(fromUTF8: text) else {
            throw corrupted("invalid date: \(found(place))", step())
        }
        return date
    }

    private func data(_ place: FleecePlace?, _ step: @autoclosure () -> PathStep) throws -> Data {
        if let place, let bytes = reader.dataBytes(place) {
            try charge(bytes: bytes.count)
            return Data(bytes)
        }
        guard let place, reader.kind(place) == .string else {
            throw mismatch(Data.self, place, step())
        }
        guard let data = Data(base64Encoded: try string(place, step())) else {
            throw corrupted("invalid base64: \(found(place))", step())
        }
        return data
    }

    private func url(_ place: FleecePlace?, _ step: @autoclosure () -> PathStep) throws -> URL {
        let text = try text(URL.self, place, step())
        guard let url = URL(string: text) else {
            throw corrupted("invalid URL: \(found(place))", step())
        }
        return url
    }

    private func uuid(_ place: FleecePlace?, _ step: @autoclosure () -> PathStep) throws -> UUID {
        let text = try text(UUID.self, place, step())
        guard let uuid = UUID(uuidString: text) else {
            throw corrupted("invalid UUID: \(found(place))", step())
        }
        return uuid
    }

    private func identity(
        _ place: FleecePlace?, _ step: @autoclosure () -> PathStep
    ) throws -> DocumentID {
        DocumentID(wrappedValue: isNull(place) ? nil : try string(place, step()))
    }

    private func decimal(
        _ place: FleecePlace?, _ step: @autoclosure () -> PathStep
    ) throws -> Decimal {
        guard let place else { throw mismatch(Decimal.self, place, step()) }
        let text: String
        switch reader.kind(place) {
        case .integer:
            if let integer = reader.int64(place) { return Decimal(integer) }
            if let integer = reader.uint64(place) { return Decimal(integer) }
            throw corrupted("a damaged number", step())
        case .float: text = reader.float(place)?.description ?? ""
        case .double: text = reader.double(place)?.description ?? ""
        case .string:
            text = try string(place, step())
            if let number = nonFiniteNumber(text) {
                // `Decimal` cannot represent infinity.
                guard number.isNaN else { throw misfit(Decimal.self, place, step()) }
                return .nan
            }
        default: throw mismatch(Decimal.self, place, step())
        }
        // `Decimal(string:)` ignores invalid text after a number: it reads "1,5" as 1.
        guard isNumber(text), let decimal = Decimal(string: text) else {
            throw corrupted("invalid number: \(found(place))", step())
        }
        return decimal
    }

    private func isNumber(_ text: String) -> Bool {
        text.utf8.contains { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            && text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) } && Double(text) != nil
    }

    /// Returns the string of a type that is stored as a string.
    private func text(
        _ type: Any.Type, _ place: FleecePlace?, _ step: @autoclosure () -> PathStep
    ) throws -> String {
        guard let place, reader.kind(place) == .string else {
            throw mismatch(type, place, step())
        }
        return try string(place, step())
    }
}
