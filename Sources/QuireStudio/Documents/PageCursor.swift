import Fleece
import Foundation
import Quire
import QuireFormats
import SQLPlusPlus

/// A document in an order, after or before which a page begins.
///
/// Its text contains the ID and the value of the sorted property, for example
/// `{"id":"hotel-1","kind":"value","value":"Bergen"}`.
struct PageCursor: Sendable, Equatable {
    /// What the document has at the sorted property.
    enum Value: Sendable, Equatable {
        /// The documents are sorted by their IDs only.
        case none
        case missing
        case literal(Literal)
        /// A number that statements cannot contain.
        case number
        /// An array, a dictionary or data. They are sorted by their stored bytes, which a statement
        /// cannot contain.
        case collection
    }

    let id: String
    let value: Value

    /// Creates the cursor of a document.
    init(_ record: DocumentRecord, order: PropertyPath?) {
        id = record.id
        value = order.map { Self.value(record.body.value.value(at: FleecePath($0))) } ?? .none
    }

    private static func value(_ stored: FleeceValue?) -> Value {
        guard let stored else { return .missing }
        switch stored.kind {
        case .undefined: return .missing
        case .null: return .literal(.null)
        case .boolean: return .literal(.boolean(stored.boolean ?? false))
        case .string: return .literal(.string(stored.string ?? ""))
        case .integer: return stored.int64.map { .literal(.integer($0)) } ?? .number
        case .float, .double:
            guard let number = stored.double, number.isFinite else { return .number }
            return .literal(.double(number))
        case .array, .dictionary, .data: return .collection
        }
    }

    /// Parses the text of a cursor.
    ///
    /// - Throws: ``StudioError`` if the text is not that of a cursor.
    init(_ text: String) throws {
        guard let dictionary = try? FleeceStorage(json: text).rootDictionary,
            let id = dictionary["id"]?.string, let kind = dictionary["kind"]?.string
        else { throw StudioError.invalidRequest("A cursor is invalid.") }
        self.id = id
        switch kind {
        case "id": value = .none
        case "missing": value = .missing
        case "number": value = .number
        case "collection": value = .collection
        default:
            guard kind == "value",
                case .literal(let literal)? = try dictionary["value"].map(
                    QueryTerm.constant(stored:))
            else { throw StudioError.invalidRequest("A cursor is invalid.") }
            value = .literal(literal)
        }
    }

    /// The text of the cursor.
    var text: String {
        var pairs: [(key: String, value: JSONNode)] = [("id", .string(id))]
        switch value {
        case .none: pairs.append(("kind", .string("id")))
        case .missing: pairs.append(("kind", .string("missing")))
        case .number: pairs.append(("kind", .string("number")))
        case .collection: pairs.append(("kind", .string("collection")))
        case .literal(let literal):
            pairs += [("kind", .string("value")), ("value", Self.node(literal))]
        }
        return JSONNode.object(pairs).compact
    }

    private static func node(_ literal: Literal) -> JSONNode {
        switch literal {
        case .null: .null
        case .boolean(let value): .bool(value)
        case .integer(let value): .integer(value)
        // The shortest digits that are read back as the same number.
        case .double(let value): .raw("\(value)")
        case .string(let text): .string(text)
        }
    }
}
