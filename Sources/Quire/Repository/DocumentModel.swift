/// A model that a ``Repository`` keeps as documents: any `Codable` type that is `Sendable`, with a
/// name for its documents.
///
/// ```swift
/// struct Hotel: DocumentModel {
///     @DocumentID var id: String?
///     var name: String
///     var roomRate: Double
/// }
/// ```
///
/// A ``DocumentID`` at the top level of the model has the document's ID. It also carries the revision,
/// so that a save after a load detects a change in between. A model without one that is `Identifiable`
/// has its ID in the body, and its saves overwrite. The `id` can have any type that is encoded as one
/// string or integer: `String`, `UUID`, an integer, an enumeration with such raw values, or a type that
/// wraps one of these; the document ID is the text of that value. A model with neither gets a new
/// document at each save.
///
/// Models of several types are loaded together as a ``DocumentFamily``. What is missing in a document
/// can have a default (``DefaultsProviding``), and old documents can be migrated (``VersionedModel``).
public protocol DocumentModel: Codable, Sendable {
    /// The name of the type in documents: the value of their type attribute.
    ///
    /// By default the type's own name with a small first letter: `hotel` for `Hotel`, `urlEntry` for
    /// `URLEntry`. Documents are found by it, so it must not change with the type's name.
    static var documentType: String { get }

    /// What becomes of keys in a stored document that the model does not know.
    ///
    /// By default they are kept.
    static var unknownFields: UnknownFields { get }
}

extension DocumentModel {
    /// Unknown keys are kept.
    public static var unknownFields: UnknownFields { .keep }

    /// The type's own name with a small first letter.
    public static var documentType: String {
        let name = String(String(describing: Self.self).prefix { $0 != "<" })
        let capitals = name.prefix { $0.isUppercase }.count
        // Of several capitals the last one begins the next word: `URLEntry` is `urlEntry`.
        let beginsWord = name.dropFirst(capitals).first?.isLowercase == true
        let lowered = capitals > 1 && beginsWord ? capitals - 1 : capitals
        return name.prefix(lowered).lowercased() + name.dropFirst(lowered)
    }
}
