package import SQLPlusPlus

/// A type whose values are strings in queries: `String` and `String?`.
///
/// String values of other types can be used through a property, such as the raw value of an
/// enumeration: `$0.kind.rawValue`.
///
/// ```swift
/// let houses = hotels.filter { $0.name.lowercased().contains("house") }
/// ```
public protocol QueryText {}

extension String: QueryText {}
extension Optional: QueryText where Wrapped: QueryText {}

// Strings are compared by their Unicode code points. Unlike in Swift, `"e"` with a combining accent
// doesn't equal `"é"`, and it begins with `"e"`.
extension QueryField where Value: QueryText {
    /// Returns a condition that is true if the string begins with the given prefix.
    ///
    /// The condition is a range comparison, so an index on the property can be used.
    ///
    /// ```swift
    /// let harbour = hotels.filter { $0.name.hasPrefix("Harbour") }
    /// ```
    ///
    /// - Parameter prefix: The prefix. Every string begins with an empty prefix.
    /// - Returns: The condition, which is not true for `nil`.
    public func hasPrefix(_ prefix: String) -> QueryCondition<Root> {
        condition { operand throws(QuireError) in operand.hasPrefix(prefix) }
    }

    /// Returns a condition that is true if the string ends with the given suffix.
    ///
    /// ```swift
    /// let houses = hotels.filter { $0.name.hasSuffix("House") }
    /// ```
    ///
    /// - Parameter suffix: The suffix. Every string ends with an empty suffix.
    /// - Returns: The condition, which is not true for `nil`.
    public func hasSuffix(_ suffix: String) -> QueryCondition<Root> {
        condition { operand throws(QuireError) in operand.hasSuffix(suffix) }
    }

    /// Returns a condition that is true if the string contains the given string.
    ///
    /// ```swift
    /// let withSeaView = hotels.filter { $0.description.contains("sea view") }
    /// ```
    ///
    /// - Parameter text: The string to search for. Every string contains the empty string.
    /// - Returns: The condition, which is not true for `nil`.
    public func contains(_ text: String) -> QueryCondition<Root> {
        condition { operand throws(QuireError) in operand.contains(text: text) }
    }

    /// Not available: a full-text search is a method of the selection.
    ///
    /// See ``Selection/matching(_:as:in:_:)``.
    ///
    /// - Parameter text: The words to search for.
    /// - Returns: A condition that is an error. Calls of this method do not compile.
    @available(
        *, unavailable,
        message:
            "use matching(_:in:) of the selection: filter { … }.matching(\"sea\", in: \\.notes)"
    )
    public func matching(_ text: String) -> QueryCondition<Root> {
        QueryCondition(
            condition: .failure(
                QuireError(.invalidQuery, "A full-text search is a method of the selection.")))
    }

    /// Returns a condition that is true if the string matches a pattern.
    ///
    /// ```swift
    /// let like = hotels.filter { $0.name.like("H%House") }
    /// ```
    ///
    /// - Parameter pattern: A pattern in which `%` matches any number of characters and `_` matches
    ///   one code point. A backslash escapes the character after it.
    /// - Returns: The condition, which is not true for `nil`.
    public func like(_ pattern: String) -> QueryCondition<Root> {
        condition { operand throws(QuireError) in
            operand.like(pattern)
        }
    }

    /// A condition that is true if the string is empty.
    ///
    /// The condition is not true for `nil`.
    public var isEmpty: QueryCondition<Root> {
        condition { operand throws(QuireError) in try operand.compare(.equal, "") }
    }

    /// Returns the string in lowercase.
    ///
    /// ```swift
    /// let grand = hotels.filter { $0.name.lowercased() == "grand" }
    /// ```
    ///
    /// - Returns: A computed field.
    public func lowercased() -> QueryField {
        computed { operand throws(QuireError) in .call("LOWER", [operand.term.uncollated]) }
    }

    /// Returns the string in uppercase.
    ///
    /// - Returns: A computed field.
    public func uppercased() -> QueryField {
        computed { operand throws(QuireError) in .call("UPPER", [operand.term.uncollated]) }
    }
}

extension QueryField where Value == String {
    /// The number of characters, as the function `LENGTH` of SQL++ counts them.
    ///
    /// Unlike in Swift, a character is a Unicode code point: `"e"` with a combining accent counts
    /// as two.
    public var count: QueryField<Root, Int> {
        computed { operand throws(QuireError) in .call("LENGTH", [operand.term.uncollated]) }
    }
}

extension QueryField where Value == String? {
    /// The number of characters, as the function `LENGTH` of SQL++ counts them, or `nil`.
    public var count: QueryField<Root, Int?> {
        computed { operand throws(QuireError) in
            .call("LENGTH", [operand.term.uncollated.missingIfNull])
        }
    }
}

extension FieldOperand {
    package func hasPrefix(_ prefix: String) -> QueryTerm {
        if case .collated = term { return prefix.isEmpty ? isText : like(prefix.likePattern + "%") }
        return hasBinaryPrefix(prefix)
    }

    private func hasBinaryPrefix(_ prefix: String) -> QueryTerm {
        let term = term.uncollated
        let end = TextRange.end(ofTextsWithPrefix: prefix).map(Literal.string) ?? .null
        return .operation(
            .and,
            [
                .operation(.greaterThanOrEqual, [term, .literal(.string(prefix))]),
                .operation(.lessThan, [term, .literal(end)]),
            ])
    }

    package func hasSuffix(_ suffix: String) -> QueryTerm {
        guard !suffix.isEmpty else { return isText }
        return like("%" + suffix.likePattern)
    }

    package func like(_ pattern: String) -> QueryTerm {
        term.collatedCondition { .operation(.like, [$0, .literal(.string(pattern))]) }
    }

    package func contains(text: String) -> QueryTerm {
        guard !text.isEmpty else { return isText }
        return term.collatedCondition { .call("CONTAINS", [$0, .literal(.string(text))]) }
    }

    /// A condition that is true for strings, which are ordered between the empty string and null.
    private var isText: QueryTerm { hasBinaryPrefix("") }
}

/// The strings with a prefix as a range, in the order of their code points, which is also the order
/// of their UTF-8 bytes.
package enum TextRange {
    /// Returns the least string that is greater than all strings with a prefix, or `nil` if none
    /// exists.
    package static func end(ofTextsWithPrefix prefix: String) -> String? {
        var scalars = Array(prefix.unicodeScalars)
        while let last = scalars.popLast() {
            // U+D7FF is followed by the surrogates, which strings cannot contain.
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

extension String {
    /// A pattern of `LIKE` that matches exactly the string.
    package var likePattern: String {
        var pattern = ""
        for scalar in unicodeScalars {
            if scalar == "%" || scalar == "_" || scalar == "\\" { pattern += "\\" }
            pattern.unicodeScalars.append(scalar)
        }
        return pattern
    }
}
