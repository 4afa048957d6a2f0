/// The smallest piece of a text that has a meaning.
enum Token: Hashable {
    case keyword(Keyword)
    case identifier(String, isQuoted: Bool)
    case string(String)
    /// A whole number; the sign is a token of its own.
    case integer(magnitude: UInt64)
    case double(Double)
    case parameter(String)
    case symbol(Symbol)
    /// Something that cannot be read; no token follows but the end.
    case invalid(message: String)
    case end
}

/// A token and the bytes that it was read from.
struct LocatedToken {
    var token: Token
    var range: Range<Int>
}
