// The initializers by the names that they had in the first versions of Couchbase Lite for Swift.

extension MutableDocument {
    /// Makes a document, as ``init(id:)`` does.
    ///
    /// - Parameter id: The ID, or `nil` for a random one.
    public convenience init(withID id: String?) {
        self.init(id: id)
    }

    /// Makes a document of some values, as ``init(data:)`` does.
    ///
    /// - Parameter data: The values by key, or `nil` for none.
    public convenience init(withData data: [String: Any]?) {
        self.init(data: data)
    }

    /// Makes a document of some values, as ``init(id:data:)`` does.
    ///
    /// - Parameters:
    ///   - id: The ID, or `nil` for a random one.
    ///   - data: The values by key, or `nil` for none.
    public convenience init(withID id: String?, data: [String: Any]?) {
        self.init(id: id, data: data)
    }
}
