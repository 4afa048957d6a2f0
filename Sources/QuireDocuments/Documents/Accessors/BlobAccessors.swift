// Accessors for blobs.

extension FragmentProtocol {
    /// The blob, or `nil` for a missing or other value.
    ///
    /// Each access returns the same object.
    public var blob: Blob? { documentValue.form.blob }
}

extension DictionaryProtocol {
    /// Returns a blob.
    ///
    /// - Parameter key: The key, in which a period is an ordinary character.
    /// - Returns: The blob, or `nil` for a missing or other value. Each call returns the same
    ///   object.
    public func blob(forKey key: String) -> Blob? { documentValue(forKey: key).form.blob }
}

extension ArrayProtocol {
    /// Returns a blob.
    ///
    /// - Parameter index: The index. It can be out of range.
    /// - Returns: The blob, or `nil` for a missing or other value. Each call returns the same
    ///   object.
    public func blob(at index: Int) -> Blob? { documentValue(at: index).form.blob }
}

extension MutableFragmentProtocol {
    /// The blob, or `nil` for a missing or other value.
    ///
    /// Setting `nil` stores null.
    public var blob: Blob? {
        get { documentValue.form.blob }
        set { setDocumentValue(.init(newValue)) }
    }
}

extension MutableDictionaryProtocol {
    /// Sets a blob.
    ///
    /// - Parameters:
    ///   - value: The blob, or `nil` for null.
    ///   - key: The key. If it has a value, that is replaced.
    /// - Returns: The same object.
    @discardableResult
    public func setBlob(_ value: Blob?, forKey key: String) -> Self {
        setDocumentValue(.init(value), forKey: key)
        return self
    }
}

extension MutableArrayProtocol {
    /// Sets a blob.
    ///
    /// - Parameters:
    ///   - value: The blob, or `nil` for null.
    ///   - index: The index.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0..<count`.
    @discardableResult
    public func setBlob(_ value: Blob?, at index: Int) -> Self {
        setDocumentValue(.init(value), at: index)
        return self
    }

    /// Adds a blob.
    ///
    /// - Parameter value: The blob, or `nil` for null.
    /// - Returns: The same object.
    @discardableResult
    public func addBlob(_ value: Blob?) -> Self {
        insertDocumentValue(.init(value), at: count)
        return self
    }

    /// Inserts a blob.
    ///
    /// - Parameters:
    ///   - value: The blob, or `nil` for null.
    ///   - index: The index at which to insert it.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0...count`.
    @discardableResult
    public func insertBlob(_ value: Blob?, at index: Int) -> Self {
        insertDocumentValue(.init(value), at: index)
        return self
    }
}
