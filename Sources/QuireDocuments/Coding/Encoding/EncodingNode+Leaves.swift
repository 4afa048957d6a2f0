package import Fleece
import QuirePlatform
import Foundation

// Values that are neither collections nor encoded by their own conformance to `Encodable`.

extension EncodingNode {
    @inline(__always)
    func write(_ body: (FleeceWriter) -> FleeceSlot) -> FleeceSlot {
        session.withObject { $0.writer.withObject(body) }
    }

    /// Writes a value of any kind except `own` and `collection`.
    func leaf<T>(
        _ value: T, kind: ValueKind, step: @autoclosure () -> PathStep
    ) throws
        -> FleeceSlot
    {
        @inline(__always)
        func own<Result>(_ type: Result.Type) throws -> Result {
            try identical(value, type, else: unexpected(value))
        }
        switch kind {
        case .boolean:
            let boolean = try own(Bool.self)
            return write { $0.encode(boolean) }
        case .string:
            let string = try own(String.self)
            return write { $0.encode(string) }
        case .double: return try double(own(Double.self), step())
        case .integer: return try integer(own(Int.self), step())
        case .date: return try date(own(Date.self), step())
        case .data: return try data(own(Data.self))
        case .url:
            let url = try own(URL.self)
            return write { $0.encode(url.absoluteString) }
        case .uuid:
            let uuid = try own(UUID.self)
            return write { $0.encode(uuid.uuidString) }
        case .decimal: return try decimal(own(Decimal.self), step())
        case .identity:
            let identity = try own(DocumentID.self)
            return write { writer in
                identity.wrappedValue.map(writer.encode) ?? writer.encodeNull()
            }
        case .own, .collection: throw unexpected(value)
        }
    }

    @inline(__always)
    func double(_ value: Double, _ step: @autoclosure () -> PathStep) throws -> FleeceSlot {
        guard value.isFinite else { return try nonFinite(value, double: value, step: step()) }
        return write { $0.encode(value) }
    }

    @inline(__always)
    func float(_ value: Float, _ step: @autoclosure () -> PathStep) throws -> FleeceSlot {
        guard value.isFinite else {
            return try nonFinite(value, double: Double(value), step: step())
        }
        return write { $0.encode(value) }
    }

    private func nonFinite(
        _ value: Any, double: Double, step: PathStep
    ) throws -> FleeceSlot {
        let strategy = session.withObject { $0.options.nonFiniteEncodingStrategy }
        guard let text = strategy.text(for: double) else {
            throw invalid(
                value, "the value \(value) is not finite and cannot be stored", below: step)
        }
        return write { $0.encode(text) }
    }

    /// Writes an integer of any width.
    ///
    /// - Throws: `EncodingError` if the value does not fit in 64 bits.
    @inline(__always)
    package func integer<T: FixedWidthInteger>(
        _ value: T, _ step: @autoclosure () -> PathStep
    ) throws -> FleeceSlot {
        if let integer = Int64(exactly: value) { return write { $0.encode(integer) } }
        if let integer = UInt64(exactly: value) { return write { $0.encode(integer) } }
        throw invalid(
            value, "the integer \(value) does not fit in 64 bits and cannot be stored",
            below: step())
    }

    private func date(_ date: Date, _ step: @autoclosure () -> PathStep) throws -> FleeceSlot {
        let slot = session.withObject {
            $0.writer.withObject { $0.encode(date) }
        }
        guard let slot else {
            throw invalid(
                date, "a date whose year does not have four digits cannot be stored", below: step())
        }
        return slot
    }

    private func data(_ data: Data) -> FleeceSlot {
        let strategy = session.withObject { $0.options.dataEncodingStrategy }
        return write { writer in
            switch strategy {
            case .binary: data.withUnsafeBytes(writer.encode(data:))
            case .base64: writer.encode(data.base64EncodedString())
            }
        }
    }

    /// Writes a decimal as an exactly equal number, or as a string.
    ///
    /// The string is used if neither a 64-bit integer nor a finite `Double` is equal to the
    /// decimal.
    private func decimal(
        _ value: Decimal, _ step: @autoclosure () -> PathStep
    ) throws -> FleeceSlot {
        // A decimal that is not finite is NaN, because decimals cannot be infinite.
        guard value.isFinite else { return try nonFinite(value, double: .nan, step: step()) }
        let text = value.description
        return write { writer in
            if let integer = Int64(text) { return writer.encode(integer) }
            if let integer = UInt64(text) { return writer.encode(integer) }
            if let double = Double(text), double.isFinite,
                Decimal(string: double.description) == value
            {
                return writer.encode(double)
            }
            return writer.encode(text)
        }
    }
}
