import SQLPlusPlus

/// A type that is text to queries: `String`, and `String?`.
///
/// The raw value of an enumeration and the like are texts too: `$0.kind.rawValue`.
public protocol QueryText {}

extension String: QueryText {}
extension Optional: QueryText where Wrapped: QueryText {}

// Texts are compared by their code points, as stored: unlike in Swift, `"e"` with a combining accent
// is not `"é"`, and begins with `"e"`.
extension QueryField where Value: QueryText {
    /// Whether the text begins with another one.
    ///
    /// It is a condition on a range, so an index on the property serves it.
    ///
    /// - Parameter prefix: The text to look for; every text begins with an empty one.
    /// - Returns: The condition; it does not hold of `nil`.
    public func hasPrefix(_ prefix: String) -> QueryCondition<Root> {
        condition { operand throws(QuireError) in operand.hasPrefix(prefix) }
    }

    /// Whether the text ends with another one.
    ///
    /// - Parameter suffix: The text to look for; every text ends with an empty one.
    /// - Returns: The condition; it does not hold of `nil`.
    public func hasSuffix(_ suffix: String) -> QueryCondition<Root> {
        condition { operand throws(QuireError) in operand.hasSuffix(suffix) }
    }

    /// Whether another text is in the text.
    ///
    /// - Parameter text: The text to look for; an empty one is in every text.
    /// - Returns: The condition; it does not hold of `nil`.
    public func contains(_ text: String) -> QueryCondition<Root> {
        condition { operand throws(QuireError) in operand.contains(text: text) }
    }

    /// Whether the text matches a pattern.
    ///
    /// - Parameter pattern: A pattern in which `%` stands for any text, `_` for one code point, and a
    ///   backslash takes the meaning from the character behind it.
    /// - Returns: The condition; it does not hold of `nil`.
    public func like(_ pattern: String) -> QueryCondition<Root> {
        condition { operand throws(QuireError) in
            .operation(.like, [operand.term, .literal(.string(pattern))])
        }
    }

    /// The text in lower case.
    ///
    /// - Returns: A field to be compared.
    public func lowercased() -> QueryField {
        computed { operand throws(QuireError) in .call("LOWER", [operand.term]) }
    }

    /// The text in upper case.
    ///
    /// - Returns: A field to be compared.
    public func uppercased() -> QueryField {
        computed { operand throws(QuireError) in .call("UPPER", [operand.term]) }
    }
}

extension FieldOperand {
    func hasPrefix(_ prefix: String) -> QueryTerm {
        let end = TextRange.end(ofTextsWithPrefix: prefix).map(Literal.string) ?? .null
        return .operation(
            .and,
            [
                .operation(.greaterThanOrEqual, [term, .literal(.string(prefix))]),
                .operation(.lessThan, [term, .literal(end)]),
            ])
    }

    func hasSuffix(_ suffix: String) -> QueryTerm {
        guard !suffix.isEmpty else { return isText }
        var pattern = "%"
        for scalar in suffix.unicodeScalars {
            if scalar == "%" || scalar == "_" || scalar == "\\" { pattern += "\\" }
            pattern.unicodeScalars.append(scalar)
        }
        return .operation(.like, [term, .literal(.string(pattern))])
    }

    func contains(text: String) -> QueryTerm {
        guard !text.isEmpty else { return isText }
        return .call("CONTAINS", [term, .literal(.string(text))])
    }

    /// Texts lie between the empty one and null.
    private var isText: QueryTerm { hasPrefix("") }
}

/// The texts with a prefix as a range, in the order of the code points, which is that of the bytes.
enum TextRange {
    /// The least text that is greater than all texts with a prefix, or `nil` if there is none.
    static func end(ofTextsWithPrefix prefix: String) -> String? {
        var scalars = Array(prefix.unicodeScalars)
        while let last = scalars.popLast() {
            // Behind U+D7FF come the surrogates, which are no code points of texts.
            let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
            if let scalar = Unicode.Scalar(next) {
                var end = String.UnicodeScalarView(scalars)
                end.append(scalar)
                return String(end)
            }
        }
        return nil
    }
}
