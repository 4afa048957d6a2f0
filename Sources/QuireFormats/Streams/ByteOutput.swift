/// A destination for bytes.
package protocol ByteOutput: AnyObject {
    /// Writes bytes, immediately or at the next flush.
    func write(_ bytes: UnsafeRawBufferPointer) throws
    /// Writes the buffered bytes.
    func flush() throws
}

extension ByteOutput {
    package func write(_ text: String) throws {
        var text = text
        try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
    }

    /// Writes a line.
    package func print(_ line: String) throws {
        try write(line)
        try write("\n")
    }
}
