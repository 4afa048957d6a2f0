/// The extensions of Couchbase Lite.
///
/// ```swift
/// try Extension.enableVectorSearch()
/// ```
public enum Extension {
    /// Does nothing, because vector search needs no extension.
    ///
    /// - Throws: Nothing. Couchbase Lite throws an error if the extension is missing.
    public static func enableVectorSearch() throws {}
}
