package import Fleece
import Foundation
package import SQLPlusPlus

// A literal is at most `Int64.max`. A collection that contains a greater integer is therefore the default
// value of a missing key. Example: ["ids": [18446744073709551615]] becomes
//   WITH_DEFAULTS({}, '{"object":{"value":{"default":{"ids":[18446744073709551615]}}}}').value

extension QueryTerm {
    /// Creates the term of a native value.
    ///
    /// - Parameters:
    ///   - value: A value that documents can contain. Data and blobs can only be parameters.
    ///   - depth: The number of collections that enclose the value.
    /// - Returns: A term whose value is the native value.
    /// - Throws: ``QuireError`` with code `invalidQuery` if queries cannot contain the value.
    /// - Precondition: Documents can contain the value.
    package static func constant(
        _ value: Any?, depth: Int = 1
    ) throws(QuireError) -> QueryTerm {
        try constant(DocumentValue.Form(any: value), depth)
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
        var constant = Constant()
        let term = try constant.term(form, depth)
        guard let large = constant.large else { return term }
        switch term {
        case .array, .dictionary: return try exact(form)
        default: throw Constant.refusal("\(large) is greater than \(Int64.max)")
        }
    }

    /// Returns the term of a collection that contains an integer above `Int64.max`.
    private static func exact(_ form: DocumentValue.Form) throws(QuireError) -> QueryTerm {
        do {
            let key = "value"
            let writer = FleeceWriter()
            var contents = ContentWriter(writer, puttingBlobsInto: nil, isStrict: true)
            try contents.write(form, blobs: nil, key: key)
            let property = ValueDefaults.Property(
                value: try FleeceStorage(writer.finish()).root, inside: nil)
            guard let defaults = ValueDefaults.object([key: property]).json else {
                throw Constant.refusal("JSON cannot represent it")
            }
            return .member(
                PropertyPath([.key(key)]),
                of: .call("WITH_DEFAULTS", [.dictionary([]), .literal(.string(defaults))]))
        } catch let error as QuireError {
            throw error
        } catch {
            throw Constant.refusal("\(error)")
        }
    }
}

/// The conversion of a value to literals.
private struct Constant {
    /// An integer in the value that is too large for a literal, which is zero instead.
    private(set) var large: UInt64?

    mutating func term(
        _ form: DocumentValue.Form, _ depth: Int
    ) throws(QuireError) -> QueryTerm {
        guard depth < QueryTerm.heightLimit else {
            throw Self.refusal("it is nested more than \(QueryTerm.heightLimit) levels deep")
        }
        switch form {
        case .missing, .null: return .literal(.null)
        case .boolean(let value): return .literal(.boolean(value))
        case .integer(let value): return .literal(.integer(value))
        case .unsigned(let value):
            large = value
            return .literal(.integer(0))
        case .float(let value): return try number(Double(value))
        case .double(let value): return try number(value)
        case .string(let value): return .literal(.string(value))
        case .unwritable(let date):
            throw Self.refusal("the year of \(date) does not have four digits")
        case .data, .blob: throw Self.refusal("data and blobs can only be parameters")
        case .stored(let value):
            let form = DocumentValue.Form(value, blobs: nil, isMutable: false)
            guard case .stored = form else { return try term(form, depth) }
            return try term(DocumentValue.Form(any: form.value), depth + 1)
        case .dictionary(let object):
            var entries: [DictionaryEntry] = []
            for key in object.keys.sorted() {
                let value = DocumentValue.Form(any: object.value(forKey: key))
                entries.append(DictionaryEntry(key, try term(value, depth + 1)))
            }
            return .dictionary(entries)
        case .array(let object):
            var items: [QueryTerm] = []
            for index in 0..<object.count {
                items.append(try term(DocumentValue.Form(any: object.value(at: index)), depth + 1))
            }
            return .array(items)
        }
    }

    private func number(_ value: Double) throws(QuireError) -> QueryTerm {
        guard value.isFinite else { throw Self.refusal("\(value) is not finite") }
        return .literal(.double(value))
    }

    static func refusal(_ reason: String) -> QuireError {
        QuireError(.invalidQuery, "A value cannot be part of a query: \(reason).")
    }
}
