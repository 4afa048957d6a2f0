extension FleeceStorage {
    /// Returns whether the root of a document is a dictionary, without creating an owner for the
    /// bytes.
    ///
    /// - Parameter bytes: The bytes of a document, which are not trusted.
    /// - Returns: `false` if the bytes have no root, or if it is another value.
    package static func hasRootDictionary(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let region = FleeceRegion(bytes)
        return region.root.map { region.kind($0) == .dictionary } ?? false
    }
}

extension FleeceStorage {
    /// Returns the offset of the root of a document, without creating an owner for the bytes.
    ///
    /// - Parameter bytes: The bytes of a document, which are not trusted.
    /// - Returns: The offset, or `nil` if the bytes have no root.
    package static func rootOffset(of bytes: UnsafeRawBufferPointer) -> Int? {
        FleeceRegion(bytes).root
    }
}
