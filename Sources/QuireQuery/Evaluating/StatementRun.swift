import Fleece
import SQLPlusPlus

/// An evaluation of a statement on documents.
struct StatementRun {
    private let statement: StatementEvaluator
    private let documents: [EvaluatedDocument]
    /// Whether the documents may not satisfy the condition, because the engine did not check it.
    private let checksCondition: Bool
    private var evaluation: Evaluation
    /// The memory of values that are compared or returned.
    private let memory = ValueMemory()
    /// A closure that returns the documents of further sources.
    private let read: ((JoinedSource) throws -> [EvaluatedDocument])?

    private struct Row {
        var columns: [LanguageValue] = []
        var keys: [LanguageValue] = []
        var record: DocumentRecord?
    }

    init(
        _ statement: StatementEvaluator, documents: [EvaluatedDocument],
        read: ((JoinedSource) throws -> [EvaluatedDocument])?, checksCondition: Bool = true
    ) {
        self.statement = statement
        self.documents = documents
        self.read = read
        self.checksCondition = checksCondition
        evaluation = Evaluation()
        let terms =
            [
                statement.sourceFilter, statement.condition, statement.groupCondition,
                statement.limit, statement.offset,
            ].compactMap { $0 }
            + (statement.columns + statement.grouping + statement.ordering).map(\.term)
            + statement.joins.flatMap(\.terms)
        for term in terms { evaluation.prepare(for: term, statement.locations) }
    }

    // MARK: Results

    mutating func records() throws -> [DocumentRecord] {
        defer { evaluation.end() }
        try evaluateInnerStatements()
        var rows: [Row] = []
        for row in try chosen() {
            if !statement.ordering.isEmpty { evaluation.begin(row) }
            rows.append(Row(keys: try values(statement.ordering), record: row.document.record))
        }
        return try limited(ordered(rows)).compactMap(\.record)
    }

    mutating func results(_ codingInfo: [CodingUserInfoKey: any Sendable]) throws -> ResultSet {
        defer { evaluation.end() }
        let rows = try resultRows()
        let columnNames = statement.columnNames
        let writer = FleeceWriter()
        writer.beginArray()
        for row in rows {
            writer.beginDictionary()
            for (title, value) in zip(columnNames, row.columns) where !value.isMissing {
                writer.writeKey(title)
                writer.write(value.encoded(writer))
            }
            writer.endDictionary()
        }
        writer.endArray()
        do {
            let storage = FleeceStorage(try writer.finish())
            return ResultSet(
                RecordedRows(
                    columns: RowColumns(columnNames: columnNames, codingInfo: codingInfo),
                    rows: storage.root?.array))
        } catch let error as FleeceError {
            throw QuireError(
                .corruptData, "A row of the query cannot be read: \(error)", underlyingError: error)
        }
    }

    private mutating func resultRows() throws -> ArraySlice<Row> {
        guard !statement.selectsOnlyRecords else {
            throw QuireError.invalidQuery("* does not name its source")
        }
        try evaluateInnerStatements()
        var rows = try statement.isGrouped ? groupRows() : documentRows()
        if statement.isDistinct { rows = try distinct(rows) }
        return try limited(ordered(rows))
    }

    // MARK: Sources

    /// Evaluates the queries in `EXISTS`, which do not depend on the row.
    private mutating func evaluateInnerStatements() throws {
        for inner in statement.innerStatements {
            let source = JoinedSource(
                collection: inner.source, condition: inner.sourceCondition, documentIDs: nil)
            var run = StatementRun(inner, documents: try reading("EXISTS")(source), read: read)
            defer { run.evaluation.end() }
            evaluation.innerResults.append(try !run.resultRows().isEmpty)
        }
    }

    private func reading(
        _ clause: String
    ) throws -> ((JoinedSource) throws -> [EvaluatedDocument]) {
        if let read { return read }
        throw TermPreparation.unsupported("A statement with \(clause)")
    }

    /// Returns the rows that satisfy the condition.
    private mutating func chosen() throws -> [EvaluatedRow] {
        var rows = try filtered(documents.lazy.map { EvaluatedRow(document: $0) }, firstFilter)
        guard !statement.joins.isEmpty else { return rows }
        for (number, join) in statement.joins.enumerated() {
            switch join.kind {
            case .items(let array, let isStored):
                rows = try unnested(rows, array, isStored: isStored)
            case .documents(let documents):
                let join = try RowJoin(
                    documents, number: number, rows: rows, evaluation: &evaluation, reading("JOIN"))
                rows = try join.rows(joinedTo: rows, &evaluation)
            }
            if let filter = join.filter { rows = try filtered(rows, filter) }
        }
        return try statement.condition.map { try filtered(rows, $0) } ?? rows
    }

    /// The condition for documents of the first source.
    private var firstFilter: PreparedTerm? {
        guard checksCondition else { return nil }
        return statement.joins.isEmpty ? statement.condition : statement.sourceFilter
    }

    private mutating func filtered(
        _ rows: some Sequence<EvaluatedRow>, _ condition: PreparedTerm?
    ) throws -> [EvaluatedRow] {
        guard let condition else { return Array(rows) }
        var chosen: [EvaluatedRow] = []
        for row in rows {
            if BlockingWork.isCanceled { throw CancellationError() }
            evaluation.begin(row)
            if try evaluation.meets(condition) { chosen.append(row) }
        }
        return chosen
    }

    /// Returns a row for each item of an array.
    private mutating func unnested(
        _ rows: [EvaluatedRow], _ array: PreparedTerm, isStored: Bool
    ) throws -> [EvaluatedRow] {
        var result: [EvaluatedRow] = []
        for row in rows {
            evaluation.begin(row)
            let items = isStored ? array.value(&evaluation) : try value(array)
            try evaluation.checkFailure()
            items.forEachItem { item in
                result.append(
                    EvaluatedRow(document: row.document, joined: row.joined + [.item(item)]))
                return true
            }
        }
        return result
    }

    // MARK: Rows

    private mutating func documentRows() throws -> [Row] {
        var rows: [Row] = []
        for row in try chosen() {
            evaluation.begin(row)
            rows.append(
                Row(columns: try values(statement.columns), keys: try values(statement.ordering)))
        }
        return rows
    }

    private mutating func groupRows() throws -> [Row] {
        var rows: [Row] = []
        for group in try groups() {
            if let condition = statement.groupCondition {
                try begin(group, condition)
                guard try evaluation.meets(condition) else { continue }
            }
            var row = Row()
            for column in statement.columns {
                try begin(group, column.term)
                row.columns.append(try value(column.term))
            }
            for key in statement.ordering {
                try begin(group, key.term)
                row.keys.append(try value(key.term))
            }
            rows.append(row)
        }
        return rows
    }

    private mutating func groups() throws -> [[EvaluatedRow]] {
        let chosen = try chosen()
        if statement.grouping.isEmpty { return [chosen] }
        var keyed: [(key: [LanguageValue], row: EvaluatedRow)] = []
        for row in chosen {
            evaluation.begin(row)
            keyed.append((try values(statement.grouping), row))
        }
        let keys = statement.grouping
        keyed = try Self.sorted(keyed) { try Self.order($0.key, $1.key, by: keys) }
        var groups: [[EvaluatedRow]] = []
        var last: [LanguageValue]?
        for (key, row) in keyed {
            if let last, try Self.order(last, key, by: keys) == 0 {
                groups[groups.count - 1].append(row)
            } else {
                groups.append([row])
            }
            last = key
        }
        return groups
    }

    /// Begins evaluating a term on a group, and computes the values of its aggregates.
    private mutating func begin(_ group: [EvaluatedRow], _ term: PreparedTerm) throws {
        var states = term.aggregates.map { AggregateState($0.kind, memory) }
        for row in group where !states.isEmpty {
            if let parts = row.document.aggregates {
                for (index, aggregate) in term.aggregates.enumerated() {
                    guard let part = parts[aggregate.term] else { continue }
                    try known { () throws(FunctionFailure) in try states[index].add(part) }
                }
                continue
            }
            evaluation.begin(row)
            for (index, aggregate) in term.aggregates.enumerated() {
                let value =
                    aggregate.operand.map { term.value(of: $0, &evaluation) } ?? .integer(1)
                try evaluation.checkFailure()
                try known { () throws(FunctionFailure) in try states[index].add(value) }
            }
        }
        if let first = group.first { evaluation.begin(first) } else { evaluation.beginNothing() }
        evaluation.aggregates = try states.map { state in
            try known { () throws(FunctionFailure) in try state.result() }
        }
    }

    private func distinct(_ rows: [Row]) throws -> [Row] {
        let columns = statement.columns
        // `DISTINCT` distinguishes a Boolean from an equal number.
        func order(_ left: [LanguageValue], _ right: [LanguageValue]) throws -> Int {
            let order = try Self.order(left, right, by: columns)
            if order != 0 { return order }
            return zip(left, right).lazy.map { $0.kind - $1.kind }.first { $0 != 0 } ?? 0
        }
        let numbered = try Self.sorted(Array(rows.enumerated())) {
            try order($0.element.columns, $1.element.columns)
        }
        var kept: [Int] = []
        var last: Row?
        for (number, row) in numbered {
            if let last, try order(last.columns, row.columns) == 0 { continue }
            kept.append(number)
            last = row
        }
        return kept.sorted().map { rows[$0] }
    }

    private func ordered(_ rows: [Row]) throws -> [Row] {
        let keys = statement.ordering
        if keys.isEmpty { return rows }
        return try Self.sorted(rows) { try Self.order($0.keys, $1.keys, by: keys) }
    }

    private mutating func limited(_ rows: [Row]) throws -> ArraySlice<Row> {
        let rest = rows.dropFirst(try statement.offset.map { try count($0, "OFFSET") } ?? 0)
        return try statement.limit.map { rest.prefix(try count($0, "LIMIT")) } ?? rest
    }

    /// Returns a number of rows.
    ///
    /// A negative number counts as zero.
    private mutating func count(_ term: PreparedTerm, _ clause: String) throws -> Int {
        evaluation.beginNothing()
        switch try value(term) {
        case .integer(let count): return max(0, Int(clamping: count))
        case .double(let count):
            guard let integer = Int(exactly: count) else { break }
            return max(0, integer)
        default: break
        }
        throw QuireError(.invalidQuery, "\(clause) takes an integer.")
    }

    // MARK: Values

    private mutating func values(_ keys: [StatementEvaluator.Key]) throws -> [LanguageValue] {
        var values: [LanguageValue] = []
        for key in keys { values.append(try value(key.term)) }
        return values
    }

    /// Returns the value of a term in memory that is valid until the run ends.
    private mutating func value(_ term: PreparedTerm) throws -> LanguageValue {
        let value = term.value(&evaluation)
        try evaluation.checkFailure()
        return try known { () throws(FunctionFailure) in try memory.copy(value) }
    }

    // MARK: Ordering

    private static func order(
        _ left: [LanguageValue], _ right: [LanguageValue], by keys: [StatementEvaluator.Key]
    ) throws -> Int {
        for (index, key) in keys.enumerated() {
            let order = try ValueOrder.compare(left[index], right[index], collation: key.collation)
            if order != 0 { return key.isAscending ? order : -order.signum() }
        }
        return 0
    }

    /// Returns the elements in stable sorted order.
    private static func sorted<Element>(
        _ elements: [Element], by order: (Element, Element) throws -> Int
    ) rethrows -> [Element] {
        try elements.enumerated().sorted { left, right in
            let order = try order(left.element, right.element)
            return order == 0 ? left.offset < right.offset : order < 0
        }.map(\.element)
    }
}

extension LanguageValue {
    /// A number that distinguishes values of different types that are equal in the order.
    fileprivate var kind: Int {
        switch self {
        case .boolean: 1
        case .unsigned: 2
        default: 0
        }
    }
}
