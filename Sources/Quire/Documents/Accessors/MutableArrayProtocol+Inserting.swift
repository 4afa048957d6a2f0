public import Foundation

// Values among those of an array.

extension MutableArrayProtocol {
    /// Inserts a value of any kind.
    ///
    /// - Parameters:
    ///   - value: `nil` or `NSNull`, a string, number, truth value, date, data, blob, or a collection of such,
    ///     native or an object.
    ///   - index: The index that it is to have.
    /// - Returns: The same object.
    /// - Precondition: There is a value at the index, or the index is the count.
    @discardableResult
    public func insertValue(_ value: Any?, at index: Int) -> Self {
        insertDocumentValue(DocumentValue(any: value), at: index)
        return self
    }

    /// Inserts a string.
    ///
    /// - Parameters:
    ///   - value: The string, or `nil` for null.
    ///   - index: The index that it is to have.
    /// - Returns: The same object.
    /// - Precondition: There is a value at the index, or the index is the count.
    @discardableResult
    public func insertString(_ value: String?, at index: Int) -> Self {
        insertDocumentValue(.init(value), at: index)
        return self
    }

    /// Inserts a number.
    ///
    /// - Parameters:
    ///   - value: The number, or `nil` for null.
    ///   - index: The index that it is to have.
    /// - Returns: The same object.
    /// - Precondition: There is a value at the index, or the index is the count.
    @discardableResult
    public func insertNumber(_ value: NSNumber?, at index: Int) -> Self {
        insertDocumentValue(.init(value), at: index)
        return self
    }

    /// Inserts a whole number.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - index: The index that it is to have.
    /// - Returns: The same object.
    /// - Precondition: There is a value at the index, or the index is the count.
    @discardableResult
    public func insertInt(_ value: Int, at index: Int) -> Self {
        insertDocumentValue(.init(.integer(Int64(value))), at: index)
        return self
    }

    /// Inserts a whole number of 64 bits.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - index: The index that it is to have.
    /// - Returns: The same object.
    /// - Precondition: There is a value at the index, or the index is the count.
    @discardableResult
    public func insertInt64(_ value: Int64, at index: Int) -> Self {
        insertDocumentValue(.init(.integer(value)), at: index)
        return self
    }

    /// Inserts a float.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - index: The index that it is to have.
    /// - Returns: The same object.
    /// - Precondition: There is a value at the index, or the index is the count.
    @discardableResult
    public func insertFloat(_ value: Float, at index: Int) -> Self {
        insertDocumentValue(.init(.float(value)), at: index)
        return self
    }

    /// Inserts a double, which stays one even if it is a whole number.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - index: The index that it is to have.
    /// - Returns: The same object.
    /// - Precondition: There is a value at the index, or the index is the count.
    @discardableResult
    public func insertDouble(_ value: Double, at index: Int) -> Self {
        insertDocumentValue(.init(.double(value)), at: index)
        return self
    }

    /// Inserts a truth value.
    ///
    /// - Parameters:
    ///   - value: The truth value.
    ///   - index: The index that it is to have.
    /// - Returns: The same object.
    /// - Precondition: There is a value at the index, or the index is the count.
    @discardableResult
    public func insertBoolean(_ value: Bool, at index: Int) -> Self {
        insertDocumentValue(.init(.boolean(value)), at: index)
        return self
    }

    /// Inserts a date, as a string in the form of ``DocumentDate``.
    ///
    /// - Parameters:
    ///   - value: The date, or `nil` for null.
    ///   - index: The index that it is to have.
    /// - Returns: The same object.
    /// - Precondition: There is a value at the index, or the index is the count.
    @discardableResult
    public func insertDate(_ value: Date?, at index: Int) -> Self {
        insertDocumentValue(.init(value), at: index)
        return self
    }

    /// Inserts a blob.
    ///
    /// - Parameters:
    ///   - value: The blob, or `nil` for null.
    ///   - index: The index that it is to have.
    /// - Returns: The same object.
    /// - Precondition: There is a value at the index, or the index is the count.
    @discardableResult
    public func insertBlob(_ value: Blob?, at index: Int) -> Self {
        insertDocumentValue(.init(value), at: index)
        return self
    }

    /// Inserts an array.
    ///
    /// - Parameters:
    ///   - value: The array, or `nil` for null. A mutable one is taken as it is, of another a copy.
    ///   - index: The index that it is to have.
    /// - Returns: The same object.
    /// - Precondition: There is a value at the index, or the index is the count.
    @discardableResult
    public func insertArray(_ value: ArrayObject?, at index: Int) -> Self {
        insertDocumentValue(.init(value), at: index)
        return self
    }

    /// Inserts a dictionary.
    ///
    /// - Parameters:
    ///   - value: The dictionary, or `nil` for null. A mutable one is taken as it is, of another a copy.
    ///   - index: The index that it is to have.
    /// - Returns: The same object.
    /// - Precondition: There is a value at the index, or the index is the count.
    @discardableResult
    public func insertDictionary(_ value: DictionaryObject?, at index: Int) -> Self {
        insertDocumentValue(.init(value), at: index)
        return self
    }
}
