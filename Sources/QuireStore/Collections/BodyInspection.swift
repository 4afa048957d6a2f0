import Fleece

/// Inspects newly written document bodies before they are stored.
enum BodyInspection {
    private static let typeKey = "@type"
    private static let blobType = "blob"

    /// Returns the flags for a document body.
    ///
    /// - Parameters:
    ///   - bytes: The finished body.
    ///   - keys: The shared keys used to write the body.
    /// - Returns: The flags, or `nil` if the body is not a dictionary.
    /// - Complexity: O(*n*) in the number of bytes.
    static func flags(
        of bytes: UnsafeRawBufferPointer, keys: @autoclosure () -> SharedKeys
    ) -> DocumentFlags? {
        // Blob dictionaries store the `@type` key as a string, never as a shared key. The body of a
        // document with a blob therefore contains the string.
        guard Blob.mayBeHeld(by: bytes) else {
            return FleeceStorage.hasRootDictionary(bytes) ? .empty : nil
        }
        return FleeceStorage.withBorrowed(bytes, sharedKeys: keys()) {
            guard let root = $0.root, root.kind == .dictionary else { return nil }
            return holdsBlob(root) ? .hasBlobs : .empty
        }
    }

    // The writer limits the nesting depth of a body, which limits the recursion too.
    private static func holdsBlob(_ value: FleeceValue) -> Bool {
        if let dictionary = value.dictionary {
            return dictionary[typeKey]?.string == blobType
                || dictionary.contains { holdsBlob($0.value) }
        }
        return value.array?.contains(where: holdsBlob) ?? false
    }
}
