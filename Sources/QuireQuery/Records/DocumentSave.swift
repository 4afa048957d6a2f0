/// A document to save together with others.
///
/// ```swift
/// let saves = ["hotel-1", "hotel-2"].map { id in
///     DocumentSave { writer in
///         try JSONReader.read(#"{"type":"hotel"}"#, into: writer)
///         return WriteTarget(id: id, if: .any)
///     }
/// }
/// let results = try store.save(saves)
/// ```
public struct DocumentSave {
    /// A closure that writes the body and returns the target.
    public let encode: BodyEncoding
    /// A closure that merges the body with the stored document.
    public let merge: BodyMerging

    /// Creates a save.
    ///
    /// - Parameters:
    ///   - encode: A closure that writes the body and returns the target.
    ///   - merge: A closure that merges the body with the stored document. The default one does not
    ///     change the body.
    public init(
        encoding encode: @escaping BodyEncoding,
        merging merge: @escaping BodyMerging = { _, _, _ in false }
    ) {
        self.encode = encode
        self.merge = merge
    }
}
