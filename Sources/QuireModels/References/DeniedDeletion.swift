/// A deletion that a delete rule denies, with the documents and the property.
///
/// It is the `underlyingError` of a ``QuireError`` with code ``QuireError/Code/deletionDenied``.
///
/// ```swift
/// do {
///     try authors.delete(id: "jansson")
/// } catch let error as QuireError {
///     guard let denial = error.underlyingError as? DeniedDeletion else { throw error }
///     print("\(denial.referrerType) \(denial.referrerID) needs \(denial.documentID)")
/// }
/// ```
public struct DeniedDeletion: Error, Hashable, Sendable {
    /// The ID of the document that was not deleted.
    public let documentID: String

    /// The full name of the collection that contains the document.
    public let collection: String

    /// The ID of a document that references it.
    public let referrerID: String

    /// The type name of the referring document.
    public let referrerType: String

    /// The full name of the collection that contains the referring document.
    public let referrerCollection: String

    /// The path of the property with the reference.
    public let property: String
}

extension DeniedDeletion: CustomStringConvertible {
    /// A message that names both documents and the property.
    public var description: String {
        """
        Document \(documentID.debugDescription) in \(collection) cannot be deleted: the property \
        \(property) of \(referrerType) \(referrerID.debugDescription) in \(referrerCollection) \
        references it. Delete or change that document first
        """
    }
}

extension DeniedDeletion {
    /// The error for the caller of a deletion.
    var error: QuireError { QuireError(.deletionDenied, description, underlyingError: self) }
}
