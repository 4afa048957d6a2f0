package import SQLPlusPlus

/// A comparison of strings that differs from a comparison of their bytes.
package enum StringCollation: Sendable {
    /// A comparison that ignores the case of ASCII letters.
    case ignoringASCIICase
    case unicode(TextComparison)

    /// Creates the comparison for a collation, or returns `nil` if the collation compares bytes.
    package init?(_ collation: TextCollation) {
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

    /// Compares two strings and returns a negative number, zero or a positive number.
    ///
    /// - Throws: ``FunctionFailure/interrupted`` if the query must end.
    package func compare(
        _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer, work: WorkMeter
    ) throws(FunctionFailure) -> Int {
        switch self {
        case .unicode(let comparison): return try comparison.compare(left, right, work: work)
        case .ignoringASCIICase:
            // Like SQLite's NOCASE, this compares only the lengths after a NUL.
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
