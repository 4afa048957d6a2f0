import SQLPlusPlus

/// A piece of SQL text with the values of its placeholders.
struct SQLFragment: ExpressibleByStringInterpolation, Sendable {
    /// The value of a placeholder.
    enum Binding: Sendable {
        case literal(Literal)
        /// An array or a dictionary as a Fleece document.
        case collection([UInt8])
        /// A query parameter by name, whose value is bound as a Fleece document.
        case parameter(String)
        /// A condition that the statement evaluates for each row.
        case condition(EvaluatedCondition)
    }

    private(set) var text = SQLText()
    private(set) var bindings: [Binding] = []

    init(stringLiteral text: StaticString) {
        self.text = SQLText(stringLiteral: text)
    }

    init(stringInterpolation interpolation: Interpolation) {
        self = interpolation.fragment
    }

    init() {}

    /// The conditions that the statement evaluates for each row.
    var evaluatedTerms: [QueryTerm] {
        bindings.flatMap { binding -> [QueryTerm] in
            if case .condition(let condition) = binding { condition.terms } else { [] }
        }
    }

    /// Returns the concatenation of fragments.
    static func joined(_ fragments: [SQLFragment], separator: StaticString) -> SQLFragment {
        let separator = SQLText(stringLiteral: separator)
        var whole = SQLFragment()
        for (index, fragment) in fragments.enumerated() {
            if index > 0 { whole.text.append(separator) }
            whole.append(fragment)
        }
        return whole
    }

    mutating func append(_ fragment: SQLFragment) {
        text.append(fragment.text)
        bindings += fragment.bindings
    }

    /// The interpolation of a fragment.
    ///
    /// It only accepts fragments, values and quoted names, but no arbitrary strings.
    struct Interpolation: StringInterpolationProtocol {
        fileprivate var fragment = SQLFragment()

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: StaticString) {
            fragment.text.append(SQLText(stringLiteral: literal))
        }

        mutating func appendInterpolation(_ part: SQLFragment) {
            fragment.append(part)
        }

        /// Appends a placeholder for a value.
        mutating func appendInterpolation(bind binding: Binding) {
            fragment.text.append("?")
            fragment.bindings.append(binding)
        }

        /// Appends the table of a collection's live documents.
        mutating func appendInterpolation(table tables: CollectionTables) {
            fragment.text.append(tables.liveTable.quoted)
        }

        /// Appends the table of a collection's deleted documents.
        mutating func appendInterpolation(deleted tables: CollectionTables) {
            fragment.text.append(tables.tombstoneTable.quoted)
        }

        /// Appends a quoted name.
        mutating func appendInterpolation(name: String) {
            fragment.text.append(SQLIdentifier(name).quoted)
        }

        /// Appends an integer.
        mutating func appendInterpolation(number: Int) {
            fragment.text.append("\(number: Int64(number))")
        }

        /// Appends an expression with the same SQL text as in an index.
        mutating func appendInterpolation(schema expression: SQLText) {
            fragment.text.append(expression)
        }

        /// Appends a string constant that must be part of the SQL itself.
        mutating func appendInterpolation(constant text: String) {
            fragment.text.append(.constant(text))
        }
    }
}
