import Fleece
import SQLPlusPlus

extension Literal {
    /// A value in the form in which it is stored.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if the value is not stored as a single one.
    init(stored value: some Encodable) throws(QuireError) {
        do {
            // In an array, since an optional alone may encode nothing.
            let storage = try DocumentEncoder().encode([value])
            guard let item = storage.root?.array?.value(at: 0), let literal = Literal(item) else {
                throw QuireError(
                    .invalidQuery, "A value of type \(type(of: value)) cannot be compared.")
            }
            self = literal
        } catch let error as QuireError {
            throw error
        } catch {
            throw QuireError(
                .invalidQuery, "The value \(value) cannot be compared: it has no stored form.",
                underlyingError: error)
        }
    }

    private init?(_ value: FleeceValue) {
        switch value.kind {
        case .null: self = .null
        case .boolean: self = .boolean(value.boolean == true)
        case .integer:
            guard let integer = value.int64 else { return nil }
            self = .integer(integer)
        case .float, .double: self = .double(value.double ?? 0)
        case .string: self = .string(value.string ?? "")
        case .data, .array, .dictionary, .undefined: return nil
        }
    }
}
