package import Fleece
import Foundation
package import SQLPlusPlus

extension QueryTerm {
    /// Creates the term of a native value.
    ///
    /// - Parameters:
    ///   - value: A value that documents can contain. Data and blobs can only be parameters.
    ///   - depth: The number of collections that enclose the value.
    /// - Returns: A literal, or an array or dictionary of literals.
    /// - Throws: ``QuireError`` with code `invalidQuery` if queries cannot contain the value.
    /// - Precondition: Documents can contain the value.
    package static func constant(
        _ value: Any?, depth: Int = 1
    ) throws(QuireError) -> QueryTerm {
        guard depth < heightLimit else {
            throw refusal("it is nested more than \(heightLimit) levels deep")
        }
        return try constant(DocumentValue.Form(any: value), depth)
    }

    /// Creates the term of a stored value.
    ///
    /// - Throws: The errors of `constant(_:depth:)`.
    package static func constant(stored value: FleeceValue) throws(QuireError) -> QueryTerm {
        try constant(DocumentValue.Form(value, blobs: nil, isMutable: false), 1)
    }

    private static func constant(
        _ form: DocumentValue.Form, _ depth: Int
    ) throws(QuireError) -> QueryTerm {
        switch form {
        case .missing, .null: return .literal(.null)
        case .boolean(let value): return .literal(.boolean(value))
        case .integer(let value): return .literal(.integer(value))
        case .unsigned(let value): throw refusal("\(value) is greater than \(Int64.max)")
        case .float(let value): return try number(Double(value))
        case .double(let value): return try number(value)
        case .string(let value): return .literal(.string(value))
        case .unwritable(let date): throw refusal("the year of \(date) does not have four digits")
        case .data, .blob: throw refusal("data and blobs can only be parameters")
        case .stored(let value):
            let form = DocumentValue.Form(value, blobs: nil, isMutable: false)
            guard case .stored = form else { return try constant(form, depth) }
            return try constant(form.value, depth: depth + 1)
        case .dictionary(let object):
            var entries: [DictionaryEntry] = []
            for key in object.keys.sorted() {
                entries.append(
                    DictionaryEntry(
                        key, try constant(object.value(forKey: key), depth: depth + 1)))
            }
            return .dictionary(entries)
        case .array(let object):
            var items: [QueryTerm] = []
            for index in 0..<object.count {
                items.append(try constant(object.value(at: index), depth: depth + 1))
            }
            return .array(items)
        }
    }

    private static func number(_ value: Double) throws(QuireError) -> QueryTerm {
        guard value.isFinite else { throw refusal("\(value) is not finite") }
        return .literal(.double(value))
    }

    private static func refusal(_ reason: String) -> QuireError {
        QuireError(.invalidQuery, "A value cannot be part of a query: \(reason).")
    }
}
