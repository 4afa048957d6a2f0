/// The text that a value was read from, before it is decoded.
package enum SourceText: Sendable {
    /// None: the value is that of a document. Data values are data.
    case none
    /// JSON that was read with ``JSONReader/read(_:keepingNumbersInto:)``. Data values contain the text
    /// of long numbers.
    case json
    /// The fields of a table, which have no types. Data values contain the text of unquoted numbers. A
    /// string is decoded from this text, or from a Boolean.
    case fields
}
