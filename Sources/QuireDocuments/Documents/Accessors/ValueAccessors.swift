// Accessors for values of any type.

extension FragmentProtocol {
    /// The value as an object, or `nil` if it is missing.
    ///
    /// The object is a `String`, an `NSNumber`, a `Bool`, a
    /// ``Blob``, an ``ArrayObject``, a ``DictionaryObject``, `Data` or `NSNull`. A date is returned
    /// as a string.
    public var value: Any? { documentValue.form.value }
}

extension DictionaryProtocol {
    /// Returns a value of any type.
    ///
    /// - Parameter key: The key, in which a period is an ordinary character.
    /// - Returns: A `String`, an `NSNumber`, a `Bool`, a ``Blob``, an ``ArrayObject``, a
    ///   ``DictionaryObject``, `Data` or `NSNull`; or `nil` for a missing value. A date is returned
    ///   as a string.
    public func value(forKey key: String) -> Any? { documentValue(forKey: key).form.value }
}

extension ArrayProtocol {
    /// Returns a value of any type.
    ///
    /// - Parameter index: The index. It can be out of range.
    /// - Returns: A `String`, an `NSNumber`, a `Bool`, a ``Blob``, an ``ArrayObject``, a
    ///   ``DictionaryObject``, `Data` or `NSNull`; or `nil` for a missing value. A date is returned
    ///   as a string.
    public func value(at index: Int) -> Any? { documentValue(at: index).form.value }
}

extension MutableFragmentProtocol {
    /// The value as an object, or `nil` if it is missing.
    ///
    /// The getter returns the same types as ``FragmentProtocol/value``. The setter accepts the same
    /// types as ``MutableDictionaryProtocol/setValue(_:forKey:)``.
    public var value: Any? {
        get { documentValue.form.value }
        set { setDocumentValue(DocumentValue(any: newValue)) }
    }
}

extension MutableDictionaryProtocol {
    /// Sets a value of any type.
    ///
    /// ```swift
    /// hotel.setValue(["sea view", "parking"], forKey: "features")
    /// ```
    ///
    /// - Parameters:
    ///   - value: `nil` or `NSNull`; a string, number, Boolean, date, `Data` or blob; or a
    ///     collection of these, either a native collection or an object.
    ///   - key: The key. If it has a value, that is replaced.
    /// - Returns: The same object.
    @discardableResult
    public func setValue(_ value: Any?, forKey key: String) -> Self {
        setDocumentValue(DocumentValue(any: value), forKey: key)
        return self
    }
}

extension MutableArrayProtocol {
    /// Sets a value of any type.
    ///
    /// - Parameters:
    ///   - value: `nil` or `NSNull`; a string, number, Boolean, date, `Data` or blob; or a
    ///     collection of these, either a native collection or an object.
    ///   - index: The index.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0..<count`.
    @discardableResult
    public func setValue(_ value: Any?, at index: Int) -> Self {
        setDocumentValue(DocumentValue(any: value), at: index)
        return self
    }

    /// Adds a value of any type.
    ///
    /// - Parameter value: `nil` or `NSNull`; a string, number, Boolean, date, `Data` or blob; or a
    ///   collection of these, either a native collection or an object.
    /// - Returns: The same object.
    @discardableResult
    public func addValue(_ value: Any?) -> Self {
        insertDocumentValue(DocumentValue(any: value), at: count)
        return self
    }

    /// Inserts a value of any type.
    ///
    /// - Parameters:
    ///   - value: `nil` or `NSNull`; a string, number, Boolean, date, `Data` or blob; or a
    ///     collection of these, either a native collection or an object.
    ///   - index: The index at which to insert it.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0...count`.
    @discardableResult
    public func insertValue(_ value: Any?, at index: Int) -> Self {
        insertDocumentValue(DocumentValue(any: value), at: index)
        return self
    }
}
