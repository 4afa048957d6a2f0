/// The owner of Fleece bytes and of the data that is required to read them: the table of shared
/// keys and an optional extern range.
///
/// Every ``FleeceValue`` retains its storage. The bytes never change, so a storage is safe to use
/// from any thread.
///
/// ```swift
/// let storage = FleeceStorage(bytes)
/// print(storage.rootDictionary?["name"]?.string ?? "")  // Grand
/// ```
public final class FleeceStorage: Sendable {
    // Sendable without a lock: the memory of the region is written before the initializer returns
    // and never afterward.
    nonisolated(unsafe) let region: FleeceRegion
    private let ownsBytes: Bool

    /// The table that resolves numbered keys.
    public let sharedKeys: SharedKeys

    /// The storage that contains the targets of pointers outside these bytes, if any.
    public let extern: FleeceStorage?

    private init(
        _ bytes: UnsafeRawBufferPointer, ownsBytes: Bool, sharedKeys: SharedKeys,
        extern: FleeceStorage?
    ) {
        let externBytes = extern.map {
            UnsafeRawBufferPointer(start: $0.region.start, count: $0.region.count)
        }
        region = FleeceRegion(bytes, extern: externBytes)
        self.ownsBytes = ownsBytes
        self.sharedKeys = sharedKeys
        self.extern = extern
    }

    /// Creates a storage with a copy of Fleece bytes.
    ///
    /// The bytes are not validated. Reading arbitrary bytes is memory-safe; accessors return `nil`
    /// for a damaged value.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to copy.
    ///   - sharedKeys: The table that resolves numbered keys.
    ///   - extern: The storage that `bytes` points into, as if it directly preceded them.
    /// - Complexity: O(*n*) in the number of bytes.
    public convenience init(
        copying bytes: UnsafeRawBufferPointer, sharedKeys: SharedKeys = .empty,
        extern: FleeceStorage? = nil
    ) {
        let copy = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(bytes.count, 2), alignment: 8)
        copy.copyMemory(from: bytes)
        self.init(
            UnsafeRawBufferPointer(rebasing: copy[..<bytes.count]), ownsBytes: true,
            sharedKeys: sharedKeys, extern: extern)
    }

    /// Creates a storage with a copy of Fleece bytes in an array.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to copy.
    ///   - sharedKeys: The table that resolves numbered keys.
    ///   - extern: The storage that `bytes` points into, as if it directly preceded them.
    /// - Complexity: O(*n*) in the number of bytes.
    public convenience init(
        _ bytes: [UInt8], sharedKeys: SharedKeys = .empty, extern: FleeceStorage? = nil
    ) {
        let copy = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(bytes.count, 2), alignment: 8)
        copy.copyBytes(from: bytes)
        self.init(
            UnsafeRawBufferPointer(rebasing: copy[..<bytes.count]), ownsBytes: true,
            sharedKeys: sharedKeys, extern: extern)
    }

    /// Creates a storage for memory that it does not own, without copying the memory.
    ///
    /// The caller must release the storage and all of its values before the memory is freed.
    ///
    /// - Parameters:
    ///   - bytes: Memory that must not change while the storage is in use.
    ///   - sharedKeys: The table that resolves numbered keys.
    package convenience init(borrowing bytes: UnsafeRawBufferPointer, sharedKeys: SharedKeys) {
        self.init(bytes, ownsBytes: false, sharedKeys: sharedKeys, extern: nil)
    }

    deinit {
        if ownsBytes { region.start.deallocate() }
    }

    /// Calls a closure with a storage for borrowed memory, without copying the memory.
    ///
    /// No value may escape the closure. An escaping value is a programming error that ends the
    /// process before the memory can be read after it has been freed.
    ///
    /// - Parameters:
    ///   - bytes: Memory that must not change until the closure returns.
    ///   - sharedKeys: The table that resolves numbered keys.
    ///   - body: A closure that reads values.
    /// - Returns: The return value of `body`.
    /// - Throws: Any error that `body` throws.
    /// - Precondition: No value of this storage outlives the closure.
    public static func withBorrowed<Result>(
        _ bytes: UnsafeRawBufferPointer, sharedKeys: SharedKeys = .empty,
        _ body: (FleeceStorage) throws -> Result
    ) rethrows -> Result {
        var storage = FleeceStorage(bytes, ownsBytes: false, sharedKeys: sharedKeys, extern: nil)
        let result = try body(storage)
        precondition(
            isKnownUniquelyReferenced(&storage), "a value outlives the bytes that it was read from")
        return result
    }

    /// The root value, or `nil` if the bytes are not Fleece.
    public var root: FleeceValue? {
        region.root.map { FleeceValue(storage: self, offset: $0) }
    }

    /// The root value if it is a dictionary, as in every document; otherwise `nil`.
    public var rootDictionary: FleeceDictionary? {
        guard let offset = region.root, let slots = region.slots(offset, tag: 7) else { return nil }
        return FleeceDictionary(storage: self, offset: offset, slots: slots)
    }

    /// The number of bytes.
    public var count: Int { region.count }

    /// Calls a closure with the bytes.
    ///
    /// - Parameter body: A closure that must not store the pointer.
    /// - Returns: The return value of `body`.
    /// - Throws: Any error that `body` throws.
    public func withUnsafeBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try body(UnsafeRawBufferPointer(start: region.start, count: region.count))
    }

    /// Returns the value at an offset that ``FleeceDictionary/field(_:)`` returned.
    @inlinable @inline(__always)
    package func value(at offset: Int) -> FleeceValue {
        FleeceValue(storage: self, offset: offset)
    }
}
