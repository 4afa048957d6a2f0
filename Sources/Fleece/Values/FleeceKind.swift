/// The kinds of value that Fleece can hold.
public enum FleeceKind: UInt8, Hashable, Sendable, CaseIterable {
    /// JSON's `null`.
    case null
    /// `true` or `false`.
    case boolean
    /// A whole number of up to 64 bits, signed or not.
    case integer
    /// A 32-bit floating-point number.
    case float
    /// A 64-bit floating-point number.
    case double
    /// Text in UTF-8.
    case string
    /// Bytes.
    case data
    /// An ordered list of values.
    case array
    /// Values by string keys.
    case dictionary
    /// No value: inside a dictionary it hides a key of its parent.
    case undefined
}
