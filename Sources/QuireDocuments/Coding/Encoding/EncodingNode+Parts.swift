package import Fleece

extension EncodingNode {
    /// Appends the keys and values of a stored dictionary to this value.
    ///
    /// - Parameter dictionary: The stored dictionary.
    /// - Throws: `EncodingError` if the document is already complete or nested too deeply.
    package func encode(pairsOf dictionary: FleeceDictionary) throws {
        if content != .dictionary { becomeDictionary() }
        hasOtherKeys = true
        for (key, value) in dictionary {
            try append(write { $0.encodeKey(key) }, write { $0.encode(copyOf: value) })
        }
    }
}
