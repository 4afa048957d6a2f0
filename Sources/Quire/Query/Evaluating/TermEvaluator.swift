import Fleece
import SQLPlusPlus

/// Finds the values of a query's terms without a database.
///
/// What it says is what the compiled query says on a database. What it cannot say it refuses.
struct TermEvaluator {
    /// The document in question, or `nil` if there is none: a group of no documents.
    let document: EvaluatedDocument?
    /// The documents of the group that aggregates are about.
    var group: [EvaluatedDocument] = []
    /// What the statement's column aliases stand for.
    var aliases: [String: QueryTerm] = [:]
    /// The items that quantified conditions are about, by the names of their variables.
    var variables: [String: TermValue] = [:]
    let paths: PathCache

    /// The value of a term.
    ///
    /// - Throws: ``QuireError`` with code `unsupportedOperation` if it takes a database,
    ///   `invalidQuery` if the term means nothing.
    func value(_ term: QueryTerm) throws -> TermValue {
        switch term {
        case .missing: .missing
        case .literal(let literal): TermValue(literal)
        case .property(let path, _):
            TermValue(document?.record.body.value.value(at: paths.path(path)))
        case .metadata(let field, _): metadata(field)
        case .member(let path, let base): member(try value(base), path)
        case .variable(let name, let path): member(try variable(name), path)
        case .column(let name, let path): member(try column(name), path)
        case .unary(.not, let operand): TermValue(try value(operand).truth.map(!))
        case .unary(.negate, let operand): Self.negated(try value(operand))
        case .operation(let operation, let operands): try self.operation(operation, operands)
        case .test(let test, let operand): Self.test(test, try value(operand))
        case .between(let operand, let lower, let upper, let isNegated):
            try between(operand, lower, upper, isNegated: isNegated)
        case .membership(let operand, let container, let isNegated):
            try membership(operand, container, isNegated: isNegated)
        case .conditional(let cases): try conditional(cases)
        case .array(let items): try array(items)
        case .dictionary(let entries): try dictionary(entries)
        case .call(let name, let arguments): try call(name, arguments)
        case .quantified(let quantified): try self.quantified(quantified)
        case .collated, .exists, .match, .rank, .parameter: throw Self.unsupported("\(term)")
        }
    }

    /// Whether a condition holds.
    func holds(_ condition: QueryTerm) throws -> Bool { try value(condition).truth == true }

    /// The error for what only a database can answer.
    static func unsupported(_ what: String) -> QuireError {
        QuireError(
            .unsupportedOperation,
            "A query with \(what) is answered by databases only, not by an in-memory store.")
    }

    // MARK: Places

    private func metadata(_ field: MetadataField) -> TermValue {
        guard let document else { return .missing }
        return switch field {
        case .id: .text(document.record.id)
        case .sequence: .integer(Int64(clamping: document.record.sequence))
        case .revisionID: .text(document.record.revisionID.description)
        case .deleted: .boolean(false)
        case .expiration: document.expiration.map { .integer($0) } ?? .missing
        }
    }

    private func member(_ base: TermValue, _ path: PropertyPath) -> TermValue {
        if path.isEmpty { return base }
        guard case .collection(let value) = base else { return .missing }
        return TermValue(value.value(at: paths.path(path)))
    }

    private func variable(_ name: String) throws -> TermValue {
        guard let value = variables[name] else {
            throw QuireError(.invalidQuery, "The query has no variable \(name).")
        }
        return value
    }

    private func column(_ name: String) throws -> TermValue {
        guard let term = aliases[name] else {
            throw QuireError(.invalidQuery, "The query has no column \(name).")
        }
        return try value(term)
    }

    // MARK: Choices

    private func conditional(_ cases: CaseTerm) throws -> TermValue {
        // `CASE NULL WHEN NULL` is a choice by conditions, as everywhere in the dialect.
        let operand = cases.operand == .literal(.null) ? nil : cases.operand
        let chosen = try operand.map(value)
        for branch in cases.branches {
            let applies =
                if let chosen {
                    try chosen.equals(value(branch.condition)) == true
                } else {
                    try holds(branch.condition)
                }
            if applies { return try value(branch.result) }
        }
        return try cases.otherwise.map(value) ?? .null
    }
}

extension TermValue {
    init(_ literal: Literal) {
        switch literal {
        case .null: self = .null
        case .boolean(let value): self = .boolean(value)
        case .integer(let value): self = .integer(value)
        case .double(let value): self.init(value)
        case .string(let value): self = .text(value)
        }
    }
}

/// The paths of a query, prepared when they are first needed.
final class PathCache {
    private var paths: [PropertyPath: FleecePath] = [:]

    func path(_ path: PropertyPath) -> FleecePath {
        if let prepared = paths[path] { return prepared }
        let prepared = FleecePath(path)
        paths[path] = prepared
        return prepared
    }
}
