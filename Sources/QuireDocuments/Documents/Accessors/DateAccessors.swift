public import Foundation

// Accessors for dates.

extension FragmentProtocol {
    /// The date, or `nil` if the value is not a string that ``DocumentDate`` can parse.
    public var date: Date? { documentValue.form.date }
}

extension DictionaryProtocol {
    /// Returns a date.
    ///
    /// ```swift
    /// let opened = hotel.date(forKey: "openedAt")
    /// ```
    ///
    /// - Parameter key: The key, in which a period is an ordinary character.
    /// - Returns: The date, or `nil` if the value is not a string that ``DocumentDate`` can parse.
    public func date(forKey key: String) -> Date? { documentValue(forKey: key).form.date }
}

extension ArrayProtocol {
    /// Returns a date.
    ///
    /// - Parameter index: The index. It can be out of range.
    /// - Returns: The date, or `nil` if the value is not a string that ``DocumentDate`` can parse.
    public func date(at index: Int) -> Date? { documentValue(at: index).form.date }
}

extension MutableFragmentProtocol {
    /// The date, or `nil` if the value is not a string that ``DocumentDate`` can parse.
    ///
    /// Setting `nil` stores null.
    public var date: Date? {
        get { documentValue.form.date }
        set { setDocumentValue(.init(newValue)) }
    }
}

extension MutableDictionaryProtocol {
    /// Sets a date, stored as a string in the format of ``DocumentDate``.
    ///
    /// ```swift
    /// hotel.setDate(Date(), forKey: "openedAt")
    /// ```
    ///
    /// - Parameters:
    ///   - value: The date, or `nil` for null.
    ///   - key: The key. If it has a value, that is replaced.
    /// - Returns: The same object.
    @discardableResult
    public func setDate(_ value: Date?, forKey key: String) -> Self {
        setDocumentValue(.init(value), forKey: key)
        return self
    }
}

extension MutableArrayProtocol {
    /// Sets a date, stored as a string in the format of ``DocumentDate``.
    ///
    /// - Parameters:
    ///   - value: The date, or `nil` for null.
    ///   - index: The index.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0..<count`.
    @discardableResult
    public func setDate(_ value: Date?, at index: Int) -> Self {
        setDocumentValue(.init(value), at: index)
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
}
