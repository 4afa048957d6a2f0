import SQLPlusPlus

/// A piece of SQL text and the values that its placeholders stand for.
struct SQLFragment: ExpressibleByStringInterpolation, Sendable {
    /// What a placeholder stands for.
    enum Binding: Hashable, Sendable {
        case literal(Literal)
        /// An array or a dictionary, as a Fleece document.
        case collection([UInt8])
        /// A parameter of the query, by its name; its value is bound as a Fleece document.
        case parameter(String)
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

    /// Fragments one after another.
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

    /// Only fragments, values and quoted names can be put into a fragment: no text from elsewhere.
    struct Interpolation: StringInterpolationProtocol {
        fileprivate var fragment = SQLFragment()

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: StaticString) {
            fragment.text.append(SQLText(stringLiteral: literal))
        }

        mutating func appendInterpolation(_ part: SQLFragment) {
            fragment.append(part)
        }

        /// Puts in a placeholder for a value.
        mutating func appendInterpolation(bind binding: Binding) {
            fragment.text.append("?")
            fragment.bindings.append(binding)
        }

        /// Puts in the table of a collection's live documents.
        mutating func appendInterpolation(table keyStore: KeyStore) {
            fragment.text.append(keyStore.liveTable.quoted)
        }

        /// Puts in the table of a collection's deleted documents.
        mutating func appendInterpolation(deleted keyStore: KeyStore) {
            fragment.text.append(keyStore.deadTable.quoted)
        }

        /// Puts in a name, in quotes.
        mutating func appendInterpolation(name: String) {
            fragment.text.append(SQLIdentifier(name).quoted)
        }

        /// Puts in an integer.
        mutating func appendInterpolation(number: Int) {
            fragment.text.append("\(number: Int64(number))")
        }

        /// Puts in an expression as an index has it.
        mutating func appendInterpolation(schema expression: SQLText) {
            fragment.text.append(expression)
        }

        /// Puts in a string constant that has to stand in the SQL itself.
        mutating func appendInterpolation(constant text: String) {
            fragment.text.append(.constant(text))
        }
    }
}
