import Fleece

/// The keys of one `CodingKey` type that a coder has met, by their case.
///
/// A key type of at most one byte is an enum without payloads, or as good as one: its byte says
/// which key it is. So a key's name is asked for once, not for every value. Larger keys, those of
/// dictionaries among them, are not kept.
class KnownKeys {
    private struct Known {
        let key: any CodingKey
        let name: FleeceKey
    }

    /// How the keys are named in documents.
    private let strategy: KeyStrategy
    private var known: [Known?] = []
    /// The ``ContainerType`` of the keyed containers with these keys, which this object owns.
    final let containerType: UnsafeMutableRawPointer

    /// Makes a place for keys that nothing is known of.
    init<Container>(_ strategy: KeyStrategy, _ containerType: ContainerType<Container>) {
        self.strategy = strategy
        self.containerType = Unmanaged.passRetained(containerType).toOpaque()
    }

    deinit {
        Unmanaged<AnyObject>.fromOpaque(containerType).release()
    }

    /// How many cases there are room for: those of a byte.
    static let caseCount = 256

    /// Whether keys of a type can be told by their case.
    @inline(__always)
    static func haveCases<Key: CodingKey>(_ type: Key.Type) -> Bool { MemoryLayout<Key>.size <= 1 }

    /// The case of a key of a type that has cases.
    @inline(__always)
    static func caseIndex<Key: CodingKey>(_ key: Key) -> Int {
        // Nothing of one byte holds a reference or pads: the byte is the value.
        MemoryLayout<Key>.size == 1 ? Int(unsafeBitCast(key, to: UInt8.self)) : 0
    }

    func key(_ index: Int) -> (any CodingKey)? {
        known.indices.contains(index) ? known[index]?.key : nil
    }

    /// The name of a key in documents, as it is looked up.
    final func name<Key: CodingKey>(_ key: Key) -> FleeceKey {
        guard Self.haveCases(Key.self) else { return FleeceKey(text(key)) }
        let index = Self.caseIndex(key)
        while known.count <= index { known.append(nil) }
        if let known = known[index] { return known.name }
        let name = FleeceKey(text(key))
        known[index] = Known(key: key, name: name)
        return name
    }

    /// The name of a key in documents.
    final func text<Key: CodingKey>(_ key: Key) -> String {
        switch strategy {
        case .asIs: key.stringValue
        case .snakeCase: SnakeCase.text(of: key.stringValue)
        }
    }

    /// The key of a type that has a name in documents, if there is one.
    final func key<Key: CodingKey>(_ type: Key.Type, named name: String) -> Key? {
        switch strategy {
        case .asIs: Key(stringValue: name)
        case .snakeCase: SnakeCase.key(type, of: name)
        }
    }

    /// The way to a value below the key.
    @inline(__always)
    final func step<Key: CodingKey>(_ key: Key) -> PathStep {
        Self.haveCases(Key.self)
            ? PathStep(caseIndex: Self.caseIndex(key), of: Unmanaged.passUnretained(self))
            : PathStep(key)
    }
}

/// The keys of a type with their slots in documents of one database.
final class EncodingKeys: KnownKeys {
    /// The type of the keys.
    let type: any CodingKey.Type
    /// The slots of the keys that have numbers, by case.
    let slots: UnsafeMutablePointer<FleeceSlot?>
    @exclusivity(unchecked) private var token = KeyToken.none

    init<Key: CodingKey>(_ type: Key.Type, _ strategy: KeyStrategy) {
        self.type = type
        slots = .allocate(capacity: Self.caseCount)
        slots.initialize(repeating: nil, count: Self.caseCount)
        super.init(strategy, ContainerType<KeyedEncodingContainer<Key>>())
    }

    deinit {
        slots.deallocate()
    }

    /// Forgets the numbers if they are those of another table, or of before a rollback.
    @inline(__always)
    func prepare(for token: KeyToken) {
        if token != self.token { forget(token) }
    }

    private func forget(_ token: KeyToken) {
        self.token = token
        slots.update(repeating: nil, count: Self.caseCount)
    }

    /// Finds the slot of a key that is not at hand.
    func slot<Key: CodingKey>(_ key: Key, _ writer: FleeceWriter) -> FleeceSlot {
        guard Self.haveCases(Key.self) else { return writer.encodeKey(text(key)) }
        let name = name(key)
        let slot = writer.encodeKey(name)
        // Text is part of this document only, and each use of a reserved key is checked.
        if slot.isKeyNumber, !ReservedKeys.contain(name.name) { slots[Self.caseIndex(key)] = slot }
        return slot
    }
}

/// The keys of a type with their numbers in one table.
final class DecodingKeys: KnownKeys {
    /// What stands for a number that was not looked up yet.
    static let unknown = UInt16.max
    /// What stands for a key that has no number.
    static let none = UInt16.max - 1

    /// The keys' numbers, by case.
    let numbers: UnsafeMutablePointer<UInt16>
    @exclusivity(unchecked) private var token = KeyToken.none

    init<Key: CodingKey>(_ type: Key.Type, _ strategy: KeyStrategy) {
        numbers = .allocate(capacity: Self.caseCount)
        numbers.initialize(repeating: Self.unknown, count: Self.caseCount)
        super.init(strategy, ContainerType<KeyedDecodingContainer<Key>>())
    }

    deinit {
        numbers.deallocate()
    }

    /// Forgets the numbers if they are those of another table.
    @inline(__always)
    func prepare(for token: KeyToken) {
        if token != self.token { forget(token) }
    }

    private func forget(_ token: KeyToken) {
        self.token = token
        numbers.update(repeating: Self.unknown, count: Self.caseCount)
    }

    /// Looks up the number of a key that has a case.
    func number<Key: CodingKey>(_ key: Key, in keys: SharedKeys) -> Int? {
        let number = keys.number(for: name(key))
        numbers[Self.caseIndex(key)] = number.map(UInt16.init) ?? Self.none
        return number
    }
}
