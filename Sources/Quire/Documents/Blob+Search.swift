#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension Blob {
    /// Says whether there may be a blob in some Fleece bytes.
    ///
    /// The key of a blob's type never becomes a number, so a body with a blob has its text.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: `false` if there is none.
    /// - Complexity: O(*n*) in the number of bytes.
    static func mayBeHeld(by bytes: UnsafeRawBufferPointer) -> Bool {
        guard var start = bytes.baseAddress else { return false }
        let end = start + bytes.count
        while let sign = memchr(start, Int32(UInt8(ascii: "@")), end - start) {
            start = UnsafeRawPointer(sign) + 1
            if end - start >= 4, memcmp(start, "type", 4) == 0 { return true }
        }
        return false
    }
}
