extension FleeceStorage {
    /// Returns whether the root of a document may contain one of several keys.
    ///
    /// The function examines only the last pair. A writer sorts strings after numbers, so if the last
    /// key is a number, all keys are.
    ///
    /// - Parameters:
    ///   - keys: The prepared keys, of which one is enough.
    ///   - bytes: The bytes of a document that a writer has written.
    ///   - sharedKeys: The shared keys of the document.
    /// - Returns: `false` if the root contains none of the keys, or is no dictionary.
    package static func rootMayContain(
        anyOf keys: [FleeceKey], in bytes: UnsafeRawBufferPointer, sharedKeys: SharedKeys
    ) -> Bool {
        let region = FleeceRegion(bytes)
        guard let root = region.root, let slots = region.slots(root, tag: 7), slots.count > 0
        else { return false }
        if region.hasParentLink(slots) { return true }
        if region.keyNumber(slot: slots.offset(2 &* (slots.count &- 1))) == nil { return true }
        return keys.contains { sharedKeys.number(for: $0) != nil }
    }
}
