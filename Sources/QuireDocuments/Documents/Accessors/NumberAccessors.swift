public import Foundation

// Accessors for numbers and Booleans.

extension FragmentProtocol {
    /// The number, 1 or 0 for a Boolean, or `nil` for a missing or other value.
    public var number: NSNumber? { documentValue.form.number }

    /// The number as an integer, 1 for `true`, or 0 for a missing or other value.
    ///
    /// The number is truncated toward zero and clamped to the range of `Int`.
    public var int: Int { Int(clamping: documentValue.form.int64) }

    /// The number as an integer, 1 for `true`, or 0 for a missing or other value.
    ///
    /// The number is truncated toward zero and clamped to the range of `Int64`.
    public var int64: Int64 { documentValue.form.int64 }

    /// The number as the nearest `Float`, 1 for `true`, or 0 for a missing or other value.
    public var float: Float { Float(documentValue.form.double) }

    /// The number as a `Double`, 1 for `true`, or 0 for a missing or other value.
    public var double: Double { documentValue.form.double }

    /// Whether the value is something other than `false`, zero, null or missing.
    public var boolean: Bool { documentValue.form.boolean }
}

extension DictionaryProtocol {
    /// Returns a number.
    ///
    /// - Parameter key: The key, in which a period is an ordinary character.
    /// - Returns: The number, 1 or 0 for a Boolean, or `nil` for a missing or other value.
    public func number(forKey key: String) -> NSNumber? { documentValue(forKey: key).form.number }

    /// Returns an integer.
    ///
    /// ```swift
    /// let stars = hotel.int(forKey: "stars")
    /// ```
    ///
    /// - Parameter key: The key, in which a period is an ordinary character.
    /// - Returns: The number, truncated toward zero and clamped to the range of the return type; 1
    ///   for `true`; or 0 for a missing or other value.
    public func int(forKey key: String) -> Int {
        Int(clamping: documentValue(forKey: key).form.int64)
    }

    /// Returns a 64-bit integer.
    ///
    /// - Parameter key: The key, in which a period is an ordinary character.
    /// - Returns: The number, truncated toward zero and clamped to the range of the return type; 1
    ///   for `true`; or 0 for a missing or other value.
    public func int64(forKey key: String) -> Int64 { documentValue(forKey: key).form.int64 }

    /// Returns a number as a `Float`.
    ///
    /// - Parameter key: The key, in which a period is an ordinary character.
    /// - Returns: The nearest `Float`, 1 for `true`, or 0 for a missing or other value.
    public func float(forKey key: String) -> Float { Float(documentValue(forKey: key).form.double) }

    /// Returns a number as a `Double`.
    ///
    /// ```swift
    /// let rate = hotel.double(forKey: "roomRate")
    /// ```
    ///
    /// - Parameter key: The key, in which a period is an ordinary character.
    /// - Returns: The number, 1 for `true`, or 0 for a missing or other value.
    public func double(forKey key: String) -> Double { documentValue(forKey: key).form.double }

    /// Returns a Boolean.
    ///
    /// - Parameter key: The key, in which a period is an ordinary character.
    /// - Returns: `false` if the value is `false`, zero, null or missing; otherwise `true`.
    public func boolean(forKey key: String) -> Bool { documentValue(forKey: key).form.boolean }
}

extension ArrayProtocol {
    /// Returns a number.
    ///
    /// - Parameter index: The index. It can be out of range.
    /// - Returns: The number, 1 or 0 for a Boolean, or `nil` for a missing or other value.
    public func number(at index: Int) -> NSNumber? { documentValue(at: index).form.number }

    /// Returns an integer.
    ///
    /// - Parameter index: The index. It can be out of range.
    /// - Returns: The number, truncated toward zero and clamped to the range of the return type; 1
    ///   for `true`; or 0 for a missing or other value.
    public func int(at index: Int) -> Int { Int(clamping: documentValue(at: index).form.int64) }

    /// Returns a 64-bit integer.
    ///
    /// - Parameter index: The index. It can be out of range.
    /// - Returns: The number, truncated toward zero and clamped to the range of the return type; 1
    ///   for `true`; or 0 for a missing or other value.
    public func int64(at index: Int) -> Int64 { documentValue(at: index).form.int64 }

    /// Returns a number as a `Float`.
    ///
    /// - Parameter index: The index. It can be out of range.
    /// - Returns: The nearest `Float`, 1 for `true`, or 0 for a missing or other value.
    public func float(at index: Int) -> Float { Float(documentValue(at: index).form.double) }

    /// Returns a number as a `Double`.
    ///
    /// - Parameter index: The index. It can be out of range.
    /// - Returns: The number, 1 for `true`, or 0 for a missing or other value.
    public func double(at index: Int) -> Double { documentValue(at: index).form.double }

    /// Returns a Boolean.
    ///
    /// - Parameter index: The index. It can be out of range.
    /// - Returns: `false` if the value is `false`, zero, null or missing; otherwise `true`.
    public func boolean(at index: Int) -> Bool { documentValue(at: index).form.boolean }
}

extension MutableFragmentProtocol {
    /// The number, 1 or 0 for a Boolean, or `nil` for a missing or other value.
    ///
    /// Setting `nil` stores null.
    public var number: NSNumber? {
        get { documentValue.form.number }
        set { setDocumentValue(.init(newValue)) }
    }

    /// The number as an integer, 1 for `true`, or 0 for a missing or other value.
    ///
    /// The number is truncated toward zero and clamped to the range of `Int`.
    public var int: Int {
        get { Int(clamping: documentValue.form.int64) }
        set { setDocumentValue(.init(.integer(Int64(newValue)))) }
    }

    /// The number as an integer, 1 for `true`, or 0 for a missing or other value.
    ///
    /// The number is truncated toward zero and clamped to the range of `Int64`.
    public var int64: Int64 {
        get { documentValue.form.int64 }
        set { setDocumentValue(.init(.integer(newValue))) }
    }

    /// The number as the nearest `Float`, 1 for `true`, or 0 for a missing or other value.
    public var float: Float {
        get { Float(documentValue.form.double) }
        set { setDocumentValue(.init(.float(newValue))) }
    }

    /// The number as a `Double`, 1 for `true`, or 0 for a missing or other value.
    public var double: Double {
        get { documentValue.form.double }
        set { setDocumentValue(.init(.double(newValue))) }
    }

    /// Whether the value is something other than `false`, zero, null or missing.
    public var boolean: Bool {
        get { documentValue.form.boolean }
        set { setDocumentValue(.init(.boolean(newValue))) }
    }
}

extension MutableDictionaryProtocol {
    /// Sets a number.
    ///
    /// - Parameters:
    ///   - value: The number, or `nil` for null.
    ///   - key: The key. If it has a value, that is replaced.
    /// - Returns: The same object.
    @discardableResult
    public func setNumber(_ value: NSNumber?, forKey key: String) -> Self {
        setDocumentValue(.init(value), forKey: key)
        return self
    }

    /// Sets an integer.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - key: The key. If it has a value, that is replaced.
    /// - Returns: The same object.
    @discardableResult
    public func setInt(_ value: Int, forKey key: String) -> Self {
        setDocumentValue(.init(.integer(Int64(value))), forKey: key)
        return self
    }

    /// Sets a 64-bit integer.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - key: The key. If it has a value, that is replaced.
    /// - Returns: The same object.
    @discardableResult
    public func setInt64(_ value: Int64, forKey key: String) -> Self {
        setDocumentValue(.init(.integer(value)), forKey: key)
        return self
    }

    /// Sets a `Float`.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - key: The key. If it has a value, that is replaced.
    /// - Returns: The same object.
    @discardableResult
    public func setFloat(_ value: Float, forKey key: String) -> Self {
        setDocumentValue(.init(.float(value)), forKey: key)
        return self
    }

    /// Sets a `Double`, which is not converted to an integer even if it has no fraction.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - key: The key. If it has a value, that is replaced.
    /// - Returns: The same object.
    @discardableResult
    public func setDouble(_ value: Double, forKey key: String) -> Self {
        setDocumentValue(.init(.double(value)), forKey: key)
        return self
    }

    /// Sets a Boolean.
    ///
    /// - Parameters:
    ///   - value: The Boolean.
    ///   - key: The key. If it has a value, that is replaced.
    /// - Returns: The same object.
    @discardableResult
    public func setBoolean(_ value: Bool, forKey key: String) -> Self {
        setDocumentValue(.init(.boolean(value)), forKey: key)
        return self
    }
}

extension MutableArrayProtocol {
    /// Sets a number.
    ///
    /// - Parameters:
    ///   - value: The number, or `nil` for null.
    ///   - index: The index.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0..<count`.
    @discardableResult
    public func setNumber(_ value: NSNumber?, at index: Int) -> Self {
        setDocumentValue(.init(value), at: index)
        return self
    }

    /// Sets an integer.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - index: The index.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0..<count`.
    @discardableResult
    public func setInt(_ value: Int, at index: Int) -> Self {
        setDocumentValue(.init(.integer(Int64(value))), at: index)
        return self
    }

    /// Sets a 64-bit integer.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - index: The index.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0..<count`.
    @discardableResult
    public func setInt64(_ value: Int64, at index: Int) -> Self {
        setDocumentValue(.init(.integer(value)), at: index)
        return self
    }

    /// Sets a `Float`.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - index: The index.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0..<count`.
    @discardableResult
    public func setFloat(_ value: Float, at index: Int) -> Self {
        setDocumentValue(.init(.float(value)), at: index)
        return self
    }

    /// Sets a `Double`, which is not converted to an integer even if it has no fraction.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - index: The index.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0..<count`.
    @discardableResult
    public func setDouble(_ value: Double, at index: Int) -> Self {
        setDocumentValue(.init(.double(value)), at: index)
        return self
    }

    /// Sets a Boolean.
    ///
    /// - Parameters:
    ///   - value: The Boolean.
    ///   - index: The index.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0..<count`.
    @discardableResult
    public func setBoolean(_ value: Bool, at index: Int) -> Self {
        setDocumentValue(.init(.boolean(value)), at: index)
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
}
