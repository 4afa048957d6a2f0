package import Fleece
package import QuirePlatform

// The values of keys. These are methods of the node, so that a container only has to call them.

extension DecodingNode {
    /// Returns the location of a key's value, which may be null, or `nil` if the key is missing.
    @inline(__always)
    package func find<Key: CodingKey>(
        _ key: Key, _ keys: UnsafeReference<DecodingKeys>
    ) -> FleeceLocation? {
        guard KnownKeys.haveBytes(Key.self) else { return findByName(key, keys) }
        let number = keys.withObject { $0.numbers[KnownKeys.byte(of: key)] }
        if number < DecodingKeys.none, let location = pairs?.find(number: Int(number)) {
            return location
        }
        return findKnown(key, in: keys, number: number)
    }

    /// Finds a key whose number was not looked up yet, or is not in the dictionary.
    private func findKnown<Key: CodingKey>(
        _ key: Key, in keys: UnsafeReference<DecodingKeys>, number: UInt16
    ) -> FleeceLocation? {
        let storage = session.withObject { $0.storage }
        return keys.withObject { keys in
            var known = number < DecodingKeys.none ? Int(number) : nil
            if number == DecodingKeys.unknown {
                known = keys.number(key, in: storage.sharedKeys)
                if let known, let location = pairs?.find(number: known) { return location }
            }
            return pairs?.find(keys.name(key), number: known, in: storage)
        }
    }

    private func findByName<Key: CodingKey>(
        _ key: Key, _ keys: UnsafeReference<DecodingKeys>
    ) -> FleeceLocation? {
        let (name, isConverted) = keys.withObject { ($0.text(key), $0.areConverted) }
        let storage = session.withObject { $0.storage }
        // Keys that a model reads from `allKeys` can have names that are no snake case.
        if isConverted, let location = pairs?.find(key.stringValue, in: storage) {
            return location
        }
        return pairs?.find(name, in: storage)
    }

    @inline(__always)
    private func require<Key: CodingKey>(
        _ key: Key, _ keys: UnsafeReference<DecodingKeys>
    ) throws -> FleeceLocation {
        guard let location = find(key, keys) else { throw missing(key, keys) }
        return location
    }

    /// Returns the location of a key's value, or `nil` if the value is null or missing.
    @inline(__always)
    private func findPresent<Key: CodingKey>(
        _ key: Key, _ keys: UnsafeReference<DecodingKeys>
    ) -> FleeceLocation? {
        guard let location = find(key, keys), !reader.isNull(location) else { return nil }
        return location
    }

    @inline(__always)
    private func step<Key: CodingKey>(
        _ key: Key, _ keys: UnsafeReference<DecodingKeys>
    ) -> PathStep {
        keys.withObject { $0.step(key) }
    }

    func allKeys<Key: CodingKey>(
        _ type: Key.Type, _ keys: UnsafeReference<DecodingKeys>
    ) -> [Key] {
        let storage = session.withObject { $0.storage }
        return keys.withObject { keys in
            var all: [Key] = []
            pairs?.forEach(in: storage) { name, _ in
                // If the limit is exceeded, decoding the next value throws the error.
                guard (try? charge(bytes: name.utf8.count)) != nil else { return }
                if let key = keys.key(type, named: name) { all.append(key) }
            }
            return all
        }
    }

    func isNull<Key: CodingKey>(_ key: Key, _ keys: UnsafeReference<DecodingKeys>) throws -> Bool {
        reader.isNull(try require(key, keys))
    }

    // MARK: Values

    package func decode<T: Decodable, Key: CodingKey>(
        _ type: T.Type, forKey key: Key, of keys: UnsafeReference<DecodingKeys>
    ) throws -> T {
        if T.self == DocumentID.self, let identity {
            return try identical(identity, type, else: missing(key, keys))
        }
        guard let location = find(key, keys) else {
            return try fallback(type, forKey: key, of: keys)
        }
        return try decode(type, at: location, step: step(key, keys))
    }

    func decodeIfPresent<T: Decodable, Key: CodingKey>(
        _ type: T.Type, forKey key: Key, of keys: UnsafeReference<DecodingKeys>
    ) throws -> T? {
        if T.self == DocumentID.self, let identity {
            return try identical(identity, type, else: missing(key, keys))
        }
        guard let location = findPresent(key, keys) else { return nil }
        return try decode(type, at: location, step: step(key, keys))
    }

    /// The identity of the document, or `nil` if this node is not its top level.
    private var identity: DocumentID? {
        isTop ? session.withObject { $0.giveIdentity() } : nil
    }

    func boolean<Key: CodingKey>(_ key: Key, _ keys: UnsafeReference<DecodingKeys>) throws -> Bool {
        guard let location = find(key, keys) else {
            return try fallback(Bool.self, forKey: key, of: keys)
        }
        return try boolean(location, step(key, keys))
    }

    func booleanIfPresent<Key: CodingKey>(
        _ key: Key, _ keys: UnsafeReference<DecodingKeys>
    ) throws -> Bool? {
        try findPresent(key, keys).map { try boolean($0, step(key, keys)) }
    }

    func string<Key: CodingKey>(_ key: Key, _ keys: UnsafeReference<DecodingKeys>) throws -> String
    {
        guard let location = find(key, keys) else {
            return try fallback(String.self, forKey: key, of: keys)
        }
        return try string(location, step(key, keys))
    }

    func stringIfPresent<Key: CodingKey>(
        _ key: Key, _ keys: UnsafeReference<DecodingKeys>
    ) throws -> String? {
        try findPresent(key, keys).map { try string($0, step(key, keys)) }
    }

    func double<Key: CodingKey>(_ key: Key, _ keys: UnsafeReference<DecodingKeys>) throws -> Double
    {
        guard let location = find(key, keys) else {
            return try fallback(Double.self, forKey: key, of: keys)
        }
        return try double(location, step(key, keys))
    }

    func doubleIfPresent<Key: CodingKey>(
        _ key: Key, _ keys: UnsafeReference<DecodingKeys>
    ) throws -> Double? {
        try findPresent(key, keys).map { try double($0, step(key, keys)) }
    }

    func float<Key: CodingKey>(_ key: Key, _ keys: UnsafeReference<DecodingKeys>) throws -> Float {
        guard let location = find(key, keys) else {
            return try fallback(Float.self, forKey: key, of: keys)
        }
        return try float(location, step(key, keys))
    }

    func floatIfPresent<Key: CodingKey>(
        _ key: Key, _ keys: UnsafeReference<DecodingKeys>
    ) throws -> Float? {
        try findPresent(key, keys).map { try float($0, step(key, keys)) }
    }

    @inline(__always)
    package func integer<T: FixedWidthInteger & Decodable, Key: CodingKey>(
        _ type: T.Type, forKey key: Key, of keys: UnsafeReference<DecodingKeys>
    ) throws -> T {
        guard let location = find(key, keys) else {
            return try fallback(type, forKey: key, of: keys)
        }
        return try integer(type, at: location, step: step(key, keys))
    }

    @inline(__always)
    func integerIfPresent<T: FixedWidthInteger, Key: CodingKey>(
        _ type: T.Type, forKey key: Key, of keys: UnsafeReference<DecodingKeys>
    ) throws -> T? {
        try findPresent(key, keys).map { try integer(type, at: $0, step: step(key, keys)) }
    }

    // MARK: Nested decoders and containers

    func nested<Key: CodingKey>(
        at key: Key, _ keys: UnsafeReference<DecodingKeys>
    ) throws -> DecodingNode {
        lateNode(try require(key, keys), step(key, keys))
    }

    func superNode() -> DecodingNode {
        let key = PositionKey.superValue
        let storage = session.withObject { $0.storage }
        let location = pairs?.find(key.stringValue, in: storage)
        return lateNode(location, PathStep(key), isTop: isTop)
    }

    func superNode<Key: CodingKey>(
        at key: Key, _ keys: UnsafeReference<DecodingKeys>
    ) -> DecodingNode {
        lateNode(find(key, keys), step(key, keys))
    }
}
