/// UTF-8 bytes that somebody lends; their address is never null, even if there are none.
typealias UTF8Text = UnsafeBufferPointer<CChar>

extension String {
    /// Lends the text's UTF-8 bytes, without a copy where the text lies in one piece.
    @inline(__always)
    func withUTF8Text<R>(_ body: (UTF8Text) throws -> R) rethrows -> R {
        var text = self
        return try text.withUTF8 { bytes in
            try bytes.withMemoryRebound(to: CChar.self) { text in
                // SQLite takes a null pointer for NULL, so the empty text needs an address too.
                guard text.baseAddress != nil else {
                    return try withUnsafePointer(to: 0) { try body(UTF8Text(start: $0, count: 0)) }
                }
                return try body(text)
            }
        }
    }
}
