#if PostgreSQL
    import Foundation
    import QuireModels
    import SQLPlusPlus

    /// The part of a query's condition that the server checks.
    ///
    /// The server returns at least the documents that meet the condition. The evaluator of Quire then
    /// checks the complete condition, so the results are those of the embedded engine. A part of a
    /// condition that the server cannot check, such as most functions, filters nothing.
    ///
    /// Each part has two forms in SQL: one is true for all documents for which the part may be true, and
    /// one for all documents for which it may be false. A form is never negated, because NULL in SQL
    /// represents a missing value. For example, `NOT (stars > 3)` becomes the second form of
    /// `stars > 3`:
    ///
    /// ```text
    /// jsonb_typeof(body->'stars') = 'number' AND body->'stars' <= $1 OR body->'stars' = 'true' …
    /// ```
    ///
    /// A body with values that `jsonb` cannot represent is in the column `exact`. The server returns all
    /// of these documents.
    struct RowFilter {
        /// The values of the parameters, beginning with `$1`.
        private(set) var parameters: [PostgresValue] = []
        /// Whether the condition is true only for documents that meet it, and for those with a value
        /// in `exact`.
        private(set) var isExact = true
        /// Whether the condition contains ranges of an index.
        private(set) var usesIndex = false
        /// The properties that an index contains, in SQL.
        private let indexed: Set<String>
        /// Whether the server compares the strings in indexes by their bytes.
        private let ordersByBytes: Bool
        /// The conditions of full-text searches.
        var matches: [QueryTerm: String] = [:]
        /// Whether the condition contains literals instead of parameters.
        private var containsLiterals = false

        /// The condition of live documents.
        private static let live = "flags & 1 = 0"

        /// The condition for documents that `jsonb` represents exactly.
        private(set) var conditionOfJSON = "\(RowFilter.live) AND exact IS NULL"

        /// The condition for the other documents, of which the evaluator checks all.
        static let conditionOfInexact = "\(live) AND exact IS NOT NULL"

        /// The property of the type discriminator, whose value is also in the column `type`.
        static let typeProperty = "body->'type'"

        /// Creates a filter.
        ///
        /// - Parameters:
        ///   - indexed: The properties that an index contains, in SQL.
        ///   - ordersByBytes: Whether the server compares the strings in indexes by their bytes.
        init(indexed: Set<String> = [], ordersByBytes: Bool = false) {
            self.indexed = indexed
            self.ordersByBytes = ordersByBytes
        }

        /// Returns the condition of an index.
        ///
        /// A query with the same condition, and values in place of its parameters, uses the index.
        static func literal(_ term: QueryTerm) -> String {
            indexedForm(term).map { "\(live) AND (\($0))" } ?? live
        }

        /// Returns the part of an index's condition for documents that are not deleted, or `nil` if it
        /// would be true for all documents.
        static func indexedForm(_ term: QueryTerm) -> String? {
            var filter = RowFilter()
            filter.containsLiterals = true
            return filter.mayBe(true, term)
        }

        /// Returns the condition of a `WHERE` clause for live documents.
        mutating func condition(_ term: QueryTerm?) -> String {
            guard let term else { return Self.live }
            guard let form = mayBe(true, term) else {
                isExact = false
                return Self.live
            }
            conditionOfJSON += " AND (\(form))"
            return "\(Self.live) AND (\(form) OR exact IS NOT NULL)"
        }

        /// The properties whose indexes have the order of the server's values, in SQL.
        var sortedByIndex: Set<String> {
            ordersByBytes ? indexed.subtracting([Self.typeProperty]) : []
        }

        // MARK: Conditions

        /// Returns the form for a result, or `nil` if it would be true for all documents.
        private mutating func mayBe(_ result: Bool, _ term: QueryTerm) -> String? {
            switch term {
            case .operation(.and, let operands): return all(result, operands)
            case .operation(.or, let operands): return any(result, operands)
            case .unary(.not, let operand): return mayBe(!result, operand)
            case .operation(let operation, let operands):
                guard operands.count == 2, let comparison = ValueComparison(operation) else {
                    return nil
                }
                return compare(
                    by: result ? comparison : comparison.negated, operands[0], operands[1])
            case .between(let value, let lower, let upper, false) where result:
                if let range = indexedRange(of: value, lower: lower, upper: upper) { return range }
                return all(result, Self.bounds(of: value, lower: lower, upper: upper))
            case .between(let value, let lower, let upper, let isNegated):
                return all(result != isNegated, Self.bounds(of: value, lower: lower, upper: upper))
            case .membership(let value, .array(let items), let isNegated):
                guard !items.isEmpty, items.count <= 1000 else { return nil }
                return any(result != isNegated, items.map { .operation(.equal, [value, $0]) })
            case .test(let test, let operand): return self.test(result, by: test, of: operand)
            case .quantified(let term) where result: return contains(term)
            case .property: return truth(result, term)
            case .match: return matches[term].map { result ? $0 : "NOT (\($0))" }
            default: return nil
            }
        }

        private mutating func all(_ result: Bool, _ operands: [QueryTerm]) -> String? {
            // A conjunction may be false if any of its operands may be false.
            result ? joined(operands, by: " AND ", result) : either(operands, result)
        }

        private mutating func any(_ result: Bool, _ operands: [QueryTerm]) -> String? {
            result ? either(operands, result) : joined(operands, by: " AND ", result)
        }

        /// Returns the conjunction of the operands that filter.
        private mutating func joined(
            _ operands: [QueryTerm], by separator: String, _ result: Bool
        ) -> String? {
            var forms: [String] = []
            for operand in operands {
                if let form = mayBe(result, operand) {
                    forms.append("(\(form))")
                } else {
                    isExact = false
                }
            }
            return forms.isEmpty ? nil : forms.joined(separator: separator)
        }

        /// Returns the disjunction of the operands, or `nil` if one of them filters nothing.
        private mutating func either(_ operands: [QueryTerm], _ result: Bool) -> String? {
            let start = parameters.count
            var forms: [String] = []
            for operand in operands {
                guard let form = mayBe(result, operand) else {
                    parameters.removeSubrange(start...)
                    return nil
                }
                forms.append("(\(form))")
            }
            return forms.isEmpty ? nil : forms.joined(separator: " OR ")
        }

        private mutating func test(
            _ result: Bool, by test: NullTest, of operand: QueryTerm
        ) -> String? {
            if result, test == .isValued, let form = hasVector(operand) { return form }
            guard let value = Self.property(operand) else { return nil }
            let isNull = "\(value) = 'null'"
            let isNotNull = "\(value) <> 'null'"
            return switch test {
            case .isNull: result ? isNull : isNotNull
            case .isNotNull: result ? isNotNull : isNull
            case .isMissing: "\(value) IS \(result ? "" : "NOT ")NULL"
            case .isNotMissing: "\(value) IS \(result ? "NOT " : "")NULL"
            case .isValued: result ? isNotNull : "\(value) IS NULL OR \(isNull)"
            case .isNotValued: result ? "\(value) IS NULL OR \(isNull)" : isNotNull
            }
        }

        /// Returns the form of a condition that a distance exists.
        private mutating func hasVector(_ term: QueryTerm) -> String? {
            guard case .call(let name, let arguments) = term,
                ["VECTOR_DISTANCE", "APPROX_VECTOR_DISTANCE"].contains(name),
                let value = arguments.first.flatMap(Self.property)
            else { return nil }
            // The evaluator reads the numbers.
            isExact = false
            return "jsonb_typeof(\(value)) IN ('array', 'string')"
        }

        /// Returns the form of a property that is used as a condition.
        private mutating func truth(_ result: Bool, _ term: QueryTerm) -> String? {
            guard let value = Self.property(term) else { return nil }
            isExact = false
            // Strings that begin with a number other than zero are true, too.
            return result
                ? "\(value) NOT IN ('false', 'null', '0')" : "\(value) <> 'true'"
        }

        // MARK: Comparisons

        private mutating func compare(
            by comparison: ValueComparison, _ left: QueryTerm, _ right: QueryTerm
        ) -> String? {
            if case .literal(let literal) = left, Self.isColumn(right) {
                return compare(by: comparison.reversed, right, literal)
            }
            guard Self.isColumn(left), case .literal(let literal) = right else { return nil }
            return compare(by: comparison, left, literal)
        }

        private mutating func compare(
            by comparison: ValueComparison, _ column: QueryTerm, _ literal: Literal
        ) -> String? {
            if case .metadata = column {
                guard case .string(let text) = literal, let number = add(text) else { return nil }
                return "id \(comparison.sql) \(number)"
            }
            guard let value = Self.property(column) else { return nil }
            switch literal {
            case .null: return compareNull(comparison, value)
            case .boolean(let boolean): return compare(by: comparison, value, boolean ? 1 : 0)
            case .integer(let integer):
                return compareNumber(
                    by: comparison, value, text: "\(integer)", number: Double(integer))
            case .double(let double): return compare(by: comparison, value, double)
            case .string(let text):
                if comparison == .equal, value == Self.typeProperty {
                    return add(text).map { "type = \($0)" }
                }
                return compare(by: comparison, value, text)
            }
        }

        private mutating func compare(
            by comparison: ValueComparison, _ value: String, _ number: Double
        ) -> String? {
            // The server has the shortest text of a double, which is not its exact value beyond 2^53.
            guard number.magnitude < 0x1p53 else { return nil }
            return compareNumber(
                by: comparison, value, text: number == 0 ? "0" : "\(number)", number: number)
        }

        /// Compares with a number.
        ///
        /// The order is: numbers with false as 0 and true as 1, strings, null, arrays and dictionaries.
        private mutating func compareNumber(
            by comparison: ValueComparison, _ value: String, text: String, number: Double
        ) -> String? {
            let isIndexed = indexed.contains(value) && comparison != .notEqual
            if isIndexed { usesIndex = true }
            let value = isIndexed ? IndexKey(of: value).sql : value
            let parameter = add(json: text)
            var forms: [String]
            switch comparison {
            case .equal: forms = ["\(value) = \(parameter)"]
            case .less where isIndexed, .lessOrEqual where isIndexed:
                forms = [
                    "\(value) >= \(IndexKey.lowestNumber) AND \(value) \(comparison.sql) \(parameter)"
                ]
            case .greater where isIndexed, .greaterOrEqual where isIndexed:
                forms = ["\(value) \(comparison.sql) \(parameter) AND \(value) < 'false'"]
            default:
                forms = [
                    "jsonb_typeof(\(value)) = 'number' AND \(value) \(comparison.sql) \(parameter)"
                ]
            }
            if comparison.isTrue(0, number) { forms.append("\(value) = 'false'") }
            if comparison.isTrue(1, number) { forms.append("\(value) = 'true'") }
            if comparison.includesGreater {
                forms.append(
                    isIndexed
                        ? "\(value) < \(IndexKey.lowestNumber) OR \(value) > 'true'"
                        : "jsonb_typeof(\(value)) IN ('string', 'null', 'array', 'object')")
            }
            return forms.map { "(\($0))" }.joined(separator: " OR ")
        }

        private mutating func compare(
            by comparison: ValueComparison, _ value: String, _ text: String
        ) -> String? {
            guard let number = add(text) else { return nil }
            // A longer text can have an index key that is a hash.
            let isIndexed = indexed.contains(value) && text.utf8.count <= 150
            if isIndexed { usesIndex = true }
            let key = isIndexed ? IndexKey(of: value).sql : value
            if comparison == .equal { return "\(key) = to_jsonb(\(number)::text)" }
            var forms = [
                """
                jsonb_typeof(\(value)) = 'string' \
                AND (\(value) #>> '{}') COLLATE "C" \(comparison.sql) \(number)
                """
            ]
            if comparison.includesLess {
                forms.append("jsonb_typeof(\(value)) IN ('number', 'boolean')")
            }
            if comparison.includesGreater {
                forms.append("jsonb_typeof(\(value)) IN ('null', 'array', 'object')")
            }
            let complete = forms.map { "(\($0))" }.joined(separator: " OR ")
            guard isIndexed, ordersByBytes, comparison != .notEqual else { return complete }
            let strings =
                comparison.includesLess
                ? "\(key) >= '\"\"' AND \(key) \(comparison.sql) to_jsonb(\(number)::text)"
                : """
                \(key) \(comparison.sql) to_jsonb(\(number)::text) \
                AND \(key) < \(IndexKey.lowestNumber)
                """
            let others =
                comparison.includesLess
                ? "\(key) BETWEEN \(IndexKey.lowestNumber) AND 'true'" : "\(key) < '\"\"'"
            return "(\(strings)) OR (\(others)) OR (\(key) > 'true' AND (\(complete)))"
        }

        private static func bounds(
            of value: QueryTerm, lower: QueryTerm, upper: QueryTerm
        ) -> [QueryTerm] {
            [
                .operation(.greaterThanOrEqual, [value, lower]),
                .operation(.lessThanOrEqual, [value, upper]),
            ]
        }

        /// Returns the form of a range between two integers as one range of an index.
        private mutating func indexedRange(
            of term: QueryTerm, lower: QueryTerm, upper: QueryTerm
        ) -> String? {
            guard let value = Self.property(term), indexed.contains(value),
                case .literal(.integer(let first)) = lower,
                case .literal(.integer(let last)) = upper
            else { return nil }
            usesIndex = true
            let key = IndexKey(of: value).sql
            var forms = [
                "\(key) >= \(add(json: "\(first)")) AND \(key) <= \(add(json: "\(last)"))"
            ]
            if first <= 0, last >= 0 { forms.append("\(key) = 'false'") }
            if first <= 1, last >= 1 { forms.append("\(key) = 'true'") }
            return forms.map { "(\($0))" }.joined(separator: " OR ")
        }

        /// Returns the form of a search for a value in an array.
        private mutating func contains(_ term: QuantifiedTerm) -> String? {
            guard term.quantifier != .every, let array = Self.property(term.collection),
                case .operation(.equal, let operands) = term.condition, operands.count == 2,
                case .variable(term.variable, let path) = operands[0], path.isEmpty,
                case .literal(let literal) = operands[1]
            else { return nil }
            let items: [String]
            switch literal {
            case .string(let text):
                guard let parameter = add(text) else { return nil }
                items = ["jsonb_build_array(\(parameter)::text)"]
            case .integer(let number):
                // False and true are equal to 0 and 1.
                items =
                    [add(json: "[\(number)]")]
                    + (number == 0 ? ["'[false]'"] : number == 1 ? ["'[true]'"] : [])
            default: return nil
            }
            isExact = false
            usesIndex = true
            // A value that is not an array can have items, too.
            let key = ArrayIndexKey(of: array)
            return (items + [ArrayIndexKey.other]).map { "\(key.sql) @> \($0)" }
                .joined(separator: " OR ")
        }

        private func compareNull(_ comparison: ValueComparison, _ value: String) -> String? {
            var types: [String] = []
            if comparison.includesLess { types += ["'number'", "'boolean'", "'string'"] }
            if comparison.includesEqual { types.append("'null'") }
            if comparison.includesGreater { types += ["'array'", "'object'"] }
            return "jsonb_typeof(\(value)) IN (\(types.joined(separator: ", ")))"
        }

        // MARK: Operands

        /// Adds a text and returns its parameter, or `nil` if the server rejects the text.
        mutating func add(_ text: String) -> String? {
            guard !text.utf8.contains(0) else { return nil }
            if containsLiterals { return SQLName.literal(text) }
            parameters.append(.text(text))
            return "$\(parameters.count)"
        }

        /// Adds a JSON text and returns its parameter.
        mutating func add(json text: String) -> String {
            if containsLiterals { return SQLName.literal(text) + "::jsonb" }
            parameters.append(.json(Array(text.utf8)))
            return "$\(parameters.count)"
        }
    }
#endif
