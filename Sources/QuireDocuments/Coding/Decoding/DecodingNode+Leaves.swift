import Fleece
import Foundation

// Types whose stored form differs from their own conformance to `Decodable`.

extension DecodingNode {
    /// Reads a value that is not decoded by the type's own `init(from:)` and is not a collection.
    func leaf<T>(
        _ type: T.Type, kind: ValueKind, at location: FleeceLocation?,
        step: @autoclosure () -> PathStep
    ) throws -> T {
        @inline(__always)
        func result<Value>(_ value: Value) throws -> T {
            try identical(value, type, else: mismatch(type, at: location, step: step()))
        }
        switch kind {
        case .date: return try result(date(location, step()))
        case .string: return try result(string(location, step()))
        case .boolean: return try result(boolean(location, step()))
        case .double: return try result(double(location, step()))
        case .integer: return try result(integer(Int.self, at: location, step: step()))
        case .data: return try result(data(location, step()))
        case .url: return try result(url(location, step()))
        case .uuid: return try result(uuid(location, step()))
        case .decimal: return try result(decimal(location, step()))
        case .identity: return try result(identity(location, step()))
        case .own, .collection: throw mismatch(type, at: location, step: step())
        }
    }

    @inline(__always)
    private func date(
        _ location: FleeceLocation?, _ step: @autoclosure () -> PathStep
    ) throws -> Date {
        guard let location, let text = reader.stringBytes(location) else {
            throw dateMismatch(location, step())
        }
        guard let date = DocumentDate.date(fromUTF8: text) else {
            throw corrupted(dateExpectation(location), step())
        }
        return date
    }

    /// Returns the error for a value that is not a string.
    private func dateMismatch(_ location: FleeceLocation?, _ step: PathStep) -> DecodingError {
        guard let location, !reader.isNull(location) else {
            return mismatch(Date.self, at: location, step: step)
        }
        return .typeMismatch(Date.self, context(dateExpectation(location), below: step))
    }

    private func dateExpectation(_ location: FleeceLocation) -> String {
        "expected an ISO 8601 date, such as 2026-11-21T07:48:00Z, found \(found(location))"
    }

    private func data(
        _ location: FleeceLocation?, _ step: @autoclosure () -> PathStep
    ) throws -> Data {
        if let location, let bytes = reader.dataBytes(location), numberText(location) == nil {
            try charge(bytes: bytes.count)
            return Data(bytes)
        }
        guard let location, reader.kind(location) == .string else {
            throw mismatch(Data.self, at: location, step: step())
        }
        guard let data = Data(base64Encoded: try string(location, step())) else {
            throw corrupted("invalid base64: \(found(location))", step())
        }
        return data
    }

    private func url(_ location: FleeceLocation?, _ step: @autoclosure () -> PathStep) throws -> URL
    {
        let text = try text(URL.self, at: location, step: step())
        guard let url = URL(string: text) else {
            throw corrupted("invalid URL: \(found(location))", step())
        }
        return url
    }

    private func uuid(
        _ location: FleeceLocation?, _ step: @autoclosure () -> PathStep
    ) throws -> UUID {
        let text = try text(UUID.self, at: location, step: step())
        guard let uuid = UUID(uuidString: text) else {
            throw corrupted("invalid UUID: \(found(location))", step())
        }
        return uuid
    }

    private func identity(
        _ location: FleeceLocation?, _ step: @autoclosure () -> PathStep
    ) throws -> DocumentID {
        DocumentID(wrappedValue: isNull(location) ? nil : try string(location, step()))
    }

    private func decimal(
        _ location: FleeceLocation?, _ step: @autoclosure () -> PathStep
    ) throws -> Decimal {
        guard let location else { throw mismatch(Decimal.self, at: location, step: step()) }
        let text: String
        switch reader.kind(location) {
        case .integer:
            if let integer = reader.int64(location) { return Decimal(integer) }
            if let integer = reader.uint64(location) { return Decimal(integer) }
            throw corrupted("a damaged number", step())
        case .float: text = reader.float(location)?.description ?? ""
        case .double: text = reader.double(location)?.description ?? ""
        case .string:
            text = try string(location, step())
            if let number = nonFiniteNumber(text) {
                // `Decimal` cannot represent infinity.
                guard number.isNaN else { throw misfit(Decimal.self, at: location, step: step()) }
                return .nan
            }
        case .data:
            guard let number = numberText(location) else {
                throw mismatch(Decimal.self, at: location, step: step())
            }
            guard let decimal = Decimal(exactly: number) else {
                throw misfit(Decimal.self, at: location, step: step())
            }
            return decimal
        default: throw mismatch(Decimal.self, at: location, step: step())
        }
        // `Decimal(string:)` ignores invalid text after a number: it reads "1,5" as 1.
        guard isNumber(text), let decimal = Decimal(string: text) else {
            throw corrupted("invalid number: \(found(location))", step())
        }
        return decimal
    }

    /// Returns whether a text is a decimal number.
    ///
    /// `Double` also accepts other texts, such as `nan` and `0x1p3`.
    private func isNumber(_ text: String) -> Bool {
        text.utf8.contains { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            && text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) } && Double(text) != nil
    }

    /// Returns the string of a type that is stored as a string.
    private func text(
        _ type: Any.Type, at location: FleeceLocation?, step: @autoclosure () -> PathStep
    ) throws -> String {
        guard let location, reader.kind(location) == .string else {
            throw mismatch(type, at: location, step: step())
        }
        return try string(location, step())
    }
}

extension Decimal {
    /// Creates the number of a text, or returns `nil` if `Decimal` cannot represent it exactly.
    ///
    /// `Decimal(string:)` drops the digits after the first 38 or 39.
    fileprivate init?(exactly text: String) {
        guard let decimal = Decimal(string: text),
            DecimalNumber(decimal.description.utf8) == DecimalNumber(text.utf8)
        else { return nil }
        self = decimal
    }
}
