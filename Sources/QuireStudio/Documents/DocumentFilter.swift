import Fleece
import Quire
import SQLPlusPlus

/// One condition of a table: a property, an operator and a value.
struct DocumentFilter: Sendable {
    /// The operators, with their names in requests.
    enum Operator: String, Sendable, CaseIterable {
        case equal = "="
        case notEqual = "!="
        case lessThan = "<"
        case lessThanOrEqual = "<="
        case greaterThan = ">"
        case greaterThanOrEqual = ">="
        case contains
        case startsWith
        case like
        case `in`
        case isMissing
        case isNull
        case isPresent
    }

    /// The value of an operator.
    enum Operand: Sendable, Equatable {
        case none
        case value(QueryTerm)
        case text(String)
        case list([QueryTerm])
    }

    let path: DocumentPath
    let `operator`: Operator
    let operand: Operand

    /// Parses a condition.
    ///
    /// - Throws: ``StudioError`` if the operator is unknown, or does not accept the value.
    init(_ request: RequestObject) throws {
        path = try DocumentPath(request.requiredString("path"))
        let name = try request.requiredString("operator")
        guard let known = Operator(rawValue: name) else {
            throw StudioError.invalidRequest("There is no operator \(name.debugDescription).")
        }
        `operator` = known
        operand = try Self.operand(of: known, request.dictionary["value"])
    }

    private static func operand(of name: Operator, _ value: FleeceValue?) throws -> Operand {
        switch name {
        case .isMissing, .isNull, .isPresent: return .none
        case .contains, .startsWith, .like:
            guard let text = value?.string else {
                throw StudioError.invalidRequest("\(name.rawValue) requires a string.")
            }
            return .text(text)
        case .in:
            guard let items = value?.array else {
                throw StudioError.invalidRequest("in requires an array.")
            }
            return .list(try items.map { try .constant(stored: $0) })
        default:
            guard let value else {
                throw StudioError.invalidRequest("\(name.rawValue) requires a value.")
            }
            return .value(try .constant(stored: value))
        }
    }

    /// The condition in the query language.
    ///
    /// Inequality is `IS NOT`, so that a missing value differs from every other, as in Swift.
    var term: QueryTerm {
        let property = path.term
        switch (`operator`, operand) {
        case (.isMissing, _): return .test(.isMissing, property)
        case (.isNull, _): return .test(.isNull, property)
        case (.isPresent, _): return .test(.isValued, property)
        case (.equal, .value(.literal(.null))): return .test(.isNull, property)
        case (.notEqual, .value(.literal(.null))): return .test(.isNotNull, property)
        case (.contains, .text(let text)):
            return .call("CONTAINS", [.call("LOWER", [property]), Self.lowercase(text)])
        case (.startsWith, .text(let text)):
            let pattern = Self.lowercase(text.likePattern + "%")
            return .operation(.like, [.call("LOWER", [property]), pattern])
        case (.like, .text(let text)):
            return .operation(.like, [property, .literal(.string(text))])
        case (.in, .list(let items)):
            return .membership(property, in: .array(items), isNegated: false)
        case (_, .value(let value)): return .operation(comparison, [property, value])
        default: return .literal(.boolean(false))
        }
    }

    private var comparison: BinaryOperator {
        switch `operator` {
        case .notEqual: .isNot
        case .lessThan: .lessThan
        case .lessThanOrEqual: .lessThanOrEqual
        case .greaterThan: .greaterThan
        case .greaterThanOrEqual: .greaterThanOrEqual
        default: .equal
        }
    }

    private static func lowercase(_ text: String) -> QueryTerm {
        .literal(.string(text.lowercased()))
    }

    /// Returns the condition of several filters, all of which must be true.
    static func condition(_ filters: [DocumentFilter]) -> QueryTerm? {
        conjunction(filters.map(\.term))
    }

    /// Returns the condition that all terms are true, or `nil` if there are none.
    static func conjunction(_ terms: [QueryTerm]) -> QueryTerm? {
        terms.count > 1 ? .operation(.and, terms) : terms.first
    }
}
