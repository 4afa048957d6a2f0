/// The place of a document in a collection, whether or not there is one.
///
/// ```swift
/// let city = collection["hotel-42"]["address"]["city"].string
/// ```
public final class DocumentFragment: DictionaryFragment {
    /// The document as it was when the place was asked for, or `nil` if there is none.
    public let document: Document?

    init(_ document: Document?) {
        self.document = document
    }

    /// Whether there is a document.
    public var exists: Bool { document != nil }

    /// The place of a value in the document.
    ///
    /// - Parameter key: The key. If there is no document, there is no value.
    public subscript(key: String) -> Fragment { document?[key] ?? Fragment(.nowhere) }
}
