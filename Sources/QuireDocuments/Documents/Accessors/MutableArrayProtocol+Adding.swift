public import Foundation

// Methods that append values to an array.

extension MutableArrayProtocol {
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

    /// Adds a string.
    ///
    /// - Parameter value: The string, or `nil` for null.
    /// - Returns: The same object.
    @discardableResult
    public func addString(_ value: String?) -> Self {
        insertDocumentValue(.init(value), at: count)
        return self
    }

    /// Adds a number.
    ///
    /// - Parameter value: The number, or `nil` for null.
    /// - Returns: The same object.
    @discardableResult
    public func addNumber(_ value: NSNumber?) -> Self {
        insertDocumentValue(.init(value), at: count)
        return self
    }

    /// Adds an integer.
    ///
    /// - Parameter value: The number.
    /// - Returns: The same object.
    @discardableResult
    public func addInt(_ value: Int) -> Self {
        insertDocumentValue(.init(.integer(Int64(value))), at: count)
        return self
    }

    /// Adds a 64-bit integer.
    ///
    /// - Parameter value: The number.
    /// - Returns: The same object.
    @discardableResult
    public func addInt64(_ value: Int64) -> Self {
        insertDocumentValue(.init(.integer(value)), at: count)
        return self
    }

    /// Adds a `Float`.
    ///
    /// - Parameter value: The number.
    /// - Returns: The same object.
    @discardableResult
    public func addFloat(_ value: Float) -> Self {
        insertDocumentValue(.init(.float(value)), at: count)
        return self
    }

    /// Adds a `Double`, which is not converted to an integer even if it has no fraction.
    ///
    /// - Parameter value: The number.
    /// - Returns: The same object.
    @discardableResult
    public func addDouble(_ value: Double) -> Self {
        insertDocumentValue(.init(.double(value)), at: count)
        return self
    }

    /// Adds a Boolean.
    ///
    /// - Parameter value: The Boolean.
    /// - Returns: The same object.
    @discardableResult
    public func addBoolean(_ value: Bool) -> Self {
        insertDocumentValue(.init(.boolean(value)), at: count)
        return self
    }

    /// Adds a date, stored as a string in the format of ``DocumentDate``.
    ///
    /// - Parameter value: The date, or `nil` for null.
    /// - Returns: The same object.
    @discardableResult
    public func addDate(_ value: Date?) -> Self {
        insertDocumentValue(.init(value), at: count)
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
}
