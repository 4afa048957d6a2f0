// A writer works bottom-up, as the format requires. It writes a value of more than two bytes
// immediately, and the slots of a collection when the collection ends.
//
// Example: {"foo": 123} is written as
//   writer.beginDictionary(); writer.writeKey("foo"); writer.write(123); writer.endDictionary()
//   43 66 6F 6F   the key, at its writeKey
//   70 01         the dictionary, at its end: one pair,
//   80 03 00 7B     a pointer 6 bytes back to the key, and 123 itself
//   80 03         the root, at finish: a pointer 6 bytes back to the dictionary

/// Writes values as Fleece without building a tree.
///
/// A writer has two interfaces, which can be combined. `write`, `beginArray`, `endArray`,
/// `beginDictionary`, `writeKey` and `endDictionary` write the document from front to back. The
/// `encode` methods return a ``FleeceSlot`` for each value, for a caller that keeps several
/// collections open simultaneously.
///
/// A writer can be reused after ``finish()`` or ``reset()`` and keeps its memory. The same calls
/// produce the same bytes. The writer records the first failure and throws it when the document is
/// finished.
///
/// ```swift
/// let writer = FleeceWriter()
/// writer.beginDictionary()
/// writer.writeKey("name")
/// writer.write("Grand")
/// writer.writeKey("stars")
/// writer.write(Int64(4))
/// writer.endDictionary()
/// let bytes = try writer.finish()
/// ```
public final class FleeceWriter {
    // Exclusivity is not checked at run time. With checks, reading JSON text into Fleece takes 62%
    // more time, and encoding a hotel of the benchmark 10%. Accesses cannot overlap: the only code of the caller that runs within one is the
    // closure of `withFinishedBytes`, which reads the bytes in place and must not use the writer.
    @exclusivity(unchecked) private(set) var bytes: UnsafeMutableRawPointer
    @exclusivity(unchecked) private var capacity: Int
    @exclusivity(unchecked) private(set) var count = 0
    @exclusivity(unchecked) private var strings = StringPositions()
    @exclusivity(unchecked) var failure: FleeceError?

    /// A condition that stops the copying of a value early.
    package var interruption: (any WorkInterruption)?

    /// The first failure, which is thrown when the document is finished.
    package var failureSoFar: FleeceError? { failure }

    /// The items of all open collections, outermost first.
    @exclusivity(unchecked) var items = OwnedStack<FleeceSlot>(minimumCapacity: 64)
    @exclusivity(unchecked) var frames = OwnedStack<Frame>(minimumCapacity: 16)
    @exclusivity(unchecked) var scratch = PairSorter()

    /// An open collection.
    struct Frame {
        var firstItem: Int
        var isDictionary: Bool
    }

    /// The maximum depth of nested collections.
    public static let maximumDepth = 512

    /// The table that assigns numbers to keys, or `nil` if all keys are written as strings.
    public let sharedKeys: MutableSharedKeys?

    /// Creates a writer.
    ///
    /// - Parameter sharedKeys: The table that assigns numbers to keys. New keys are added to it. If
    ///   it is `nil`, all keys are written as strings.
    public init(sharedKeys: MutableSharedKeys? = nil) {
        self.sharedKeys = sharedKeys
        capacity = 1024
        bytes = .allocate(byteCount: 1024, alignment: 8)
    }

    deinit {
        bytes.deallocate()
    }

    /// Discards the current document, so that a new one can be written.
    public func reset() {
        count = 0
        if failure != nil { failure = nil }
        items.removeAll()
        frames.removeAll()
        strings.removeAll()
    }

    func fail(_ reason: FleeceError.Reason, _ message: @autoclosure () -> String) {
        if failure == nil { failure = FleeceError(reason, message()) }
    }

    // MARK: The buffer

    /// Reserves bytes at the next even position and returns that position.
    @inline(__always)
    func reserve(_ length: Int) -> Int {
        var position = (count + 1) & ~1
        if position + length > capacity { position = grow(position, length) }
        if position != count { bytes.storeBytes(of: 0, toByteOffset: count, as: UInt8.self) }
        count = position + length
        return position
    }

    /// Enlarges the buffer for bytes at a position, and returns the position to use.
    private func grow(_ position: Int, _ length: Int) -> Int {
        let needed = position + length
        // A pointer reaches at most 2³¹ bytes back.
        if needed <= Int(Int32.max) {
            for size in [max(needed, capacity * 2), needed] where MemoryProbe.canAllocate(size) {
                move(to: size)
                return position
            }
            fail(.tooLarge, "not enough memory for a document of \(needed) bytes")
        } else {
            fail(.tooLarge, "the document is larger than 2 GiB")
        }
        // The document is discarded. The failure is thrown at the end, and the bytes written so far
        // are overwritten. The buffer never shrinks, because slots contain positions in it.
        count = 0
        if length > capacity { move(to: length) }
        return 0
    }

    /// Returns whether a value fits into memory, and records a failure if it doesn't.
    ///
    /// Call this for values that can be large: ``reserve(_:)`` ends the process if a single value
    /// doesn't fit.
    func canReserve(_ length: Int) -> Bool {
        let needed = ((count + 1) & ~1) + length
        if needed <= capacity { return true }
        guard needed <= Int(Int32.max) else {
            fail(.tooLarge, "the document is larger than 2 GiB")
            return false
        }
        if MemoryProbe.canAllocate(needed) { return true }
        fail(.tooLarge, "not enough memory for a document of \(needed) bytes")
        return false
    }

    private func move(to size: Int) {
        let larger = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
        larger.copyMemory(from: bytes, byteCount: count)
        bytes.deallocate()
        bytes = larger
        capacity = size
    }

    @inline(__always)
    func store(_ byte: UInt8, at position: Int) {
        bytes.storeBytes(of: byte, toByteOffset: position, as: UInt8.self)
    }

    @inline(__always)
    func store(_ word: UInt16, at position: Int) {
        bytes.storeBytes(of: word.bigEndian, toByteOffset: position, as: UInt16.self)
    }

    // MARK: Strings and data

    /// The maximum distance of a shared string: a narrow pointer's reach minus space for a
    /// collection.
    private static let sharingDistance = 0x7FFE - 32

    @inline(__always)
    func encodeString(_ text: UnsafeRawBufferPointer) -> FleeceSlot {
        guard text.count <= 15, let words = KeyWords(text) else {
            return encodeBytes(text, tag: 0x40)
        }
        return encodeShareable(words)
    }

    /// Writes a string of at most 15 bytes, unless an equal string is within reach.
    func encodeShareable(_ text: KeyWords) -> FleeceSlot {
        guard text.length > 1 else {
            let header: UInt16 = text.length == 0 ? 0x4000 : 0x4100
            return FleeceSlot(inline: header | UInt16(truncatingIfNeeded: text.low))
        }
        let bucket = strings.bucket(of: text)
        if let position = bucket.position, count &- position <= Self.sharingDistance {
            return FleeceSlot(position: position)
        }
        let position = text.length < 15 ? storeShort(text) : storeFifteen(text)
        strings.set(bucket, text, position: position)
        return FleeceSlot(position: position)
    }

    /// Writes a string of 2 to 14 bytes and returns its position.
    @inline(__always)
    private func storeShort(_ text: KeyWords) -> Int {
        // Storing both words completely is faster than copying the exact number of bytes. The
        // excess bytes are overwritten later.
        let position = reserve(17)
        store(0x40 | UInt8(truncatingIfNeeded: text.length), at: position)
        store(text, at: position &+ 1)
        count = position &+ 1 &+ text.length
        return position
    }

    /// Writes a string of 15 bytes, whose length is in a byte of its own, and returns its position.
    private func storeFifteen(_ text: KeyWords) -> Int {
        let position = reserve(18)
        store(0x4F0F as UInt16, at: position)
        store(text, at: position &+ 2)
        count = position &+ 17
        return position
    }

    @inline(__always)
    private func store(_ text: KeyWords, at position: Int) {
        bytes.storeBytes(of: text.low.littleEndian, toByteOffset: position, as: UInt64.self)
        bytes.storeBytes(of: text.high.littleEndian, toByteOffset: position &+ 8, as: UInt64.self)
    }

    func encodeBytes(_ content: UnsafeRawBufferPointer, tag: UInt8) -> FleeceSlot {
        let length = content.count
        guard length >= 15 else {
            let position = reserve(1 + length)
            store(tag | UInt8(truncatingIfNeeded: length), at: position)
            return encoded(content, at: position, header: 1)
        }
        // Most lengths take one byte, which forms one word with the tag.
        guard length < 0x80 else {
            let header = 1 + Self.varintLength(UInt64(length))
            // The document is discarded, so any value is acceptable.
            guard canReserve(header + length) else { return FleeceSlot(inline: 0x3000) }
            let position = reserve(header + length)
            store(tag | 15, at: position)
            storeVarint(UInt64(length), at: position + 1)
            return encoded(content, at: position, header: header)
        }
        let position = reserve(2 &+ length)
        store(UInt16(tag | 15) &<< 8 | UInt16(truncatingIfNeeded: length), at: position)
        return encoded(content, at: position, header: 2)
    }

    @inline(__always)
    private func encoded(
        _ content: UnsafeRawBufferPointer, at position: Int, header: Int
    ) -> FleeceSlot {
        if let source = content.baseAddress {
            (bytes + (position &+ header)).copyMemory(from: source, byteCount: content.count)
        }
        return FleeceSlot(position: position)
    }

    static func varintLength(_ value: UInt64) -> Int {
        max(1, (70 - value.leadingZeroBitCount) / 7)
    }

    func storeVarint(_ value: UInt64, at position: Int) {
        var value = value
        var position = position
        while value >= 0x80 {
            store(UInt8(truncatingIfNeeded: value) | 0x80, at: position)
            value >>= 7
            position += 1
        }
        store(UInt8(truncatingIfNeeded: value), at: position)
    }
}
