/// A fact about a document that is not in its body.
///
/// The raw value is its name after `META().`.
public enum MetadataField: String, Hashable, Sendable, CaseIterable {
    /// The document's ID.
    case id

    /// The document's sequence number in its collection.
    case sequence

    /// The ID of the document's current revision.
    case revisionID

    /// Whether the document is deleted.
    case deleted

    /// When the document expires, MISSING if it does not.
    case expiration

    /// Creates the field that a shortcut names: `_id` for `META().id`.
    init?(shortcut: String) {
        guard shortcut.first == "_" else { return nil }
        self.init(rawValue: String(shortcut.dropFirst()))
    }
}
