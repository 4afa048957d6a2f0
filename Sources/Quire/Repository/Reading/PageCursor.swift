import Fleece
import SQLPlusPlus

/// A position between two pages of a selection, at which the next page continues.
///
/// A cursor is `Codable`, so you can store it or send it, for example as JSON. Saving or deleting
/// documents does not shift the pages: no other model is repeated or left out.
///
/// ```swift
/// let first = try hotels.sorted(by: \.name).page(size: 2)
/// let data = try JSONEncoder().encode(first.next)  // for a later request
/// let cursor = try JSONDecoder().decode(PageCursor?.self, from: data)
/// let second = try hotels.sorted(by: \.name).page(after: cursor, size: 2)
/// ```
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

    /// The version of the cursor's encoded form.
    private var version = 1
    /// The order of the selection, to reject the cursor for a selection with another order.
    let order: String
    /// The values of the last model that determine its position in the order.
    let positions: [Position]
    /// The document ID of the last model.
    let id: String

    init(order: String, positions: [Position], id: String) {
        self.order = order
        self.positions = positions
        self.id = id
    }
}

extension PageCursor.Position {
    /// Creates the position of a stored value, or `nil` if the value cannot be sorted.
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

    /// Returns a condition that a term comes after this position.
    func isBefore(_ term: QueryTerm, _ direction: OrderingTerm.Direction) -> QueryTerm {
        switch (direction, literal) {
        case (.ascending, nil): .test(.isNotMissing, term)
        case (.ascending, let literal?): .operation(.greaterThan, [term, .literal(literal)])
        // No value sorts before a missing value.
        case (.descending, nil): .literal(.boolean(false))
        case (.descending, let literal?):
            .operation(
                .or, [.operation(.lessThan, [term, .literal(literal)]), .test(.isMissing, term)])
        }
    }

    /// Returns a condition that a term is at this position.
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
