import Fleece

extension EncodingNode {
    /// Encodes the pairs of a stored dictionary as this value's own.
    ///
    /// - Parameter dictionary: The dictionary.
    /// - Throws: `EncodingError` if the document is complete already.
    func encode(pairsOf dictionary: FleeceDictionary) throws {
        if content != .dictionary { becomeDictionary() }
        hasOtherKeys = true
        for (key, value) in dictionary {
            try append(write { $0.encodeKey(key) }, write { $0.encode(copyOf: value) })
        }
    }
}
