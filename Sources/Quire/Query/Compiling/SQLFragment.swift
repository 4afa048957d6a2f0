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

    private(set) var text = ""
    private(set) var bindings: [Binding] = []

    init(stringLiteral text: StaticString) {
        self.text = text.description
    }

    init(stringInterpolation interpolation: Interpolation) {
        self = interpolation.fragment
    }

    init() {}

    /// Fragments one after another.
    static func joined(_ fragments: [SQLFragment], separator: StaticString) -> SQLFragment {
        var whole = SQLFragment()
        for (index, fragment) in fragments.enumerated() {
            if index > 0 { whole.text += separator.description }
            whole.append(fragment)
        }
        return whole
    }

    mutating func append(_ fragment: SQLFragment) {
        text += fragment.text
        bindings += fragment.bindings
    }

    /// Only fragments, values and quoted names can be put into a fragment: no text from elsewhere.
    struct Interpolation: StringInterpolationProtocol {
        fileprivate var fragment = SQLFragment()

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: StaticString) {
            fragment.text += literal.description
        }

        mutating func appendInterpolation(_ part: SQLFragment) {
            fragment.append(part)
        }

        /// Puts in a placeholder for a value.
        mutating func appendInterpolation(bind binding: Binding) {
            fragment.text += "?"
            fragment.bindings.append(binding)
        }

        /// Puts in the table of a collection's live documents.
        mutating func appendInterpolation(table keyStore: KeyStore) {
            fragment.text += keyStore.liveTable
        }

        /// Puts in the table of a collection's deleted documents.
        mutating func appendInterpolation(deleted keyStore: KeyStore) {
            fragment.text += keyStore.deadTable
        }

        /// Puts in a name, in quotes.
        mutating func appendInterpolation(name: String) {
            fragment.text += KeyStore.quoted(name)
        }

        /// Puts in a whole number.
        mutating func appendInterpolation(number: Int) {
            fragment.text += String(number)
        }

        /// Puts in an expression as an index has it.
        mutating func appendInterpolation(schema expression: String) {
            fragment.text += expression
        }

        /// Puts in a text that has to stand in the SQL itself.
        ///
        /// SQL ends at the character NUL, so that is put in by a function.
        mutating func appendInterpolation(constant text: String) {
            let parts = text.unicodeScalars.split(separator: "\0", omittingEmptySubsequences: false)
                .map { "'\(String($0).replacing("'", with: "''"))'" }
            let whole = parts.joined(separator: " || char(0) || ")
            fragment.text += parts.count == 1 ? whole : "(\(whole))"
        }
    }
}
