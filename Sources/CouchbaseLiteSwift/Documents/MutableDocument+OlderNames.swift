public import Quire

// Spellings of Couchbase Lite 2.

extension MutableDocument {
    /// Creates a document.
    ///
    /// - Parameter id: The ID, or `nil` for a random one.
    public convenience init(withID id: String?) {
        self.init(id: id)
    }

    /// Creates a document with values.
    ///
    /// - Parameter data: The values by key, or `nil` for none.
    public convenience init(withData data: [String: Any]?) {
        self.init(data: data)
    }

    /// Creates a document with values.
    ///
    /// - Parameters:
    ///   - id: The ID, or `nil` for a random one.
    ///   - data: The values by key, or `nil` for none.
    public convenience init(withID id: String?, data: [String: Any]?) {
        self.init(id: id, data: data)
    }
}
