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
