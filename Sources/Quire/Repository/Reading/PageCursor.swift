import Fleece
import SQLPlusPlus

/// The place between two pages of a selection, from which the next one goes on.
///
/// It can be kept and sent elsewhere as JSON, or any other way that `Codable` offers. What is saved or
/// deleted in the meantime shifts no page: none of the other models comes twice or is left out.
public struct PageCursor: Hashable, Sendable, Codable {
    /// A value that models are sorted by.
    enum Position: Hashable, Sendable, Codable {
        case missing
        case null
        case boolean(Bool)
        case integer(Int64)
        case double(Double)
        case string(String)
    }

    /// The form of this cursor.
    private var version = 1
    /// What the selection is sorted by, so that a cursor is not used with another one.
    let order: String
    /// The last model's values of it.
    let positions: [Position]
    /// The last model's document.
    let id: String

    init(order: String, positions: [Position], id: String) {
        self.order = order
        self.positions = positions
        self.id = id
    }
}

extension PageCursor.Position {
    /// The place of a stored value in the order, or `nil` if it has none.
    init?(_ value: FleeceValue?) {
        guard let value else {
            self = .missing
            return
        }
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

    /// Whether a term is behind this place.
    func isBefore(_ term: QueryTerm, _ direction: OrderingTerm.Direction) -> QueryTerm {
        switch (direction, literal) {
        case (.ascending, nil): .test(.isNotMissing, term)
        case (.ascending, let literal?): .operation(.greaterThan, [term, .literal(literal)])
        // Nothing is less than missing.
        case (.descending, nil): .literal(.boolean(false))
        case (.descending, let literal?):
            .operation(
                .or, [.operation(.lessThan, [term, .literal(literal)]), .test(.isMissing, term)])
        }
    }

    /// Whether a term is at this place.
    func equals(_ term: QueryTerm) -> QueryTerm {
        guard let literal else { return .test(.isMissing, term) }
        return .operation(.is, [term, .literal(literal)])
    }

    private var literal: Literal? {
        switch self {
        case .missing: nil
        case .null: .null
        case .boolean(let value): .boolean(value)
        case .integer(let value): .integer(value)
        case .double(let value): .double(value)
        case .string(let value): .string(value)
        }
    }
}
