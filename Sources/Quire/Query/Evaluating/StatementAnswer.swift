import Fleece
import SQLPlusPlus

/// The answer to a statement about documents in memory.
struct StatementAnswer {
    private let statement: SelectStatement
    private let documents: [EvaluatedDocument]
    private let aliases: [String: QueryTerm]
    private let paths = PathCache()

    /// A row: whom it is about, and its values.
    private struct Row {
        let evaluator: TermEvaluator
        var columns: [TermValue] = []
    }

    /// Prepares to answer a statement.
    ///
    /// - Throws: ``QuireError`` with code `unsupportedOperation` if it takes a database.
    init(_ statement: SelectStatement, of documents: [EvaluatedDocument]) throws {
        guard statement.furtherSources.isEmpty else { throw TermEvaluator.unsupported("a join") }
        self.statement = statement
        self.documents = documents
        aliases = statement.columns.reduce(into: [:]) { aliases, column in
            if let alias = column.alias { aliases[alias] = column.term }
        }
        try statement.condition?.refuseAggregates(in: "WHERE", aliases)
        for term in statement.grouping { try term.refuseAggregates(in: "GROUP BY", aliases) }
    }

    // MARK: Answers

    /// The documents that the statement chooses.
    func records() throws -> [DocumentRecord] {
        try limited(ordered(chosen().map { Row(evaluator: evaluator($0)) }))
            .compactMap { $0.evaluator.document?.record }
    }

    /// The rows of the statement.
    func results(codingInfo: [CodingUserInfoKey: any Sendable]) throws -> ResultSet {
        var rows = try (isGrouped ? groups() : chosen().map(evaluator)).map { evaluator in
            Row(
                evaluator: evaluator,
                columns: try statement.columns.map { try evaluator.value($0.term) })
        }
        if statement.isDistinct { rows = Self.distinct(rows) }
        rows = try Array(limited(ordered(rows)))
        return try Self.resultSet(
            statement.columnTitles, rows.map(\.columns), codingInfo: codingInfo)
    }

    private static func resultSet(
        _ titles: [String], _ rows: [[TermValue]], codingInfo: [CodingUserInfoKey: any Sendable]
    ) throws -> ResultSet {
        let writer = FleeceWriter()
        writer.beginArray()
        for row in rows {
            writer.beginDictionary()
            for (title, value) in zip(titles, row) where !value.isMissing {
                writer.writeKey(title)
                writer.write(value.encode(writer))
            }
            writer.endDictionary()
        }
        writer.endArray()
        do {
            let storage = FleeceStorage(try writer.finish())
            return ResultSet(
                RecordedRows(
                    columns: RowColumns(titles: titles, codingInfo: codingInfo),
                    rows: storage.root?.array))
        } catch let error as FleeceError {
            throw QuireError(
                .corruptData, "A row of the query cannot be read: \(error)", underlyingError: error)
        }
    }

    // MARK: Clauses

    private func evaluator(_ document: EvaluatedDocument) -> TermEvaluator {
        TermEvaluator(document: document, aliases: aliases, paths: paths)
    }

    private func chosen() throws -> [EvaluatedDocument] {
        guard let condition = statement.condition else { return documents }
        return try documents.filter { try evaluator($0).holds(condition) }
    }

    private var isGrouped: Bool {
        func isAggregate(_ term: QueryTerm) -> Bool {
            guard case .call(let name, _) = term else { return false }
            return TermAggregate(rawValue: name) != nil
        }
        return !statement.grouping.isEmpty
            || statement.columns.contains { $0.term.contains(where: isAggregate) }
    }

    /// The groups that the statement makes, by their keys.
    private func groups() throws -> [TermEvaluator] {
        var groups: [(key: [TermValue], documents: [EvaluatedDocument])] = []
        if statement.grouping.isEmpty {
            groups = [([], try chosen())]
        } else {
            let keyed = try chosen().map { document in
                (try statement.grouping.map { try evaluator(document).value($0) }, document)
            }
            for (key, document) in Self.sorted(keyed, by: { Self.order($0.0, $1.0) }) {
                if let last = groups.last, Self.order(last.key, key) == 0 {
                    groups[groups.count - 1].documents.append(document)
                } else {
                    groups.append((key, [document]))
                }
            }
        }
        return try groups.map { group in
            TermEvaluator(
                document: group.documents.first, group: group.documents, aliases: aliases,
                paths: paths)
        }.filter { group in try statement.groupCondition.map { try group.holds($0) } ?? true }
    }

    private static func distinct(_ rows: [Row]) -> [Row] {
        /// Truth values are not the numbers that they are equal to.
        func order(_ left: [TermValue], _ right: [TermValue]) -> Int {
            let order = Self.order(left, right)
            return order == 0 ? Self.order(left.map(\.kind), right.map(\.kind)) : order
        }
        let numbered = sorted(Array(rows.enumerated())) {
            order($0.element.columns, $1.element.columns)
        }
        var kept: [Int] = []
        var last: Row?
        for (number, row) in numbered {
            if let last, order(last.columns, row.columns) == 0 { continue }
            kept.append(number)
            last = row
        }
        return kept.sorted().map { rows[$0] }
    }

    private func ordered(_ rows: [Row]) throws -> [Row] {
        guard !statement.ordering.isEmpty else { return rows }
        let keyed = try rows.map { row in
            (try statement.ordering.map { try row.evaluator.value(orderingTerm($0.term)) }, row)
        }
        let directions = statement.ordering.map { $0.direction == .ascending ? 1 : -1 }
        return Self.sorted(keyed) { left, right in
            for (index, direction) in directions.enumerated() {
                let order = left.0[index].order(to: right.0[index])
                if order != 0 { return order * direction }
            }
            return 0
        }.map(\.1)
    }

    /// What rows are sorted by: a whole number is that of a column, from 1.
    private func orderingTerm(_ term: QueryTerm) throws -> QueryTerm {
        guard case .literal(.integer(let number)) = term else { return term }
        guard number >= 1, number <= statement.columns.count else {
            throw QuireError(.invalidQuery, "ORDER BY \(number): there is no such column.")
        }
        return statement.columns[Int(number) - 1].term
    }

    private func limited(_ rows: [Row]) throws -> ArraySlice<Row> {
        let rest = rows.dropFirst(try statement.offset.map { try count($0, "OFFSET") } ?? 0)
        return try statement.limit.map { rest.prefix(try count($0, "LIMIT")) } ?? rest
    }

    /// A number of rows; one below zero counts as zero.
    private func count(_ term: QueryTerm, _ clause: String) throws -> Int {
        switch try TermEvaluator(document: nil, paths: paths).value(term) {
        case .integer(let count): return max(0, Int(clamping: count))
        case .double(let count):
            guard let whole = Int(exactly: count) else { break }
            return max(0, whole)
        default: break
        }
        throw QuireError(.invalidQuery, "\(clause) takes a whole number.")
    }

    // MARK: Order

    private static func order(_ left: [TermValue], _ right: [TermValue]) -> Int {
        for (left, right) in zip(left, right) {
            let order = left.order(to: right)
            if order != 0 { return order }
        }
        return 0
    }

    /// Sorts, leaving what is equal in its order.
    private static func sorted<Element>(
        _ elements: [Element], by order: (Element, Element) -> Int
    ) -> [Element] {
        elements.enumerated().sorted { left, right in
            let order = order(left.element, right.element)
            return order == 0 ? left.offset < right.offset : order < 0
        }.map(\.element)
    }
}

extension TermValue {
    /// What the value is beside its place in the order.
    fileprivate var kind: TermValue {
        switch self {
        case .boolean: .integer(1)
        case .unsigned: .integer(2)
        default: .integer(0)
        }
    }
}
