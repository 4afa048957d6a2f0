#if PostgreSQL
    import SQLPlusPlus

    /// The bounds of a property in a condition, for the ranges of an index that contain numbers and
    /// strings.
    ///
    /// The condition of a row is a disjunction, because a value of another type can meet it, too. In a
    /// range of one type, a bound is a single comparison, so the server begins to read the index there.
    /// For `type = 'hotel' AND rate >= 100`, the bound of the numbers is `key >= $n`.
    struct IndexBounds {
        private(set) var numbers: [String] = []
        private(set) var strings: [String] = []

        /// Creates the bounds that all operands of a conjunction have in common.
        ///
        /// - Parameters:
        ///   - condition: The condition of the statement.
        ///   - value: The property in SQL.
        ///   - filter: The filter that receives the parameters.
        init(of condition: QueryTerm?, on value: String, _ filter: inout RowFilter) {
            let key = IndexKey(of: value).sql
            for part in condition?.conjuncts ?? [] {
                for (comparison, literal) in Self.comparisons(part, value) {
                    let isNumber = if case .string = literal { false } else { true }
                    guard let parameter = Self.parameter(literal, &filter) else { continue }
                    let bound = "\(key) \(comparison.sql) \(parameter)"
                    if isNumber { numbers.append(bound) } else { strings.append(bound) }
                }
            }
        }

        /// Returns the comparisons of a property with literals in a part of a conjunction.
        private static func comparisons(
            _ term: QueryTerm, _ value: String
        ) -> [(ValueComparison, Literal)] {
            switch term {
            case .operation(let operation, let operands):
                guard operands.count == 2, let comparison = ValueComparison(operation),
                    comparison != .notEqual
                else { return [] }
                if RowFilter.property(operands[0]) == value,
                    case .literal(let literal) = operands[1]
                {
                    return [(comparison, literal)]
                }
                if RowFilter.property(operands[1]) == value,
                    case .literal(let literal) = operands[0]
                {
                    return [(comparison.reversed, literal)]
                }
                return []
            case .between(let operand, let lower, let upper, false):
                guard RowFilter.property(operand) == value else { return [] }
                var result: [(ValueComparison, Literal)] = []
                if case .literal(let literal) = lower { result.append((.greaterOrEqual, literal)) }
                if case .literal(let literal) = upper { result.append((.lessOrEqual, literal)) }
                return result
            default: return []
            }
        }

        /// Adds a literal as a parameter, or returns `nil` if the index does not contain it as it is.
        private static func parameter(_ literal: Literal, _ filter: inout RowFilter) -> String? {
            switch literal {
            case .integer(let number): filter.add(json: "\(number)")
            case .double(let number):
                // The server has the shortest text of a double, which is not its exact value beyond 2^53.
                number.magnitude < 0x1p53 ? filter.add(json: number == 0 ? "0" : "\(number)") : nil
            case .string(let text):
                // A longer text can have an index key that is a hash.
                text.utf8.count <= 150 ? filter.add(text).map { "to_jsonb(\($0)::text)" } : nil
            case .null, .boolean: nil
            }
        }
    }
#endif
