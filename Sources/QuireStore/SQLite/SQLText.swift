import Fleece

/// The text of a SQL statement, or a part of one.
///
/// The text consists of literals in this module's source code, quoted names, quoted constants and
/// numbers. A `String` cannot be interpolated, so text from a file, a query or a user never becomes
/// SQL. For example, `"DELETE FROM \(SQLIdentifier(name))"` quotes the name, and
/// `"DELETE FROM \(name)"` does not compile.
///
/// Where the statement allows it, bind values to placeholders. A schema cannot contain
/// placeholders; for its text, use ``Interpolation/appendInterpolation(constant:)``.
package struct SQLText: ExpressibleByStringInterpolation, Hashable, Sendable {
    /// The text.
    package private(set) var string: String

    /// Creates an empty text.
    package init() {
        string = ""
    }

    package init(stringLiteral literal: StaticString) {
        string = literal.description
    }

    package init(stringInterpolation interpolation: Interpolation) {
        string = interpolation.string
    }

    /// Creates SQL text from a string without quoting or checking it.
    ///
    /// Use this initializer only for text that consists of parts of other SQL texts, or that was
    /// parsed token by token. A test of the project lists the files that may call it.
    ///
    /// - Parameter string: The text.
    package init(verbatim string: String) {
        self.string = string
    }

    // Canonically equivalent strings are equal in Swift, but are different names in SQLite.
    package static func == (left: SQLText, right: SQLText) -> Bool {
        left.string.hasSameBytes(as: right.string)
    }

    /// Appends another text.
    package mutating func append(_ other: SQLText) {
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

    /// Returns a string in quotes, with the quotes in it doubled.
    ///
    /// This method compares bytes, because Swift treats a quote followed by a combining mark as a
    /// single different character.
    ///
    /// - Parameters:
    ///   - string: Any string.
    ///   - quote: The quote, an ASCII character.
    /// - Returns: The text.
    package static func quoted(_ string: String, with quote: UInt8) -> SQLText {
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
    /// A NUL character would end the SQL text, so the result contains a call of the function `char`
    /// instead.
    ///
    /// - Parameter string: Any string.
    /// - Returns: The constant, as an expression.
    package static func constant(_ string: String) -> SQLText {
        let parts = string.unicodeScalars.split(separator: "\0", omittingEmptySubsequences: false)
            .map { quoted(String($0), with: UInt8(ascii: "'")) }
        guard parts.count > 1 else { return quoted(string, with: UInt8(ascii: "'")) }
        return "(\(joined(parts, separator: " || char(0) || ")))"
    }
}

extension SQLText {
    /// The string interpolation of a SQL text.
    ///
    /// Strings cannot be interpolated, see ``SQLText``.
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
        package mutating func appendInterpolation(quotedIfNeeded name: SQLIdentifier) {
            string += name.quotedIfNeeded.string
        }

        /// Appends an integer.
        package mutating func appendInterpolation(number: Int64) {
            string += String(number)
        }

        /// Appends a string constant in quotes.
        package mutating func appendInterpolation(constant: String) {
            string += SQLText.constant(constant).string
        }
    }
}
