/// An error that ends the reading or writing of a file, such as an unterminated array.
package struct FormatError: Error, Hashable {
    /// A description of the error: a phrase without a period.
    package let message: String

    package init(_ message: String) {
        self.message = message
    }
}
