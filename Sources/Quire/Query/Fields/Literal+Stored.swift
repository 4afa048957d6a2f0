import Fleece
import SQLPlusPlus

/// A value in the form in which it is stored, to be compared with what is.
enum StoredOperand {
    case literal(Literal)
    case array([StoredOperand])

    /// Encodes a value.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if the value is stored neither as a single one
    ///   nor as an array of such.
    init(_ value: some Encodable) throws(QuireError) {
        do {
            // In an array, since an optional alone may encode nothing.
            let storage = try DocumentEncoder().encodeToFleece([value])
            guard let item = storage.root?.array?.value(at: 0), let operand = Self(stored: item)
            else { throw Self.refusal(of: value) }
            self = operand
        } catch let error as QuireError {
            throw error
        } catch {
            throw QuireError(
                .invalidQuery, "The value \(value) cannot be compared: it has no stored form.",
                underlyingError: error)
        }
    }

    private init?(stored value: FleeceValue) {
        switch value.kind {
        case .null: self = .literal(.null)
        case .boolean: self = .literal(.boolean(value.boolean == true))
        case .integer:
            guard let integer = value.int64 else { return nil }
            self = .literal(.integer(integer))
        case .float, .double: self = .literal(.double(value.double ?? 0))
        case .string: self = .literal(.string(value.string ?? ""))
        case .array:
            guard let array = value.array else { return nil }
            var items: [StoredOperand] = []
            for item in array {
                guard let operand = Self(stored: item) else { return nil }
                items.append(operand)
            }
            self = .array(items)
        case .data, .dictionary, .undefined: return nil
        }
    }

    fileprivate static func refusal(of value: some Encodable) -> QuireError {
        QuireError(.invalidQuery, "A value of type \(type(of: value)) cannot be compared.")
    }
}

extension Literal {
    /// A value in the form in which it is stored.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if the value is not stored as a single one.
    init(stored value: some Encodable) throws(QuireError) {
        guard case .literal(let literal) = try StoredOperand(value) else {
            throw StoredOperand.refusal(of: value)
        }
        self = literal
    }
}
