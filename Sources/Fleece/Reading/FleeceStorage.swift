/// The owner of Fleece bytes, and of what is needed to read them: the table of shared keys, and the
/// extern range where there is one.
///
/// Every ``FleeceValue`` keeps its storage alive. The bytes never change, so a storage can be used
/// from every thread.
public final class FleeceStorage: Sendable {
    // Sendable without a lock: the memory that the region describes is written before the
    // initializer ends and never again.
    nonisolated(unsafe) let region: FleeceRegion
    private let ownsBytes: Bool

    /// The table that numbered keys are looked up in.
    public let sharedKeys: SharedKeys

    /// The storage that pointers out of these bytes lead into, if any.
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

    /// Copies Fleece bytes.
    ///
    /// The bytes are not examined. Whatever they hold, reading them stays inside of them: a value
    /// that is damaged reads as nothing.
    ///
    /// - Parameters:
    ///   - bytes: The bytes; they are copied.
    ///   - sharedKeys: The table that numbered keys are looked up in.
    ///   - extern: The storage that `bytes` points into as though it lay directly before them.
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

    /// Copies Fleece bytes from an array.
    ///
    /// - Parameters:
    ///   - bytes: The bytes; they are copied.
    ///   - sharedKeys: The table that numbered keys are looked up in.
    ///   - extern: The storage that `bytes` points into as though it lay directly before them.
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

    /// Creates a storage of memory that someone else owns, without a copy.
    ///
    /// The caller releases the storage, and all of its values, before the memory is freed.
    ///
    /// - Parameters:
    ///   - bytes: Memory that does not change as long as the storage is used.
    ///   - sharedKeys: The table that numbered keys are looked up in.
    package convenience init(borrowing bytes: UnsafeRawBufferPointer, sharedKeys: SharedKeys) {
        self.init(bytes, ownsBytes: false, sharedKeys: sharedKeys, extern: nil)
    }

    deinit {
        if ownsBytes { region.start.deallocate() }
    }

    /// Reads memory that somebody else owns, without a copy, for the length of a closure.
    ///
    /// No value may leave the closure: that is a programmer's error and ends the process, before
    /// the memory could be read after its time.
    ///
    /// - Parameters:
    ///   - bytes: Memory that stays as it is until the closure returns.
    ///   - sharedKeys: The table that numbered keys are looked up in.
    ///   - body: A closure that reads.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
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

    /// The root value if it is a dictionary, as that of every document is, or `nil`.
    public var rootDictionary: FleeceDictionary? {
        guard let offset = region.root, let slots = region.slots(offset, tag: 7) else { return nil }
        return FleeceDictionary(storage: self, offset: offset, slots: slots)
    }

    /// The number of bytes.
    public var count: Int { region.count }

    /// Calls a closure with the bytes.
    ///
    /// - Parameter body: A closure that must not keep the pointer.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    public func withUnsafeBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try body(UnsafeRawBufferPointer(start: region.start, count: region.count))
    }
}
