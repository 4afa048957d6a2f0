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
        guard Self.isLanguage(language) else { return nil }
        locale = language.isEmpty ? Self.root : Locale(identifier: language)
    }

    /// Whether a text can be that of a language: empty, or letters, digits and marks between them.
    private static func isLanguage(_ text: String) -> Bool {
        guard let first = text.utf8.first else { return true }
        return text.utf8.count < 20 && UInt8(ascii: "a")...UInt8(ascii: "z") ~= first | 0x20
            && text.utf8.allSatisfy {
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: "_")
                    || $0 == UInt8(ascii: "-")
            }
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

    // MARK: Order

    /// The longest text, in bytes, that is compared as a whole.
    private static let comparedLength = 1 << 20

    /// Compares two texts: below zero, zero or above.
    ///
    /// Texts of megabytes are compared part by part.
    ///
    /// - Parameters:
    ///   - left: A text in UTF-8.
    ///   - right: The other text.
    ///   - work: What the work is charged to.
    /// - Returns: The order.
    /// - Throws: ``FunctionFailure/interrupted`` if the query has to end.
    func compare(
        _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer, _ work: WorkMeter
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

    /// Compares two texts: below zero, zero or above.
    ///
    /// A letter equals the same one that is composed of a base and a combining mark.
    func compare(_ left: String, _ right: String) -> Int {
        folded(left).compare(folded(right), options: options, range: nil, locale: locale).rawValue
    }

    // MARK: Search

    /// Whether a text contains another one.
    ///
    /// - Parameters:
    ///   - text: The text in UTF-8.
    ///   - part: The text to find.
    ///   - work: What the work is charged to.
    /// - Returns: Whether it does.
    /// - Throws: ``FunctionFailure/interrupted`` if the query has to end.
    func contains(
        _ text: UnsafeRawBufferPointer, _ part: UnsafeRawBufferPointer, _ work: WorkMeter
    ) throws(FunctionFailure) -> Bool {
        let text = Array(try simplified(text, work).utf8)
        let part = Array(try simplified(part, work).utf8)
        return try ByteSearch.contains(text, part, work)
    }

    /// The text as its characters are compared one by one, as LIKE does.
    ///
    /// - Parameters:
    ///   - text: The text in UTF-8.
    ///   - work: What the work is charged to.
    /// - Returns: The text without the differences that do not count.
    /// - Throws: ``FunctionFailure/interrupted`` if the query has to end.
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
