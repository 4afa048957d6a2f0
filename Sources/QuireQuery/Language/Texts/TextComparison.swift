package import Foundation
package import SQLPlusPlus

/// A comparison of strings by Unicode rules, with options and a language.
///
/// Its name as a collation is that of Couchbase Lite, because indexes in the file may use it. For
/// example, `LCUnicode_CD_sv` ignores case (C) and diacritics (D) and uses the order of the
/// language `sv`.
package struct TextComparison: Sendable {
    /// The locale for language-independent comparisons.
    package static let root = Locale(identifier: "")

    private let isCaseSensitive: Bool
    private let isDiacriticSensitive: Bool
    private let locale: Locale

    /// Creates a comparison from the name of a collation, or returns `nil` if it is not a Unicode
    /// collation.
    package init?(collation name: String) {
        let parts = name.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == Self.prefix.dropLast() else { return nil }
        let options = Array(parts[1].utf8.prefix(3))
        guard options.count == 3, options[2] == UInt8(ascii: "_") else { return nil }
        isCaseSensitive = options[0] != UInt8(ascii: "C")
        isDiacriticSensitive = options[1] != UInt8(ascii: "D")
        let language = String(parts[1].dropFirst(3))
        guard Self.isLanguage(language) else { return nil }
        locale = language.isEmpty ? Self.root : Locale(identifier: language)
    }

    /// Returns whether a text may be a language identifier: empty, or letters, digits and
    /// separators.
    private static func isLanguage(_ text: String) -> Bool {
        guard let first = text.utf8.first else { return true }
        return text.utf8.count < 20 && UInt8(ascii: "a")...UInt8(ascii: "z") ~= first | 0x20
            && text.utf8.allSatisfy {
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: "_")
                    || $0 == UInt8(ascii: "-")
            }
    }

    package static let prefix = "LCUnicode_"

    /// Returns the name of a collation.
    package static func name(
        isCaseSensitive: Bool, isDiacriticSensitive: Bool, locale: String?
    ) -> String {
        let options = (isCaseSensitive ? "_" : "C") + (isDiacriticSensitive ? "_" : "D")
        return "\(prefix)\(options)_\(locale ?? "")"
    }

    private var options: String.CompareOptions {
        isDiacriticSensitive ? [] : [.diacriticInsensitive]
    }

    /// Returns the string without the case differences to ignore.
    ///
    /// The method uses lowercase conversion. Case folding would also remove the difference between
    /// ß and ss.
    private func folded(_ text: String) -> String {
        isCaseSensitive ? text : text.lowercased(with: locale)
    }

    // MARK: Order

    /// The maximum length in bytes of strings that are compared as a whole.
    private static let comparedLength = 1 << 20

    /// Compares two strings and returns a negative number, zero or a positive number.
    ///
    /// Strings of several megabytes are compared in parts.
    ///
    /// - Parameters:
    ///   - left: A string in UTF-8.
    ///   - right: The other string.
    ///   - work: The meter that tracks the work.
    /// - Returns: The order.
    /// - Throws: ``FunctionFailure/interrupted`` if the query must end.
    package func compare(
        _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer, work: WorkMeter
    ) throws(FunctionFailure) -> Int {
        if left.count == right.count, ValueOrder.compareBytes(left, right) == 0 { return 0 }
        var (lefts, rights) = (
            TextParts(left, length: Self.comparedLength),
            TextParts(right, length: Self.comparedLength)
        )
        while true {
            let (first, second) = (lefts.next(), rights.next())
            guard let first, let second else { return (first?.count ?? 0) - (second?.count ?? 0) }
            // Comparing two characters takes several times as long as comparing two bytes.
            try work.charge(8 * (first.count + second.count))
            let order = compare(
                String(decoding: first, as: UTF8.self), String(decoding: second, as: UTF8.self))
            if order != 0 { return order }
        }
    }

    /// Compares two strings and returns a negative number, zero or a positive number.
    ///
    /// A precomposed letter equals the same letter with a combining mark.
    package func compare(_ left: String, _ right: String) -> Int {
        folded(left).compare(folded(right), options: options, range: nil, locale: locale).rawValue
    }

    // MARK: Search

    /// Returns whether a string contains another one.
    ///
    /// - Parameters:
    ///   - text: The string to search, in UTF-8.
    ///   - part: The string to find.
    ///   - work: The meter that tracks the work.
    /// - Returns: `true` if `text` contains `part`.
    /// - Throws: ``FunctionFailure/interrupted`` if the query must end.
    package func contains(
        _ text: UnsafeRawBufferPointer, _ part: UnsafeRawBufferPointer, work: WorkMeter
    ) throws(FunctionFailure) -> Bool {
        let text = Array(try simplified(text, work).utf8)
        let part = Array(try simplified(part, work).utf8)
        return try ByteSearch.contains(text, part, work: work)
    }

    /// Returns the form of a string for comparisons by character, such as LIKE.
    ///
    /// - Parameters:
    ///   - text: The string in UTF-8.
    ///   - work: The meter that tracks the work.
    /// - Returns: The string without the differences to ignore.
    /// - Throws: ``FunctionFailure/interrupted`` if the query must end.
    func simplified(
        _ text: UnsafeRawBufferPointer, _ work: WorkMeter
    ) throws(FunctionFailure) -> String {
        var whole = ""
        var parts = TextParts(text)
        while let part = parts.next() {
            try work.charge(8 * part.count)
            let text = folded(String(decoding: part, as: UTF8.self))
            whole += isDiacriticSensitive ? text : text.folding(options: options, locale: locale)
        }
        return whole
    }
}

extension TextCollation {
    /// The name of the collation in SQL, which is the same as in Couchbase Lite.
    package var sqlName: String {
        guard isUnicodeAware else { return isCaseSensitive ? "BINARY" : "NOCASE" }
        return TextComparison.name(
            isCaseSensitive: isCaseSensitive, isDiacriticSensitive: isDiacriticSensitive,
            locale: locale)
    }
}
