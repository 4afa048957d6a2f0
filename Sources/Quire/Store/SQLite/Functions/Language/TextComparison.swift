import Foundation

/// A comparison of texts as Unicode has it, by options and a language.
///
/// Its name as a collation is Couchbase Lite's, since indexes of the file may name it:
/// `LCUnicode_CD_sv` is without regard to case (C) and diacritics (D) in the order of `sv`.
struct TextComparison: Sendable {
    /// The order of no language in particular.
    static let root = Locale(identifier: "")

    private let isCaseSensitive: Bool
    private let isDiacriticSensitive: Bool
    private let locale: Locale

    /// Reads the name of a collation; `nil` if it is not one of Unicode's.
    init?(collation name: String) {
        let parts = name.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == Self.prefix.dropLast() else { return nil }
        let options = Array(parts[1].utf8.prefix(3))
        guard options.count == 3, options[2] == UInt8(ascii: "_") else { return nil }
        isCaseSensitive = options[0] != UInt8(ascii: "C")
        isDiacriticSensitive = options[1] != UInt8(ascii: "D")
        let language = String(parts[1].dropFirst(3))
        locale = language.isEmpty ? Self.root : Locale(identifier: language)
    }

    static let prefix = "LCUnicode_"

    /// The name of a collation.
    static func name(
        isCaseSensitive: Bool, isDiacriticSensitive: Bool, locale: String?
    ) -> String {
        let options = (isCaseSensitive ? "_" : "C") + (isDiacriticSensitive ? "_" : "D")
        return "\(prefix)\(options)_\(locale ?? "")"
    }

    private var options: String.CompareOptions {
        isDiacriticSensitive ? [] : [.diacriticInsensitive]
    }

    /// The text without the differences that do not count.
    ///
    /// Lower case, not the folding of case, which would make no difference between ß and ss.
    private func folded(_ text: String) -> String {
        isCaseSensitive ? text : text.lowercased(with: locale)
    }

    /// Compares two texts: below zero, zero or above.
    ///
    /// As long as diacritics count, a letter differs from the same one put together of parts.
    func compare(_ left: String, _ right: String) -> Int {
        let first = folded(left)
        let second = folded(right)
        let order = first.compare(second, options: options, range: nil, locale: locale)
        if order != .orderedSame || !isDiacriticSensitive { return order.rawValue }
        let lengths = first.utf8.count - second.utf8.count
        if lengths != 0 || first.utf8.elementsEqual(second.utf8) { return lengths.signum() }
        return first.utf8.lexicographicallyPrecedes(second.utf8) ? -1 : 1
    }

    /// Whether a text contains another.
    func contains(_ text: String, _ part: String) -> Bool {
        var (text, part) = (simplified(text), simplified(part))
        return text.withUTF8 { text in
            part.withUTF8 {
                ByteSearch.contains(UnsafeRawBufferPointer(text), UnsafeRawBufferPointer($0))
            }
        }
    }

    /// The text as its characters are compared one by one, as LIKE does.
    func simplified(_ text: String) -> String {
        let text = folded(text)
        return isDiacriticSensitive ? text : text.folding(options: options, locale: locale)
    }
}
