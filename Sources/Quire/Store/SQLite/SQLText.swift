/// The text of a SQL statement, or a part of one.
///
/// The text consists of literals in this module's source code, quoted names, quoted constants and
/// numbers. A `String` cannot be interpolated, so text from a file, a query or a user never becomes
/// SQL:
///
/// ```swift
/// let sql: SQLText = "DELETE FROM \(SQLIdentifier(name)) WHERE key = ?1"     // quotes the name
/// let sql: SQLText = "DELETE FROM \(name) WHERE key = ?1"                     // does not compile
/// ```
///
/// Bind values to placeholders where the statement allows it; ``Interpolation/appendInterpolation(constant:)``
/// is for the text of a schema, which has no placeholders.
package struct SQLText: ExpressibleByStringInterpolation, Hashable, Sendable {
    /// The text.
    private(set) var string: String

    /// Creates an empty text.
    init() {
        string = ""
    }

    package init(stringLiteral literal: StaticString) {
        string = literal.description
    }

    package init(stringInterpolation interpolation: Interpolation) {
        string = interpolation.string
    }

    /// Creates SQL from text as it is.
    ///
    /// Only for text that consists of parts of other SQL texts, or that was recognized token by token.
    /// A test of the project lists the files that may call this initializer.
    ///
    /// - Parameter string: The text.
    init(verbatim string: String) {
        self.string = string
    }

    // Strings that Unicode calls equivalent are equal in Swift, and different names in SQLite.
    package static func == (left: SQLText, right: SQLText) -> Bool {
        left.string.utf8.elementsEqual(right.string.utf8)
    }

    /// Appends another text.
    mutating func append(_ other: SQLText) {
        string += other.string
    }

    /// Returns texts joined by a separator.
    package static func joined(_ texts: some Sequence<SQLText>, separator: SQLText) -> SQLText {
        var whole = SQLText()
        for (index, text) in texts.enumerated() {
            if index > 0 { whole.append(separator) }
            whole.append(text)
        }
        return whole
    }

    /// Returns a string in quotes, with its own quotes doubled.
    ///
    /// It compares bytes: to Swift a quote and the combining mark behind it are one other character.
    ///
    /// - Parameters:
    ///   - string: Any string.
    ///   - quote: The quote, an ASCII character.
    /// - Returns: The text.
    static func quoted(_ string: String, with quote: UInt8) -> SQLText {
        let length = string.utf8.count
        let doubled = string.utf8.reduce(0) { $1 == quote ? $0 + 1 : $0 }
        return SQLText(
            verbatim: String(unsafeUninitializedCapacity: length + doubled + 2) { buffer in
                buffer[0] = quote
                var end = 1
                for byte in string.utf8 {
                    buffer[end] = byte
                    end += 1
                    guard byte == quote else { continue }
                    buffer[end] = byte
                    end += 1
                }
                buffer[end] = quote
                return end + 1
            })
    }

    /// Returns a string as a SQL constant.
    ///
    /// SQL text ends at the character NUL, so the function `char` makes that.
    ///
    /// - Parameter string: Any string.
    /// - Returns: The constant, an expression.
    static func constant(_ string: String) -> SQLText {
        let parts = string.unicodeScalars.split(separator: "\0", omittingEmptySubsequences: false)
            .map { quoted(String($0), with: UInt8(ascii: "'")) }
        guard parts.count > 1 else { return quoted(string, with: UInt8(ascii: "'")) }
        return "(\(joined(parts, separator: " || char(0) || ")))"
    }
}

extension SQLText {
    /// Collects the parts of a text.
    ///
    /// There is no interpolation of a string, see ``SQLText``.
    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var string = ""

        package init(literalCapacity: Int, interpolationCount: Int) {
            string.reserveCapacity(literalCapacity + 24 * interpolationCount)
        }

        package mutating func appendLiteral(_ literal: StaticString) {
            string += literal.description
        }

        /// Appends another text.
        package mutating func appendInterpolation(_ text: SQLText) {
            string += text.string
        }

        /// Appends a name in quotes.
        package mutating func appendInterpolation(_ name: SQLIdentifier) {
            string += name.quoted.string
        }

        /// Appends a name, in quotes only if it needs them.
        mutating func appendInterpolation(quotedIfNeeded name: SQLIdentifier) {
            string += name.quotedIfNeeded.string
        }

        /// Appends an integer.
        mutating func appendInterpolation(number: Int64) {
            string += String(number)
        }

        /// Appends a string constant, in quotes.
        mutating func appendInterpolation(constant: String) {
            string += SQLText.constant(constant).string
        }
    }
}
