/// A value inside Fleece bytes: read where it lies, when it is asked for.
///
/// The accessors are strict: each gives the value if it is of that kind, and `nil` otherwise.
/// Nothing is converted, but for numbers that are the same in both forms. Damaged bytes give `nil`.
///
/// A value keeps its ``FleeceStorage`` alive.
public struct FleeceValue: Sendable {
    /// The owner of the bytes.
    public let storage: FleeceStorage

    /// Where the value lies: resolved, with at least two bytes in range.
    let offset: Int

    @inline(__always)
    init(storage: FleeceStorage, offset: Int) {
        self.storage = storage
        self.offset = offset
    }

    /// What kind of value this is.
    public var kind: FleeceKind { storage.region.kind(offset) }

    /// Whether this is JSON's `null`.
    public var isNull: Bool { storage.region.word(offset) & 0xFC00 == 0x3000 }

    /// The truth value, if this is one.
    public var boolean: Bool? { storage.region.boolean(offset) }

    /// The number, if it is a whole one that fits: an integer, or a float such as `42.0`.
    public var int64: Int64? { storage.region.int64(offset) }

    /// The number, if it is a whole and positive one that fits, or zero.
    public var uint64: UInt64? { storage.region.uint64(offset) }

    /// The number as a double, if this is a number; an integer above 2⁵³ is rounded to the nearest.
    public var double: Double? { storage.region.double(offset) }

    /// The number as a float, if this is a number that a float holds; it is rounded to the nearest.
    public var float: Float? { storage.region.float(offset) }

    /// The text, if this is a string of valid UTF-8.
    ///
    /// - Complexity: O(*n*) in the length.
    public var string: String? { storage.region.string(offset) }

    /// The bytes, if this is data.
    ///
    /// - Complexity: O(*n*) in the length.
    public var data: [UInt8]? {
        storage.region.bytes(offset, tag: 5).map { Array($0) }
    }

    /// The array, if this is one.
    public var array: FleeceArray? {
        storage.region.slots(offset, tag: 6).map { FleeceArray(storage: storage, slots: $0) }
    }

    /// The dictionary, if this is one.
    public var dictionary: FleeceDictionary? {
        storage.region.slots(offset, tag: 7)
            .map { FleeceDictionary(storage: storage, offset: offset, slots: $0) }
    }

    /// Calls a closure with the UTF-8 bytes of a string, without a copy.
    ///
    /// - Parameter body: A closure that must not keep the pointer.
    /// - Returns: What the closure returns, or `nil` if this is no string.
    /// - Throws: What the closure throws.
    public func withStringBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result? {
        try storage.region.bytes(offset, tag: 4).map(body)
    }

    /// Calls a closure with the bytes of data, without a copy.
    ///
    /// - Parameter body: A closure that must not keep the pointer.
    /// - Returns: What the closure returns, or `nil` if this is no data.
    /// - Throws: What the closure throws.
    public func withDataBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result? {
        try storage.region.bytes(offset, tag: 5).map(body)
    }

    /// Whether this number is an integer above `Int64.max`, which only ``uint64`` gives.
    public var isUnsigned: Bool {
        guard let (bits, isUnsigned) = storage.region.integer(offset) else { return false }
        return isUnsigned && Int64(bitPattern: bits) < 0
    }
}

/// The kinds of value that Fleece can hold.
public enum FleeceKind: UInt8, Hashable, Sendable, CaseIterable {
    /// JSON's `null`.
    case null
    /// `true` or `false`.
    case boolean
    /// A whole number of up to 64 bits, signed or not.
    case integer
    /// A 32-bit floating-point number.
    case float
    /// A 64-bit floating-point number.
    case double
    /// Text in UTF-8.
    case string
    /// Bytes.
    case data
    /// An ordered list of values.
    case array
    /// Values by string keys.
    case dictionary
    /// No value: inside a dictionary it hides a key of its parent.
    case undefined
}
