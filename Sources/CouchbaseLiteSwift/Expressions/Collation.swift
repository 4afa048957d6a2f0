import SQLPlusPlus

/// A way to compare strings.
///
/// ```swift
/// let collations: [any CollationProtocol] = [Collation.ascii(), Collation.unicode()]
/// let names = collations.map { Expression.property("name").collate($0) }
/// ```
public protocol CollationProtocol: Sendable {
    /// The collation.
    var collation: Collation { get }
}

/// A way to compare strings.
///
/// ```swift
/// let ignoringCase = Collation.unicode().ignoreCase(true).ignoreAccents(true)
/// let byName = Ordering.expression(Expression.property("name").collate(ignoringCase))
/// ```
public struct Collation: CollationProtocol {
    var text: TextCollation

    /// The collation itself.
    public var collation: Collation { self }

    /// Returns a collation that compares strings by their bytes.
    ///
    /// - Returns: The collation.
    public static func ascii() -> ASCII { ASCII(text: TextCollation()) }

    /// Returns a collation that compares strings by the Unicode Collation Algorithm.
    ///
    /// - Returns: The collation.
    public static func unicode() -> Unicode { Unicode(text: TextCollation(isUnicodeAware: true)) }

    /// A collation that compares bytes.
    ///
    /// ```swift
    /// let ascii = Collation.ascii().ignoreCase(true)
    /// ```
    public struct ASCII: CollationProtocol {
        fileprivate var text: TextCollation

        /// The collation.
        public var collation: Collation { Collation(text: text) }

        /// Sets whether the case of ASCII letters is ignored.
        ///
        /// - Parameter ignoreCase: Whether to ignore the difference; the default is `false`.
        /// - Returns: The changed collation.
        public func ignoreCase(_ ignoreCase: Bool) -> ASCII {
            var choice = self
            choice.text.isCaseSensitive = !ignoreCase
            return choice
        }
    }

    /// A collation that follows the Unicode Collation Algorithm.
    ///
    /// ```swift
    /// let norwegian = Collation.unicode().locale("nb")
    /// ```
    public struct Unicode: CollationProtocol {
        fileprivate var text: TextCollation

        /// The collation.
        public var collation: Collation { Collation(text: text) }

        /// Sets whether case is ignored.
        ///
        /// - Parameter ignoreCase: Whether to ignore the difference; the default is `false`.
        /// - Returns: The changed collation.
        public func ignoreCase(_ ignoreCase: Bool) -> Unicode {
            var choice = self
            choice.text.isCaseSensitive = !ignoreCase
            return choice
        }

        /// Sets whether accents are ignored.
        ///
        /// - Parameter ignoreAccents: Whether to ignore the difference; the default is `false`.
        /// - Returns: The changed collation.
        public func ignoreAccents(_ ignoreAccents: Bool) -> Unicode {
            var choice = self
            choice.text.isDiacriticSensitive = !ignoreAccents
            return choice
        }

        /// Sets the locale whose order is used.
        ///
        /// - Parameter locale: A language, such as `sv`; `nil` for the root order of Unicode.
        /// - Returns: The changed collation.
        public func locale(_ locale: String?) -> Unicode {
            var choice = self
            choice.text.locale = locale
            return choice
        }
    }
}
