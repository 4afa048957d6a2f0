public import Foundation

// Methods that insert values into an array.

extension MutableArrayProtocol {
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

    /// Inserts a number.
    ///
    /// - Parameters:
    ///   - value: The number, or `nil` for null.
    ///   - index: The index at which to insert it.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0...count`.
    @discardableResult
    public func insertNumber(_ value: NSNumber?, at index: Int) -> Self {
        insertDocumentValue(.init(value), at: index)
        return self
    }

    /// Inserts an integer.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - index: The index at which to insert it.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0...count`.
    @discardableResult
    public func insertInt(_ value: Int, at index: Int) -> Self {
        insertDocumentValue(.init(.integer(Int64(value))), at: index)
        return self
    }

    /// Inserts a 64-bit integer.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - index: The index at which to insert it.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0...count`.
    @discardableResult
    public func insertInt64(_ value: Int64, at index: Int) -> Self {
        insertDocumentValue(.init(.integer(value)), at: index)
        return self
    }

    /// Inserts a `Float`.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - index: The index at which to insert it.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0...count`.
    @discardableResult
    public func insertFloat(_ value: Float, at index: Int) -> Self {
        insertDocumentValue(.init(.float(value)), at: index)
        return self
    }

    /// Inserts a `Double`, which is not converted to an integer even if it has no fraction.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - index: The index at which to insert it.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0...count`.
    @discardableResult
    public func insertDouble(_ value: Double, at index: Int) -> Self {
        insertDocumentValue(.init(.double(value)), at: index)
        return self
    }

    /// Inserts a Boolean.
    ///
    /// - Parameters:
    ///   - value: The Boolean.
    ///   - index: The index at which to insert it.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0...count`.
    @discardableResult
    public func insertBoolean(_ value: Bool, at index: Int) -> Self {
        insertDocumentValue(.init(.boolean(value)), at: index)
        return self
    }

    /// Inserts a date, stored as a string in the format of ``DocumentDate``.
    ///
    /// - Parameters:
    ///   - value: The date, or `nil` for null.
    ///   - index: The index at which to insert it.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0...count`.
    @discardableResult
    public func insertDate(_ value: Date?, at index: Int) -> Self {
        insertDocumentValue(.init(value), at: index)
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
