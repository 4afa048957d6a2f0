/// How a JSON text is laid out, and what is done with values that JSON has no form for.
public struct JSONFormat: Hashable, Sendable {
    /// Whether the text has line breaks and is indented by two spaces.
    ///
    /// A large value with more than 60 levels may have far more indentation than content. If the
    /// indentation exceeds 64 times the size of the value, writing throws an error.
    public var isPretty: Bool

    /// Whether keys are sorted by their bytes, so that equal values have equal texts.
    ///
    /// Otherwise they come in the order in which they are stored.
    public var sortsKeys: Bool

    /// Whether an infinite number is written as `null` instead of being an error.
    public var writesInfinityAsNull: Bool

    /// Makes a format.
    ///
    /// - Parameters:
    ///   - isPretty: Whether the text has line breaks and is indented.
    ///   - sortsKeys: Whether keys are sorted by their bytes.
    ///   - writesInfinityAsNull: Whether an infinite number becomes `null`.
    public init(
        isPretty: Bool = false, sortsKeys: Bool = false, writesInfinityAsNull: Bool = false
    ) {
        self.isPretty = isPretty
        self.sortsKeys = sortsKeys
        self.writesInfinityAsNull = writesInfinityAsNull
    }

    /// No white space; keys in the order in which they are stored.
    public static let compact = JSONFormat()

    /// One item a line, indented.
    public static let pretty = JSONFormat(isPretty: true)

    /// No white space; keys sorted by their bytes.
    public static let canonical = JSONFormat(sortsKeys: true)
}
