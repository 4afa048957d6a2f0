/// The rules that Couchbase Lite has for a document's ID.
package enum DocumentIDRules {
    /// The most bytes of UTF-8 that an ID has.
    static let maximumLength = 240

    /// Refuses a text that cannot be a document's ID.
    ///
    /// - Parameters:
    ///   - id: Any text.
    ///   - place: Where the document was to be, for the error's message.
    /// - Throws: ``QuireError`` with code `badDocumentID`.
    @inline(__always)
    static func check(_ id: String, in place: @autoclosure () -> String) throws {
        guard let reason = defect(of: id) else { return }
        // A long text is cut: what matters is which one it is.
        throw QuireError(
            .badDocumentID,
            "\(String(id.prefix(60)).debugDescription) cannot be a document's ID in \(place()): "
                + "\(reason).")
    }

    /// Says why a text cannot be a document's ID.
    ///
    /// - Parameter id: Any text.
    /// - Returns: The reason, or `nil` if it can be one.
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
            "it has \(id.utf8.count) bytes and \(maximumLength) are the most"
        default:
            id.utf8.first == UInt8(ascii: "_")
                ? "it begins with an underscore" : "it contains a control character"
        }
    }
}
