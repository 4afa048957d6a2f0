#if PostgreSQL
    import Fleece
    import QuireModels
    import SQLPlusPlus

    /// The columns from which the value of an aggregate is computed.
    ///
    /// | aggregate | columns |
    /// | --- | --- |
    /// | `COUNT(*)` | the number of documents |
    /// | `COUNT(x)` | the number of values |
    /// | `SUM(x)`, `AVG(x)` | the number of values, the text of the sum, whether all are integers |
    /// | `MIN(x)`, `MAX(x)` | the number of values, the text of the lowest or highest number, the lowest or highest string, whether there is a null |
    ///
    /// The sum is exact, because the server adds decimal numbers. It is rounded once.
    struct AggregateColumns {
        private enum Kind {
            case count
            case sum
            case minimum
            case maximum
        }

        private let kind: Kind
        /// The values of the columns in SQL.
        let columns: [String]
        /// A condition in SQL that is true if the server cannot compute the aggregate.
        let isUnknown: String?

        /// Creates the columns of an aggregate, or returns `nil` if the server cannot compute it.
        init?(_ term: QueryTerm) {
            guard case .call(let name, let arguments) = term, arguments.count <= 1 else {
                return nil
            }
            let kind: Kind
            switch QueryFunction.all[name]?.aggregate {
            case .count?: kind = .count
            case .sum?, .average?: kind = .sum
            case .minimum?: kind = .minimum
            case .maximum?: kind = .maximum
            case .array?, nil: return nil
            }
            self.kind = kind
            if kind == .count, arguments.isEmpty || arguments == [.star] {
                columns = ["count(*)"]
                isUnknown = nil
                return
            }
            guard let operand = arguments.first, let value = RowFilter.property(operand) else {
                return nil
            }
            let type = "jsonb_typeof(\(value))"
            let count = "count(\(value))"
            let number = "CASE \(type) WHEN 'number' THEN (\(value))::numeric END"
            switch kind {
            case .count:
                columns = [count]
                isUnknown = nil
            case .sum:
                columns = [
                    count, "sum(\(number))::text",
                    "coalesce(bool_and(\(type) = 'number' AND scale(\(number)) = 0), true)",
                ]
                // The sum of integers must be in range after each addition.
                isUnknown = """
                    bool_or(\(type) NOT IN ('number', 'null')) \
                    OR count(*) * max(abs(\(number))) > \(Int64.max)
                    """
            case .minimum, .maximum:
                let function = kind == .minimum ? "min" : "max"
                columns = [
                    count, "\(function)(\(number))::text",
                    """
                    \(function)(CASE \(type) WHEN 'string' THEN \(value) #>> '{}' END COLLATE "C")
                    """,
                    "coalesce(bool_or(\(type) = 'null'), false)",
                ]
                isUnknown = "bool_or(\(type) IN ('boolean', 'array', 'object'))"
            }
        }

        /// Returns the value of a row, beginning with a column.
        func part(_ row: PostgresRow, _ column: Int) throws -> AggregatePart {
            let count = try row.integer(column)
            switch kind {
            case .count: return AggregatePart(count: count)
            case .sum:
                // Without a number, all values are null.
                let text = row.isNull(column + 1) ? "0" : row.text(column + 1)
                if try row.boolean(column + 2), let sum = Int64(text) {
                    return AggregatePart(count: count, sum: .integer(sum))
                }
                return AggregatePart(count: count, sum: .double(Double(text) ?? 0))
            case .minimum, .maximum:
                let hasNumber = !row.isNull(column + 1)
                let hasString = !row.isNull(column + 2)
                let hasNull = try row.boolean(column + 3)
                let writer = FleeceWriter()
                // The order is: numbers, strings, null.
                if hasNull, kind == .maximum || !hasNumber && !hasString {
                    writer.writeNull()
                } else if hasString, kind == .maximum || !hasNumber {
                    writer.write(row.text(column + 2))
                } else if hasNumber {
                    try JSONReader.read(row.text(column + 1), into: writer)
                } else {
                    return AggregatePart(count: count)
                }
                return AggregatePart(
                    count: count, extreme: FleeceStorage(try writer.finish()).root)
            }
        }
    }
#endif
