/// The rules for document IDs, which are those of Couchbase Lite.
package enum DocumentIDRules {
    /// The maximum length of an ID in UTF-8 bytes.
    package static let maximumLength = 240

    /// Checks a document ID.
    ///
    /// - Parameters:
    ///   - id: The document ID.
    ///   - location: A description of the store, for the error message.
    /// - Throws: ``QuireError`` with code `badDocumentID` if the ID is invalid.
    @inline(__always)
    package static func check(_ id: String, in location: @autoclosure () -> String) throws {
        guard let reason = defect(of: id) else { return }
        // The beginning of a long ID is enough to identify it.
        throw QuireError(
            .badDocumentID,
            "\(String(id.prefix(60)).debugDescription) cannot be a document's ID in \(location()): "
                + "\(reason).")
    }

    /// Returns the reason why a document ID is invalid.
    ///
    /// - Parameter id: The document ID.
    /// - Returns: The reason, or `nil` if the ID is valid.
    @inline(__always)
    package static func defect(of id: String) -> String? {
        let bytes = id.utf8
        if 1...maximumLength ~= bytes.count, bytes.first != UInt8(ascii: "_"),
            !bytes.contains(where: isControlCharacter)
        {
            return nil
        }
        return reason(id)
    }

    private static func isControlCharacter(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7F
    }

    private static func reason(_ id: String) -> String {
        switch id.utf8.count {
        case 0: "it is empty"
        case (maximumLength + 1)...:
            "it has \(id.utf8.count) bytes, but at most \(maximumLength) are allowed"
        default:
            id.utf8.first == UInt8(ascii: "_")
                ? "it begins with an underscore" : "it contains a control character"
        }
    }
}
