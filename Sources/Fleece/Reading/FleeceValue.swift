/// A value stored as Fleece, which is read in place and on demand.
///
/// The accessors are strict: each returns the value if it is of the requested kind, and `nil`
/// otherwise. Values are not converted, except between integers and floating-point numbers that
/// represent the same number. For damaged bytes, the accessors return `nil`.
///
/// A value retains its ``FleeceStorage``. The accessors of scalars can be inlined into the code that
/// uses them, so that a value that exists only between a lookup and an accessor retains nothing.
///
/// ```swift
/// if let rate = hotel["room_rate"] {
///     print(rate.double ?? 0, rate.string ?? "not a string")  // 240.0 not a string
/// }
/// ```
public struct FleeceValue: Sendable {
    /// The owner of the bytes.
    public let storage: FleeceStorage

    /// The resolved offset of the value, with at least two readable bytes.
    @usableFromInline
    let offset: Int

    @inlinable @inline(__always)
    init(storage: FleeceStorage, offset: Int) {
        self.storage = storage
        self.offset = offset
    }

    /// The kind of the value.
    public var kind: FleeceKind { storage.region.kind(offset) }

    /// Whether the value is JSON's `null`.
    public var isNull: Bool { storage.region.word(offset) & 0xFC00 == 0x3000 }

    /// The Boolean, or `nil` if the value is of another kind.
    @inlinable
    public var boolean: Bool? { storage.boolean(at: offset) }

    /// The number as a signed integer, if the conversion is exact: an integer, or a number such as
    /// `42.0`.
    @inlinable
    public var int64: Int64? { storage.int64(at: offset) }

    /// The number as an unsigned integer, if the conversion is exact.
    public var uint64: UInt64? { storage.region.uint64(offset) }

    /// The number as a double, or `nil` if the value is not a number.
    ///
    /// An integer above 2⁵³ is rounded to the nearest double.
    @inlinable
    public var double: Double? { storage.double(at: offset) }

    /// The number rounded to the nearest float, or `nil` if the value is not a number or is out of
    /// range.
    public var float: Float? { storage.region.float(offset) }

    /// The string, or `nil` if the value is not a string of valid UTF-8.
    ///
    /// - Complexity: O(*n*) in the length.
    @inlinable
    public var string: String? { storage.string(at: offset) }

    /// The bytes, or `nil` if the value is not data.
    ///
    /// - Complexity: O(*n*) in the length.
    public var data: [UInt8]? {
        storage.region.bytes(offset, tag: 5).map { Array($0) }
    }

    /// The array, or `nil` if the value is of another kind.
    public var array: FleeceArray? {
        guard let slots = storage.region.slots(offset, tag: 6) else { return nil }
        return FleeceArray(storage: storage, slots: slots)
    }

    /// The dictionary, or `nil` if the value is of another kind.
    public var dictionary: FleeceDictionary? {
        guard let slots = storage.region.slots(offset, tag: 7) else { return nil }
        return FleeceDictionary(storage: storage, offset: offset, slots: slots)
    }

    /// Calls a closure with the UTF-8 bytes of a string, without copying them.
    ///
    /// - Parameter body: A closure that must not store the pointer.
    /// - Returns: The return value of `body`, or `nil` if the value is not a string.
    /// - Throws: Any error that `body` throws.
    public func withStringBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result? {
        try storage.region.bytes(offset, tag: 4).map(body)
    }

    /// Calls a closure with the bytes of data, without copying them.
    ///
    /// - Parameter body: A closure that must not store the pointer.
    /// - Returns: The return value of `body`, or `nil` if the value is not data.
    /// - Throws: Any error that `body` throws.
    public func withDataBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result? {
        try storage.region.bytes(offset, tag: 5).map(body)
    }

    /// Whether the value is an integer above `Int64.max`, which only ``uint64`` returns.
    public var isUnsigned: Bool {
        guard let (bits, isUnsigned) = storage.region.integer(offset) else { return false }
        return isUnsigned && Int64(bitPattern: bits) < 0
    }
}

/// The kinds of Fleece values.
///
/// ```swift
/// for (key, value) in hotel where value.kind == .array { print(key) }  // phones
/// ```
public enum FleeceKind: UInt8, Hashable, Sendable, CaseIterable {
    /// JSON's `null`.
    case null
    /// `true` or `false`.
    case boolean
    /// A signed or unsigned integer of up to 64 bits.
    case integer
    /// A 32-bit floating-point number.
    case float
    /// A 64-bit floating-point number.
    case double
    /// A string in UTF-8.
    case string
    /// Bytes.
    case data
    /// An ordered list of values.
    case array
    /// A collection of values with string keys.
    case dictionary
    /// An undefined value. In a dictionary, it hides a key of the parent.
    case undefined
}
