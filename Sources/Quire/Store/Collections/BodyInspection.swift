import Fleece

/// Looks at a body that was just written, before it is stored.
enum BodyInspection {
    private static let typeKey = "@type"
    private static let blobType = "blob"

    /// Returns what is to be noted about a body.
    ///
    /// - Parameters:
    ///   - bytes: The finished body.
    ///   - keys: The table it was written with.
    /// - Returns: The flags, or `nil` if the body is not a dictionary.
    /// - Complexity: O(*n*) in the number of bytes.
    static func flags(
        of bytes: UnsafeRawBufferPointer, keys: @autoclosure () -> SharedKeys
    ) -> DocumentFlags? {
        // The key of a blob's type never becomes a number, so a body with a blob has its text.
        let mayHaveBlobs = Blob.mayBeHeld(by: bytes)
        return FleeceStorage.withBorrowed(bytes, sharedKeys: mayHaveBlobs ? keys() : .empty) {
            guard let root = $0.root, root.kind == .dictionary else { return nil }
            return mayHaveBlobs && holdsBlob(root) ? .hasBlobs : []
        }
    }

    // The writer bounds how deep a body is, so the recursion is bounded too.
    private static func holdsBlob(_ value: FleeceValue) -> Bool {
        if let dictionary = value.dictionary {
            return dictionary[typeKey]?.string == blobType
                || dictionary.contains { holdsBlob($0.value) }
        }
        return value.array?.contains(where: holdsBlob) ?? false
    }
}
