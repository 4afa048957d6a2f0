// Accessors for arrays and dictionaries.

extension FragmentProtocol {
    /// The array, or `nil` for a missing or other value.
    ///
    /// Each access returns the same object.
    public var array: ArrayObject? { documentValue.form.array }

    /// The dictionary, or `nil` for a missing or other value.
    ///
    /// Each access returns the same object.
    public var dictionary: DictionaryObject? { documentValue.form.dictionary }
}

extension DictionaryProtocol {
    /// Returns an array.
    ///
    /// - Parameter key: The key, in which a period is an ordinary character.
    /// - Returns: The array, or `nil` for a missing or other value. Each call returns the same
    ///   object.
    public func array(forKey key: String) -> ArrayObject? { documentValue(forKey: key).form.array }

    /// Returns a dictionary.
    ///
    /// - Parameter key: The key, in which a period is an ordinary character.
    /// - Returns: The dictionary, or `nil` for a missing or other value. Each call returns the same
    ///   object.
    public func dictionary(forKey key: String) -> DictionaryObject? {
        documentValue(forKey: key).form.dictionary
    }
}

extension ArrayProtocol {
    /// Returns an array.
    ///
    /// - Parameter index: The index. It can be out of range.
    /// - Returns: The array, or `nil` for a missing or other value. Each call returns the same
    ///   object.
    public func array(at index: Int) -> ArrayObject? { documentValue(at: index).form.array }

    /// Returns a dictionary.
    ///
    /// - Parameter index: The index. It can be out of range.
    /// - Returns: The dictionary, or `nil` for a missing or other value. Each call returns the same
    ///   object.
    public func dictionary(at index: Int) -> DictionaryObject? {
        documentValue(at: index).form.dictionary
    }
}

extension MutableFragmentProtocol {
    /// The array, or `nil` for a missing or other value.
    ///
    /// Setting `nil` stores null.
    public var array: MutableArrayObject? {
        get { documentValue.form.array as? MutableArrayObject }
        set { setDocumentValue(.init(newValue)) }
    }

    /// The dictionary, or `nil` for a missing or other value.
    ///
    /// Setting `nil` stores null.
    public var dictionary: MutableDictionaryObject? {
        get { documentValue.form.dictionary as? MutableDictionaryObject }
        set { setDocumentValue(.init(newValue)) }
    }
}

extension MutableDictionaryProtocol {
    /// Returns an array.
    ///
    /// ```swift
    /// hotel.array(forKey: "phones")?.addString("650-000-0001")
    /// ```
    ///
    /// - Parameter key: The key, in which a period is an ordinary character.
    /// - Returns: The array, or `nil` for a missing or other value. Each call returns the same
    ///   object.
    public func array(forKey key: String) -> MutableArrayObject? {
        documentValue(forKey: key).form.array as? MutableArrayObject
    }

    /// Returns a dictionary.
    ///
    /// ```swift
    /// hotel.dictionary(forKey: "address")?.setString("5016", forKey: "code")
    /// ```
    ///
    /// - Parameter key: The key, in which a period is an ordinary character.
    /// - Returns: The dictionary, or `nil` for a missing or other value. Each call returns the same
    ///   object.
    public func dictionary(forKey key: String) -> MutableDictionaryObject? {
        documentValue(forKey: key).form.dictionary as? MutableDictionaryObject
    }

    /// Sets an array.
    ///
    /// - Parameters:
    ///   - value: The array, or `nil` for null. A mutable array is stored by reference; an
    ///     immutable array is copied.
    ///   - key: The key. If it has a value, that is replaced.
    /// - Returns: The same object.
    @discardableResult
    public func setArray(_ value: ArrayObject?, forKey key: String) -> Self {
        setDocumentValue(.init(value), forKey: key)
        return self
    }

    /// Sets a dictionary.
    ///
    /// - Parameters:
    ///   - value: The dictionary, or `nil` for null. A mutable dictionary is stored by reference;
    ///     an immutable dictionary is copied.
    ///   - key: The key. If it has a value, that is replaced.
    /// - Returns: The same object.
    @discardableResult
    public func setDictionary(_ value: DictionaryObject?, forKey key: String) -> Self {
        setDocumentValue(.init(value), forKey: key)
        return self
    }
}

extension MutableArrayProtocol {
    /// Returns an array.
    ///
    /// - Parameter index: The index. It can be out of range.
    /// - Returns: The array, or `nil` for a missing or other value. Each call returns the same
    ///   object.
    public func array(at index: Int) -> MutableArrayObject? {
        documentValue(at: index).form.array as? MutableArrayObject
    }

    /// Returns a dictionary.
    ///
    /// - Parameter index: The index. It can be out of range.
    /// - Returns: The dictionary, or `nil` for a missing or other value. Each call returns the same
    ///   object.
    public func dictionary(at index: Int) -> MutableDictionaryObject? {
        documentValue(at: index).form.dictionary as? MutableDictionaryObject
    }

    /// Sets an array.
    ///
    /// - Parameters:
    ///   - value: The array, or `nil` for null. A mutable array is stored by reference; an
    ///     immutable array is copied.
    ///   - index: The index.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0..<count`.
    @discardableResult
    public func setArray(_ value: ArrayObject?, at index: Int) -> Self {
        setDocumentValue(.init(value), at: index)
        return self
    }

    /// Sets a dictionary.
    ///
    /// - Parameters:
    ///   - value: The dictionary, or `nil` for null. A mutable dictionary is stored by reference;
    ///     an immutable dictionary is copied.
    ///   - index: The index.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0..<count`.
    @discardableResult
    public func setDictionary(_ value: DictionaryObject?, at index: Int) -> Self {
        setDocumentValue(.init(value), at: index)
        return self
    }

    /// Adds an array.
    ///
    /// - Parameter value: The array, or `nil` for null. A mutable array is stored by reference; an
    ///   immutable array is copied.
    /// - Returns: The same object.
    @discardableResult
    public func addArray(_ value: ArrayObject?) -> Self {
        insertDocumentValue(.init(value), at: count)
        return self
    }

    /// Adds a dictionary.
    ///
    /// - Parameter value: The dictionary, or `nil` for null. A mutable dictionary is stored by
    ///   reference; an immutable dictionary is copied.
    /// - Returns: The same object.
    @discardableResult
    public func addDictionary(_ value: DictionaryObject?) -> Self {
        insertDocumentValue(.init(value), at: count)
        return self
    }

    /// Inserts an array.
    ///
    /// - Parameters:
    ///   - value: The array, or `nil` for null. A mutable array is stored by reference; an
    ///     immutable array is copied.
    ///   - index: The index at which to insert it.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0...count`.
    @discardableResult
    public func insertArray(_ value: ArrayObject?, at index: Int) -> Self {
        insertDocumentValue(.init(value), at: index)
        return self
    }

    /// Inserts a dictionary.
    ///
    /// - Parameters:
    ///   - value: The dictionary, or `nil` for null. A mutable dictionary is stored by reference;
    ///     an immutable dictionary is copied.
    ///   - index: The index at which to insert it.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0...count`.
    @discardableResult
    public func insertDictionary(_ value: DictionaryObject?, at index: Int) -> Self {
        insertDocumentValue(.init(value), at: index)
        return self
    }
}
