/// A value written in a query.
public enum Literal: Hashable, Sendable {
    /// NULL, which is a value; MISSING is ``QueryTerm/missing``.
    case null

    /// TRUE or FALSE.
    case boolean(Bool)

    /// A whole number written without a point and an exponent.
    case integer(Int64)

    /// A finite number written with a point or an exponent.
    case double(Double)

    /// A text.
    case string(String)
}
