// Accessors for strings.

extension FragmentProtocol {
    /// The string, or `nil` for a missing or other value.
    public var string: String? { documentValue.form.string }
}

extension DictionaryProtocol {
    /// Returns a string.
    ///
    /// ```swift
    /// let name = hotel.string(forKey: "name") ?? "no name"
    /// ```
    ///
    /// - Parameter key: The key, in which a period is an ordinary character.
    /// - Returns: The string, or `nil` for a missing or other value.
    public func string(forKey key: String) -> String? { documentValue(forKey: key).form.string }
}

extension ArrayProtocol {
    /// Returns a string.
    ///
    /// - Parameter index: The index. It can be out of range.
    /// - Returns: The string, or `nil` for a missing or other value.
    public func string(at index: Int) -> String? { documentValue(at: index).form.string }
}

extension MutableFragmentProtocol {
    /// The string, or `nil` for a missing or other value.
    ///
    /// Setting `nil` stores null.
    public var string: String? {
        get { documentValue.form.string }
        set { setDocumentValue(.init(newValue)) }
    }
}

extension MutableDictionaryProtocol {
    /// Sets a string.
    ///
    /// ```swift
    /// hotel.setString("Harbour House", forKey: "name").setInt(4, forKey: "stars")
    /// ```
    ///
    /// - Parameters:
    ///   - value: The string, or `nil` for null.
    ///   - key: The key. If it has a value, that is replaced.
    /// - Returns: The same object.
    @discardableResult
    public func setString(_ value: String?, forKey key: String) -> Self {
        setDocumentValue(.init(value), forKey: key)
        return self
    }
}

extension MutableArrayProtocol {
    /// Sets a string.
    ///
    /// - Parameters:
    ///   - value: The string, or `nil` for null.
    ///   - index: The index.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0..<count`.
    @discardableResult
    public func setString(_ value: String?, at index: Int) -> Self {
        setDocumentValue(.init(value), at: index)
        return self
    }

    /// Adds a string.
    ///
    /// - Parameter value: The string, or `nil` for null.
    /// - Returns: The same object.
    @discardableResult
    public func addString(_ value: String?) -> Self {
        insertDocumentValue(.init(value), at: count)
        return self
    }

    /// Inserts a string.
    ///
    /// - Parameters:
    ///   - value: The string, or `nil` for null.
    ///   - index: The index at which to insert it.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0...count`.
    @discardableResult
    public func insertString(_ value: String?, at index: Int) -> Self {
        insertDocumentValue(.init(value), at: index)
        return self
    }
}
