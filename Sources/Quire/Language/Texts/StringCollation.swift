import SQLPlusPlus

/// A way to compare strings other than by their bytes.
enum StringCollation: Sendable {
    /// Without regard to the case of ASCII letters.
    case ignoringASCIICase
    case unicode(TextComparison)

    /// Creates the comparison of a collation, or `nil` if that compares bytes.
    init?(_ collation: TextCollation) {
        if !collation.isUnicodeAware {
            if collation.isCaseSensitive { return nil }
            self = .ignoringASCIICase
        } else {
            let name = TextComparison.name(
                isCaseSensitive: collation.isCaseSensitive,
                isDiacriticSensitive: collation.isDiacriticSensitive, locale: collation.locale)
            guard let comparison = TextComparison(collation: name) else { return nil }
            self = .unicode(comparison)
        }
    }

    /// Compares two strings: a negative number, zero or a positive one.
    ///
    /// - Throws: ``FunctionFailure/interrupted`` if the query has to end.
    func compare(
        _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer, _ work: WorkMeter
    ) throws(FunctionFailure) -> Int {
        switch self {
        case .unicode(let comparison): return try comparison.compare(left, right, work)
        case .ignoringASCIICase:
            // As SQLite's NOCASE, which compares nothing behind a NUL but the lengths.
            for (first, second) in zip(left, right) {
                let order = Int(Self.lowercased(first)) - Int(Self.lowercased(second))
                if order != 0 { return order }
                if first == 0 { break }
            }
            return left.count - right.count
        }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
}
