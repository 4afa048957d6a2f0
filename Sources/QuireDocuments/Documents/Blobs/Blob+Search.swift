import QuirePlatform

extension Blob {
    /// Returns whether Fleece data may contain a blob.
    ///
    /// The key `@type` is never replaced by a shared key, so data with a blob contains it as a
    /// string.
    ///
    /// - Parameter bytes: The Fleece data.
    /// - Returns: `false` if the data contains no blob.
    /// - Complexity: O(*n*) in the number of bytes.
    package static func mayBeHeld(by bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.contains("@type")
    }
}
