import Fleece
package import SQLPlusPlus

/// The condition and the aggregates of a live query with one row.
package struct LiveTotals: Sendable {
    /// The contribution of a document to the aggregate of one term.
    package enum Contribution: Sendable {
        case missing
        case integer(Int64)
        /// A value whose sum depends on the order of the documents.
        case other
    }

    /// The values of an aggregate.
    package struct Total: Sendable {
        package let term: QueryTerm
        package var count: Int64 = 0
        /// The number of values that are not integers.
        var otherCount: Int64 = 0
        /// The sums of the positive and of the negative integers.
        package var positive = WideSum()
        var negative = WideSum()

        package mutating func change(by contribution: Contribution, _ sign: Int64) {
            switch contribution {
            case .missing: break
            case .other:
                count += sign
                otherCount += sign
            case .integer(let value):
                count += sign
                if value < 0 {
                    negative.change(by: value, sign)
                } else {
                    positive.change(by: value, sign)
                }
            }
        }

        /// The sum, or `nil` if it depends on the order of the values.
        ///
        /// If the sums of the positive and of the negative values are in range, so is the sum of
        /// any part of the values.
        package var sum: Int64? {
            guard otherCount == 0, let positive = positive.value, let negative = negative.value
            else { return nil }
            return positive + negative
        }
    }

    private let evaluator: StatementEvaluator
    private let aggregates: [(term: PreparedTerm, aggregate: GroupAggregate)]

    package init(_ statement: SelectStatement, _ parameters: ParameterValues) throws {
        evaluator = try StatementEvaluator(statement, parameters: parameters, depth: 0)
        var known: Set<QueryTerm> = []
        aggregates = evaluator.columns.flatMap { column in
            column.term.aggregates.map { (column.term, $0) }
        }.filter { known.insert($0.aggregate.term).inserted }
    }

    /// The totals of no documents.
    package var none: [Total] { aggregates.map { Total(term: $0.aggregate.term) } }

    /// Returns the row of the totals, or `nil` if a total depends on the order of the documents.
    package func rows(
        _ totals: [Total], _ codingInfo: [CodingUserInfoKey: any Sendable]
    ) throws -> RecordedRows? {
        var parts: [QueryTerm: AggregatePart] = [:]
        for (total, aggregate) in zip(totals, aggregates) {
            if case .count = aggregate.aggregate.kind {
                parts[total.term] = AggregatePart(count: total.count)
            } else {
                guard let sum = total.sum else { return nil }
                parts[total.term] = AggregatePart(count: total.count, sum: .integer(sum))
            }
        }
        guard let properties = try FleeceStorage(json: "{}").rootDictionary else { return nil }
        let group = EvaluatedGroup(properties: properties, aggregates: parts)
        return try evaluator.rows(ofGroups: [group], codingInfo: codingInfo).recorded
    }

    /// An evaluation of the condition and the aggregates on documents.
    package struct Run {
        private let totals: LiveTotals
        private var evaluation = Evaluation()

        package init(_ totals: LiveTotals) {
            self.totals = totals
            let terms =
                [totals.evaluator.condition].compactMap { $0 } + totals.aggregates.map(\.term)
            for term in terms { evaluation.prepare(for: term, totals.evaluator.locations) }
        }

        /// Returns the contributions of a document, or `nil` if it does not satisfy the condition.
        ///
        /// - Throws: An error if the document cannot be evaluated.
        package mutating func contributions(
            of record: DocumentRecord, isSelected: Bool = false
        ) throws -> [Contribution]? {
            evaluation.begin(EvaluatedDocument(record))
            defer { evaluation.end() }
            if !isSelected, let condition = totals.evaluator.condition {
                guard try evaluation.meets(condition) else { return nil }
            }
            var contributions: [Contribution] = []
            for (term, aggregate) in totals.aggregates {
                guard let operand = aggregate.operand else {
                    contributions.append(.integer(1))
                    continue
                }
                let value = term.value(of: operand, &evaluation)
                try evaluation.checkFailure()
                if value.isMissing {
                    contributions.append(.missing)
                } else {
                    contributions.append(value.summedInteger.map { .integer($0) } ?? .other)
                }
            }
            return contributions
        }
    }
}

/// A sum of integers of one sign, which can be out of range.
package struct WideSum: Sendable {
    private var high: Int64 = 0
    private var low: UInt64 = 0

    /// Adds or removes an integer.
    ///
    /// - Parameters:
    ///   - value: The integer.
    ///   - sign: 1 to add the integer, or -1 to remove it.
    mutating func change(by value: Int64, _ sign: Int64) {
        let bits = UInt64(bitPattern: value)
        let extended: Int64 = value < 0 ? -1 : 0
        if sign > 0 {
            let (sum, carries) = low.addingReportingOverflow(bits)
            low = sum
            high += extended + (carries ? 1 : 0)
        } else {
            let (difference, borrows) = low.subtractingReportingOverflow(bits)
            low = difference
            high -= extended + (borrows ? 1 : 0)
        }
    }

    /// The sum, or `nil` if it is out of range.
    var value: Int64? {
        let value = Int64(bitPattern: low)
        return high == (value < 0 ? -1 : 0) ? value : nil
    }
}
