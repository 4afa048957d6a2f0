package import Fleece
import QuirePlatform

/// The keys of one `CodingKey` type that a coder has encountered.
///
/// If the type has a size of at most one byte, the name of each key is determined once. The byte
/// identifies the key: a value of one byte contains no reference, so keys with equal bytes are
/// equal. The coders make no assumption about which byte a key has. Keys of larger types may be
/// data and are not kept.
package class KnownKeys {
    private struct Known {
        let key: any CodingKey
        let name: FleeceKey
    }

    /// The strategy that determines the names of the keys in documents.
    private let strategy: KeyStrategy
    private var known: [Known?] = []

    fileprivate init(_ strategy: KeyStrategy) {
        self.strategy = strategy
    }

    /// Whether names in documents differ from those of the keys.
    final var areConverted: Bool { strategy != .asIs }

    /// The number of values of a byte.
    static let byteCount = 256

    /// Whether the keys of a type are identified by a byte.
    @inline(__always)
    static func haveBytes<Key: CodingKey>(_ type: Key.Type) -> Bool { MemoryLayout<Key>.size <= 1 }

    /// Returns the byte that identifies a key, or 0 if the type has a single value.
    @inline(__always)
    static func byte<Key: CodingKey>(of key: Key) -> Int {
        MemoryLayout<Key>.size == 1 ? Int(onlyByte(of: key)) : 0
    }

    /// Returns the key with a byte, or `nil` if it is not known.
    func key(byte: Int) -> (any CodingKey)? {
        known.indices.contains(byte) ? known[byte]?.key : nil
    }

    /// Returns the name of a key in documents, prepared for lookups.
    package final func name<Key: CodingKey>(_ key: Key) -> FleeceKey {
        guard Self.haveBytes(Key.self) else { return FleeceKey(text(key)) }
        let byte = Self.byte(of: key)
        while known.count <= byte { known.append(nil) }
        if let known = known[byte] { return known.name }
        let name = FleeceKey(text(key))
        known[byte] = Known(key: key, name: name)
        return name
    }

    /// Returns the name of a key in documents.
    package final func text<Key: CodingKey>(_ key: Key) -> String {
        strategy.stored(key.stringValue)
    }

    /// Returns the key of a type for a name in documents, or `nil` if the type has no such key.
    final func key<Key: CodingKey>(_ type: Key.Type, named name: String) -> Key? {
        strategy.key(type, stored: name)
    }

    /// Returns the path step to the value of a key.
    @inline(__always)
    final func step<Key: CodingKey>(_ key: Key) -> PathStep {
        Self.haveBytes(Key.self)
            ? PathStep(byte: Self.byte(of: key), of: UnsafeReference(self))
            : PathStep(key)
    }
}

/// The keys of a type, with their slots for the shared keys of one database.
final class EncodingKeys: KnownKeys {
    /// The type of the keys.
    let type: any CodingKey.Type
    /// The slots of the keys that are shared keys, by byte.
    let slots: UnsafeMutablePointer<FleeceSlot?>
    private var token = KeyToken.none

    init<Key: CodingKey>(_ type: Key.Type, _ strategy: KeyStrategy) {
        self.type = type
        slots = .allocate(capacity: Self.byteCount)
        slots.initialize(repeating: nil, count: Self.byteCount)
        super.init(strategy)
    }

    deinit {
        slots.deallocate()
    }

    /// Discards the slots if the shared keys are different ones or were rolled back.
    @inline(__always)
    func prepare(for token: KeyToken) {
        if token != self.token { forget(token) }
    }

    private func forget(_ token: KeyToken) {
        self.token = token
        slots.update(repeating: nil, count: Self.byteCount)
    }

    /// Encodes a key that is not in ``slots``, and keeps its slot if the key is a shared key.
    func slot<Key: CodingKey>(_ key: Key, _ writer: FleeceWriter) -> FleeceSlot {
        guard Self.haveBytes(Key.self) else { return writer.encodeKey(text(key)) }
        let name = name(key)
        let slot = writer.encodeKey(name)
        // The slot of a string is valid in this document only. Reserved keys are not kept, because
        // each use of them is checked.
        if slot.isKeyNumber, !DocumentRules.contain(name.name) { slots[Self.byte(of: key)] = slot }
        return slot
    }
}

/// The keys of a type, with their numbers in one table of shared keys.
package final class DecodingKeys: KnownKeys {
    /// The value for a key whose number was not looked up yet.
    static let unknown = UInt16.max
    /// The value for a key without a number.
    static let none = UInt16.max - 1

    /// The numbers of the keys, by byte.
    let numbers: UnsafeMutablePointer<UInt16>
    private var token = KeyToken.none

    init<Key: CodingKey>(_ type: Key.Type, _ strategy: KeyStrategy) {
        numbers = .allocate(capacity: Self.byteCount)
        numbers.initialize(repeating: Self.unknown, count: Self.byteCount)
        super.init(strategy)
    }

    deinit {
        numbers.deallocate()
    }

    /// Discards the numbers if the shared keys are different ones.
    @inline(__always)
    func prepare(for token: KeyToken) {
        if token != self.token { forget(token) }
    }

    private func forget(_ token: KeyToken) {
        self.token = token
        numbers.update(repeating: Self.unknown, count: Self.byteCount)
    }

    /// Looks up the number of a key that is identified by a byte, and keeps it.
    ///
    /// - Returns: The number, or `nil` if the key is not a shared key.
    func number<Key: CodingKey>(_ key: Key, in keys: SharedKeys) -> Int? {
        let number = keys.number(for: name(key))
        numbers[Self.byte(of: key)] = number.map(UInt16.init) ?? Self.none
        return number
    }
}
