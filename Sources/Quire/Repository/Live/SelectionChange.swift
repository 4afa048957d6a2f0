/// How the models of a selection have changed.
///
/// What ``models`` was, without ``removed``, with ``updated`` in their places and with ``inserted``,
/// is what it is now.
public struct SelectionChange<Model: DocumentModel>: Sendable {
    /// A document that cannot be made a model.
    public struct Failure: Sendable {
        /// The document's ID.
        public let id: String

        /// Why: a `DecodingError`, or a ``QuireError`` if the document is damaged.
        public let error: any Error
    }

    /// All models of the selection as they are now, in its order.
    public let models: [Stored<Model>]

    /// The models that were not there before, in the order of ``models``; all of them in the first
    /// change.
    public let inserted: [Stored<Model>]

    /// The models that were there with another revision, in the order of ``models``.
    public let updated: [Stored<Model>]

    /// The IDs of the models that are not there any more.
    public let removed: [String]

    /// The documents that have changed or come since the last change and cannot be made models.
    ///
    /// They are not among ``models``.
    public let failures: [Failure]
}
