/// The layout of a JSON text, and the handling of values that JSON cannot represent.
///
/// ```swift
/// print(try hotel.json(JSONFormat(isPretty: true, sortsKeys: true)))
/// ```
public struct JSONFormat: Hashable, Sendable {
    /// Whether the text has line breaks and is indented by two spaces per level.
    ///
    /// A large value with more than 60 levels may have far more indentation than content. If the
    /// indentation exceeds 64 times the size of the value, writing throws an error.
    public var isPretty: Bool

    /// Whether keys are sorted by their bytes, so that equal values have equal texts.
    ///
    /// Otherwise keys are in stored order.
    public var sortsKeys: Bool

    /// Whether an infinite number is written as `null` instead of being an error.
    public var writesInfinityAsNull: Bool

    /// Creates a format.
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

    /// A format without white space, with keys in stored order.
    public static let compact = JSONFormat()

    /// A format with one item per line, indented.
    public static let pretty = JSONFormat(isPretty: true)

    /// A format without white space, with keys sorted by their bytes.
    public static let canonical = JSONFormat(sortsKeys: true)
}
