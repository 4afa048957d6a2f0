extension RevisionPrecondition {
    /// Creates the precondition of a conditional write.
    ///
    /// - Parameter text: The text of a revision ID, or `*` for any revision of an existing
    ///   document.
    /// - Throws: ``QuireError`` with code `badRevisionID` and a message that describes the defect.
    init(ifMatch text: String) throws {
        if text == "*" {
            self = .existing(nil)
        } else if let revisionID = RevisionID(text) {
            self = .existing(revisionID)
        } else {
            let shown = text.count > 80 ? text.prefix(80) + "…" : text[...]
            throw QuireError(
                .badRevisionID,
                "\(String(shown).debugDescription) is not a revision: \(Self.defect(of: text))")
        }
    }

    private static func defect(of text: String) -> String {
        if text.isEmpty { return "it is empty. Pass the revision of the model, or \"*\" for any" }
        if text.hasPrefix("W/") {
            return "it is a weak validator, which does not identify a revision. "
                + "Send the revision as a strong ETag, without W/"
        }
        if text.contains(",") { return "it is a list. Pass one revision" }
        if text.contains("\"") {
            return "it contains quotation marks. Remove those of the HTTP header"
        }
        if text.contains(where: \.isWhitespace) { return "it contains white space. Remove it" }
        return "a revision is a string such as 18ea0389f3b90000@*. Pass the revision of a Stored"
    }
}
