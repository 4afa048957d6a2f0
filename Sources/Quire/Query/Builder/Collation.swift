import SQLPlusPlus

/// How a built query compares texts.
public protocol CollationProtocol: Sendable {
    /// The collation.
    var collation: Collation { get }
}

/// How a built query compares texts.
public struct Collation: CollationProtocol {
    var text: TextCollation

    /// The collation itself.
    public var collation: Collation { self }

    /// Compares texts by their bytes.
    ///
    /// - Returns: The collation.
    public static func ascii() -> ASCII { ASCII(text: TextCollation()) }

    /// Compares texts as Unicode has it, in the order that the language of a locale has.
    ///
    /// - Returns: The collation.
    public static func unicode() -> Unicode { Unicode(text: TextCollation(isUnicodeAware: true)) }

    /// A collation by bytes.
    public struct ASCII: CollationProtocol {
        fileprivate var text: TextCollation

        /// The collation.
        public var collation: Collation { Collation(text: text) }

        /// Says whether upper and lower case of the ASCII letters are equal.
        ///
        /// - Parameter ignoreCase: Whether they are; not, unless this is called.
        /// - Returns: The collation with this choice.
        public func ignoreCase(_ ignoreCase: Bool) -> ASCII {
            var choice = self
            choice.text.isCaseSensitive = !ignoreCase
            return choice
        }
    }

    /// A collation by Unicode.
    public struct Unicode: CollationProtocol {
        fileprivate var text: TextCollation

        /// The collation.
        public var collation: Collation { Collation(text: text) }

        /// Says whether upper and lower case are equal.
        ///
        /// - Parameter ignoreCase: Whether they are; not, unless this is called.
        /// - Returns: The collation with this choice.
        public func ignoreCase(_ ignoreCase: Bool) -> Unicode {
            var choice = self
            choice.text.isCaseSensitive = !ignoreCase
            return choice
        }

        /// Says whether letters with other accents are equal.
        ///
        /// - Parameter ignoreAccents: Whether they are; not, unless this is called.
        /// - Returns: The collation with this choice.
        public func ignoreAccents(_ ignoreAccents: Bool) -> Unicode {
            var choice = self
            choice.text.isDiacriticSensitive = !ignoreAccents
            return choice
        }

        /// Says whose order is meant.
        ///
        /// - Parameter locale: A language, such as `sv`; `nil` for the order that Unicode has for
        ///   all languages.
        /// - Returns: The collation with this choice.
        public func locale(_ locale: String?) -> Unicode {
            var choice = self
            choice.text.locale = locale
            return choice
        }
    }
}
