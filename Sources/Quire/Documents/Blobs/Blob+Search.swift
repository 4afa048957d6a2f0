#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension Blob {
    /// Returns whether Fleece data may contain a blob.
    ///
    /// The key `@type` is never replaced by a shared key, so data with a blob contains it as a
    /// string.
    ///
    /// - Parameter bytes: The Fleece data.
    /// - Returns: `false` if the data contains no blob.
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
