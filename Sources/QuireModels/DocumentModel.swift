/// A model type whose values a ``Repository`` stores as documents.
///
/// Any `Codable` and `Sendable` type can conform. The protocol adds a type name for its documents.
///
/// ```swift
/// struct Hotel: DocumentModel {
///     @DocumentID var id: String?
///     var name: String
///     var roomRate: Double
/// }
/// ```
///
/// The identity of a model depends on its declaration:
///
/// - A model with a ``DocumentID`` at its top level stores the document's ID and revision there.
///   Because of the revision, a save detects changes made since the model was loaded.
/// - An `Identifiable` model without a ``DocumentID`` stores its ID in the body. Saving it
///   overwrites the document. The `id` can have any type that is encoded as one string or integer:
///   `String`, `UUID`, an integer, an enumeration with such raw values, or a type that wraps one of
///   these. The document ID is the string form of that value.
/// - A model with neither is saved as a new document each time.
///
/// Use a ``DocumentFamily`` to load models of several types together. Declare defaults for missing
/// properties with ``DefaultsProviding``, and migrations for old documents with ``VersionedModel``.
public protocol DocumentModel: Codable, Sendable, KeyStrategyProviding {
    /// The name of the type in documents: the value of their type discriminator.
    ///
    /// The default is the name of the Swift type with its first letter in lowercase: `hotel` for
    /// `Hotel`, `urlEntry` for `URLEntry`. Repositories find documents by this name. If you rename
    /// the Swift type, return the old name here.
    static var documentType: String { get }

    /// The rule for keys of a stored document that the model does not declare.
    ///
    /// By default, a save keeps them.
    static var unknownFields: UnknownFields { get }

    /// The strategy for converting the coding keys of the model, and of all values inside it, to keys of
    /// documents.
    ///
    /// By default, the keys are used without changes. With ``KeyStrategy/snakeCase``, `roomRate` is
    /// stored as `room_rate`. Creating a repository throws an error if two properties would have the
    /// same key.
    static var keyStrategy: KeyStrategy { get }
}

extension DocumentModel {
    /// The default strategy, which uses the keys without changes.
    public static var keyStrategy: KeyStrategy { .asIs }

    /// The default rule, which keeps unknown keys.
    public static var unknownFields: UnknownFields { .keep }

    /// The name of the Swift type with its first letter in lowercase.
    public static var documentType: String {
        let name = String(String(describing: Self.self).prefix { $0 != "<" })
        let capitals = name.prefix { $0.isUppercase }.count
        // Of several leading capitals, the last one begins the next word: `URLEntry` is `urlEntry`.
        let beginsWord = name.dropFirst(capitals).first?.isLowercase == true
        let lowered = capitals > 1 && beginsWord ? capitals - 1 : capitals
        return name.prefix(lowered).lowercased() + name.dropFirst(lowered)
    }
}
