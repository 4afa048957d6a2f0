import Fleece
package import SQLPlusPlus

/// The text of a query with the values that it contains.
///
/// In a string literal, each interpolated value is bound: it never becomes part of the query's
/// text, so quotation marks and other special characters in it have no effect.
///
/// ```swift
/// let city = "Bergen"
/// let limit = 150.0
/// let cheap = try database.query(
///     "SELECT name, roomRate FROM _ WHERE address.city = \(city) AND roomRate < \(limit)")
/// ```
///
/// A value can be any `Encodable` value that documents store as a string, number, Boolean, null,
/// array or dictionary: `IN \(cities)` takes an array. `nil` is bound as null, which equals no
/// value. A date has the form in which documents store dates.
///
/// A value cannot be a part of a string in the query. Use `'%' || \(text) || '%'`, or interpolate
/// the complete string. A value also cannot be the name of a property or collection. Use
/// `\(verbatim:)` for names.
///
/// A source can contain other sources, together with their values:
///
/// ```swift
/// var condition: QuerySource = "type = 'hotel'"
/// if let text { condition = "\(condition) AND name LIKE \("%\(text)%")" }
/// let rows = try database.query("SELECT name FROM _ WHERE \(condition)")
/// ```
///
/// To use text that is created at run time, create a source with ``init(verbatim:)``.
public struct QuerySource: Sendable {
    fileprivate enum Part: Sendable {
        case text(String)
        case value(Result<QueryTerm, QuireError>)
    }

    private var parts: [Part]

    /// Creates a source from text, without values.
    ///
    /// The text is not checked: if it contains input from outside the program, that input can
    /// change the meaning of the query.
    ///
    /// ```swift
    /// let text = try String(contentsOf: file, encoding: .utf8)
    /// let query = try database.createQuery(QuerySource(verbatim: text))
    /// ```
    ///
    /// - Parameter text: The text in SQL++.
    public init(verbatim text: String) {
        parts = [.text(text)]
    }
}

extension QuerySource: ExpressibleByStringInterpolation {
    /// The literal segments and interpolated values of a source.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        fileprivate var parts: [Part] = []

        /// Creates an empty interpolation.
        public init(literalCapacity: Int, interpolationCount: Int) {
            parts.reserveCapacity(2 * interpolationCount + 1)
        }

        /// Appends a segment of the query's text.
        public mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { parts.append(.text(literal)) }
        }

        /// Binds a value.
        ///
        /// - Parameter value: The value. If queries cannot contain it, creating the query throws
        ///   ``QuireError`` with code `invalidQuery`.
        public mutating func appendInterpolation(_ value: some Encodable) {
            parts.append(.value(Result { () throws(QuireError) in try .bound(value) }))
        }

        /// Binds an optional value.
        ///
        /// - Parameter value: The value. `nil` is bound as null.
        public mutating func appendInterpolation<Value: Encodable>(_ value: Value?) {
            parts.append(.value(Result { () throws(QuireError) in try .bound(value) }))
        }

        /// Binds a part of a string.
        ///
        /// - Parameter value: The part.
        public mutating func appendInterpolation(_ value: Substring) {
            appendInterpolation(String(value))
        }

        /// Binds a character as a string.
        ///
        /// - Parameter value: The character.
        public mutating func appendInterpolation(_ value: Character) {
            appendInterpolation(String(value))
        }

        /// Binds a vector as base64 text, which the functions for vectors read.
        ///
        /// - Parameter value: The vector.
        public mutating func appendInterpolation(_ value: Vector) {
            appendInterpolation(VectorReader.text(of: value.numbers))
        }

        /// Binds an optional vector as base64 text.
        ///
        /// - Parameter value: The vector. `nil` is bound as null.
        public mutating func appendInterpolation(_ value: Vector?) {
            appendInterpolation(value.map { VectorReader.text(of: $0.numbers) })
        }

        /// Inserts the text and the values of another source.
        ///
        /// - Parameter source: The other source.
        public mutating func appendInterpolation(_ source: QuerySource) {
            parts += source.parts
        }

        /// Inserts text that becomes a part of the query, such as the name of a property.
        ///
        /// The text is not checked, as with ``QuerySource/init(verbatim:)``.
        ///
        /// - Parameter text: The text in SQL++.
        public mutating func appendInterpolation(verbatim text: String) {
            parts.append(.text(text))
        }
    }

    /// Creates a source from a string literal without values.
    public init(stringLiteral value: String) { self.init(verbatim: value) }

    /// Creates a source from a string literal with interpolated values.
    public init(stringInterpolation: StringInterpolation) {
        parts = stringInterpolation.parts
    }
}

extension QuerySource: CustomStringConvertible {
    /// The text of the query with a number for each value, for messages.
    public var description: String {
        var count = 0
        return parts.reduce(into: "") { text, part in
            switch part {
            case .text(let segment): text += segment
            case .value:
                count += 1
                text += "\\(\(count))"
            }
        }
    }
}

extension QuerySource {
    /// Parses the text of a query and inserts the values into the tree.
    ///
    /// - Returns: The statement.
    /// - Throws: ``QuireError`` with code `invalidQuery` if the text is not a query, a value cannot
    ///   be part of a query, or a value is at a location where SQL++ does not permit a term.
    package func statement() throws(QuireError) -> SelectStatement {
        let parameterized = try parameterized()
        let statement: SelectStatement
        do {
            statement = try SelectStatement.parse(
                parameterized.text, knowing: QueryFunction.table)
        } catch {
            let changesDocuments = WriteStatement.isWrite(parameterized.text)
            throw parameterized.error(
                "query", error,
                hint: changesDocuments
                    ? ". Run a statement that changes documents with execute(_:)" : nil)
        }
        let keys = statement.grouping + statement.ordering.map(\.term)
        for case .parameter(let name) in keys {
            guard let number = parameterized.number(of: name) else { continue }
            throw QuireError(
                .invalidQuery,
                "Value \(number) of \(description.debugDescription) is bound, "
                    + "so it cannot be the property that rows are sorted or grouped by. Insert the "
                    + "name of a property with \\(verbatim:)")
        }
        return try binding(parameterized) { statement.replacingTerms($0) }
    }

    /// Parses the text of a statement that changes documents, and inserts the values into the tree.
    ///
    /// - Returns: The statement, or `nil` if the text begins like another statement.
    /// - Throws: The errors of ``statement()``.
    package func writeStatement() throws(QuireError) -> WriteStatement? {
        let parameterized = try parameterized()
        let parsed: WriteStatement?
        do {
            parsed = try WriteStatement.parse(parameterized.text, knowing: QueryFunction.table)
        } catch {
            throw parameterized.error("statement", error)
        }
        guard let parsed else { return nil }
        return try binding(parameterized) { parsed.replacingTerms($0) }
    }

    /// The text with a parameter for each value.
    private struct Parameterized {
        let prefix: String
        var text = ""
        var values: [String: QueryTerm] = [:]

        /// Returns the number of the value that a parameter represents.
        func number(of parameter: String) -> Int? {
            values[parameter] == nil ? nil : Int(parameter.dropFirst(prefix.count))
        }

        func error(_ kind: String, _ cause: SQLPlusPlusError, hint: String? = nil) -> QuireError {
            let names =
                values.isEmpty
                ? ""
                : ". Interpolated values ($\(prefix)1 …) are bound and cannot be names; insert "
                    + "names with \\(verbatim:)"
            return QuireError(
                .invalidQuery, "The \(kind) cannot be parsed: \(cause)\(hint ?? names)",
                underlyingError: cause)
        }
    }

    private func parameterized() throws(QuireError) -> Parameterized {
        var result = Parameterized(prefix: unusedParameterPrefix)
        for part in parts {
            switch part {
            case .text(let segment): result.text += segment
            case .value(let value):
                let name = "\(result.prefix)\(result.values.count + 1)"
                result.values[name] = try value.get()
                // The spaces separate the parameter from adjacent words.
                result.text += " $\(name) "
            }
        }
        return result
    }

    /// A beginning of parameter names that does not occur in the text.
    private var unusedParameterPrefix: String {
        var prefix = "value"
        // Adjacent parts can form a name together.
        let text = parts.map { part in
            if case .text(let text) = part { text.lowercased() } else { " " }
        }.joined()
        while text.contains(prefix) { prefix += "_" }
        return prefix
    }

    /// Replaces the parameters of a statement by the values.
    private func binding<Statement>(
        _ parameterized: Parameterized,
        replacing: ((QueryTerm) -> QueryTerm?) -> Statement
    ) throws(QuireError) -> Statement {
        let values = parameterized.values
        var used: Set<String> = []
        let bound = replacing { term in
            guard case .parameter(let name) = term, let value = values[name] else { return nil }
            used.insert(name)
            return value
        }
        for number in 1..<(values.count + 1)
        where !used.contains("\(parameterized.prefix)\(number)") {
            throw QuireError(
                .invalidQuery,
                "Value \(number) of \(description.debugDescription) is inside a quoted string or a "
                    + "name. Remove the quotation marks around it, or combine strings with ||, as "
                    + "in '%' || \\(text)")
        }
        return bound
    }
}

extension QueryTerm {
    /// Returns the term of a value in its stored form.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if queries cannot contain the value.
    fileprivate static func bound(_ value: some Encodable) throws(QuireError) -> QueryTerm {
        do {
            guard let stored = try DocumentEncoder().encodedItem(value) else {
                return .literal(.null)
            }
            return try constant(stored: stored)
        } catch let error as QuireError {
            throw error
        } catch {
            throw QuireError(
                .invalidQuery,
                "A value of type \(type(of: value)) cannot be part of a query: \(error)",
                underlyingError: error)
        }
    }
}
