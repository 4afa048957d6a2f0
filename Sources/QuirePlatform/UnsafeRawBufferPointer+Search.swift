extension UnsafeRawBufferPointer {
    /// Returns whether the memory contains text.
    ///
    /// - Parameter text: ASCII text whose first character is rare, because each of its occurrences is
    ///   compared.
    /// - Returns: `true` if the memory contains the text.
    /// - Complexity: O(*n*) in the number of bytes.
    package func contains(_ text: StaticString) -> Bool {
        guard var start = baseAddress, text.utf8CodeUnitCount > 0 else { return false }
        let end = start + count
        let first = Int32(text.utf8Start.pointee)
        while let found = memchr(start, first, end - start) {
            start = UnsafeRawPointer(found)
            guard end - start >= text.utf8CodeUnitCount else { return false }
            if memcmp(start, text.utf8Start, text.utf8CodeUnitCount) == 0 { return true }
            start += 1
        }
        return false
    }
}
