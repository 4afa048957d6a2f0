import Fleece
import Foundation
import SQLPlusPlus

/// A position between two pages of a selection, at which the next page continues.
///
/// The ``token`` of a cursor is a string for URLs. A cursor is also `Codable` and encodes its token,
/// so you can store it or send it, for example as JSON. Saving or deleting documents does not shift
/// the pages: no other model is repeated or left out.
///
/// ```swift
/// let first = try hotels.sorted(by: \.name).page(size: 2)
/// let data = try JSONEncoder().encode(first.next)  // for a later request
/// let cursor = try JSONDecoder().decode(PageCursor?.self, from: data)
/// let second = try hotels.sorted(by: \.name).page(after: cursor, size: 2)
/// ```
public struct PageCursor: Hashable, Sendable {
    /// A value that models are sorted by.
    enum Position: Hashable, Sendable, Codable {
        case missing
        case null
        case boolean(Bool)
        case integer(Int64)
        case double(Double)
        case string(String)
    }

    private struct Content: Hashable, Sendable, Codable {
        /// The version of the cursor's encoded form.
        var version = 1
        let order: String
        let positions: [Position]
        let id: String
    }

    private let content: Content

    /// The order of the selection, to reject the cursor for a selection with another order.
    var order: String { content.order }
    /// The values of the last model that determine its position in the order.
    var positions: [Position] { content.positions }
    /// The document ID of the last model.
    var id: String { content.id }

    init(order: String, positions: [Position], id: String) {
        content = Content(order: order, positions: positions, id: id)
    }
}

extension PageCursor: LosslessStringConvertible {
    /// The cursor as a string of letters, digits, `-` and `_`, which a URL can contain unchanged.
    ///
    /// The string is not encrypted. It contains the sort values and the ID of the last model of the
    /// page. A modified token gives no additional access: it selects another position in the same
    /// selection.
    ///
    /// ```swift
    /// let link = "/hotels?after=\(next.token)"
    /// let cursor = PageCursor(next.token)
    /// ```
    public var token: String {
        // A position can only be a finite number, because documents contain no others.
        URLSafeText.encode(content)
    }

    /// The same as ``token``.
    public var description: String { token }

    /// Creates a cursor from its token.
    ///
    /// - Parameter token: The ``token`` of a cursor. For any other string, such as an invalid
    ///   request parameter, the initializer returns `nil`.
    public init?(_ token: String) {
        guard let content = URLSafeText.decode(Content.self, from: token), content.version == 1
        else { return nil }
        self.content = content
    }
}

extension PageCursor: Codable {
    /// Decodes a cursor from its token.
    ///
    /// - Throws: `DecodingError` if the value is not the token of a cursor.
    public init(from decoder: any Decoder) throws {
        // Cursors of earlier versions are dictionaries.
        guard let token = try? decoder.singleValueContainer().decode(String.self) else {
            content = try Content(from: decoder)
            return
        }
        guard let cursor = PageCursor(token) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "\(token.debugDescription) is not the token of a page cursor")
            )
        }
        self = cursor
    }

    /// Encodes the token.
    ///
    /// - Throws: Any error that the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(token)
    }
}

extension PageCursor.Position {
    /// Creates the position of a value, or `nil` if the value cannot be sorted.
    init?(_ value: QueryValue) {
        switch value {
        case .missing: self = .missing
        case .null: self = .null
        case .boolean(let value): self = .boolean(value)
        case .integer(let value): self = .integer(value)
        case .double(let value): self = .double(value)
        case .string(let value): self = .string(value)
        case .unsigned(let value): self = .integer(Int64(bitPattern: value))
        case .data, .array, .dictionary: return nil
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
