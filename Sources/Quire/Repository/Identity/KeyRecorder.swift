/// An encoder that keeps nothing of a model's values: only its identity, and which keys it has.
///
/// It answers for the value at hand what no look at the type could: which kind of keys each of its
/// dictionaries has, whatever its `encode(to:)` does.
struct KeyRecorder: Encoder {
    let session: Session
    let level: RecordedKeys
    let codingPath: [any CodingKey]
    /// Whether what is encoded here is the model itself, or the superclass's part of it.
    let isModel: Bool

    /// What one recording shares between all its containers.
    final class Session {
        let userInfo: [CodingUserInfoKey: Any]
        /// Whether nothing below the top level is looked at.
        let isShallow: Bool
        /// The paths of the arrays whose items are looked at.
        let arrays: Set<[String]>
        var identity: DocumentID?
        /// How often a value handed itself on to another; a type may do so without end.
        var handovers = 0

        init(userInfo: [CodingUserInfoKey: Any], isShallow: Bool, arrays: Set<[String]>) {
            self.userInfo = userInfo
            self.isShallow = isShallow
            self.arrays = arrays
        }
    }

    var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

    /// A recorder whose results are not used.
    static var discarding: KeyRecorder {
        KeyRecorder(
            session: Session(userInfo: [:], isShallow: true, arrays: []), level: RecordedKeys(),
            codingPath: [], isModel: false)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        level.note(type)
        return KeyedEncodingContainer(RecordingDictionary<Key>(recorder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { RecordingArray(recorder: self) }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        RecordingValue(recorder: self)
    }

    /// A recorder of the value for a key.
    func child(_ key: any CodingKey, isModel: Bool = false) -> KeyRecorder {
        KeyRecorder(
            session: session, level: level.child(key.stringValue), codingPath: codingPath + [key],
            isModel: isModel)
    }

    /// Records a value.
    func record<T: Encodable>(_ value: T) throws {
        // What these encode themselves as has nothing to do with how they are stored.
        if T.self is any WholeValue.Type { return }
        guard session.handovers + codingPath.count < CodingLimits.depth else { return }
        if T.self is any WholeDictionary.Type { level.isWhole = true }
        session.handovers += 1
        defer { session.handovers -= 1 }
        try value.encode(to: self)
    }
}

// MARK: Recording

extension KeyRecorder {
    /// The ``DocumentID`` that a model has at its top level.
    ///
    /// - Throws: What the model's `encode(to:)` throws.
    static func identity(of model: some Encodable) throws -> DocumentID? {
        let session = Session(userInfo: [:], isShallow: true, arrays: [])
        try record(model, session)
        return session.identity
    }

    /// The keys that a model encodes at its top level, without that of its identity.
    ///
    /// - Throws: An error that the model's `encode(to:)` throws.
    static func topLevelKeys(of model: some Encodable) throws -> Set<String> {
        try record(model, Session(userInfo: [:], isShallow: true, arrays: [])).keys
    }

    /// The keys that a model has, at every level.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - userInfo: What the model's `encode(to:)` finds.
    ///   - arrays: The paths of the arrays whose items are looked at.
    /// - Returns: The keys.
    /// - Throws: What the model's `encode(to:)` throws.
    static func keys(
        of model: some Encodable, userInfo: [CodingUserInfoKey: Any], arrays: Set<[String]>
    ) throws -> RecordedKeys {
        let session = Session(userInfo: userInfo, isShallow: false, arrays: arrays)
        return try record(model, session)
    }

    @discardableResult
    private static func record(_ model: some Encodable, _ session: Session) throws -> RecordedKeys {
        let level = RecordedKeys()
        try KeyRecorder(session: session, level: level, codingPath: [], isModel: true)
            .record(model)
        return level
    }
}

// MARK: Containers

private struct RecordingDictionary<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let recorder: KeyRecorder

    var codingPath: [any CodingKey] { recorder.codingPath }

    func encodeNil(forKey key: Key) { recorder.level.note(key.stringValue) }

    // What has no keys of its own needs no look at its type.
    func encode(_ value: Bool, forKey key: Key) { recorder.level.note(key.stringValue) }
    func encode(_ value: String, forKey key: Key) { recorder.level.note(key.stringValue) }
    func encode(_ value: Double, forKey key: Key) { recorder.level.note(key.stringValue) }
    func encode(_ value: Float, forKey key: Key) { recorder.level.note(key.stringValue) }
    func encode(_ value: Int, forKey key: Key) { recorder.level.note(key.stringValue) }
    func encode(_ value: Int8, forKey key: Key) { recorder.level.note(key.stringValue) }
    func encode(_ value: Int16, forKey key: Key) { recorder.level.note(key.stringValue) }
    func encode(_ value: Int32, forKey key: Key) { recorder.level.note(key.stringValue) }
    func encode(_ value: Int64, forKey key: Key) { recorder.level.note(key.stringValue) }
    func encode(_ value: UInt, forKey key: Key) { recorder.level.note(key.stringValue) }
    func encode(_ value: UInt8, forKey key: Key) { recorder.level.note(key.stringValue) }
    func encode(_ value: UInt16, forKey key: Key) { recorder.level.note(key.stringValue) }
    func encode(_ value: UInt32, forKey key: Key) { recorder.level.note(key.stringValue) }
    func encode(_ value: UInt64, forKey key: Key) { recorder.level.note(key.stringValue) }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        if T.self == DocumentID.self, recorder.isModel, let identity = value as? DocumentID {
            recorder.session.identity = identity
            recorder.level.identityKey = key.stringValue
            return
        }
        recorder.level.note(key.stringValue)
        guard !recorder.session.isShallow, !(T.self is any WholeValue.Type) else { return }
        try recorder.child(key).record(value)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        recorder.child(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        recorder.child(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        recorder.child(PositionKey.superValue, isModel: recorder.isModel)
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        recorder.child(key, isModel: recorder.isModel)
    }
}

/// Looks at the items of an array where they are asked for.
private struct RecordingArray: UnkeyedEncodingContainer {
    let recorder: KeyRecorder
    private(set) var count = 0
    private let isRecorded: Bool

    init(recorder: KeyRecorder) {
        self.recorder = recorder
        isRecorded = recorder.session.arrays.contains(recorder.codingPath.map(\.stringValue))
    }

    var codingPath: [any CodingKey] { recorder.codingPath }

    private mutating func next() -> KeyRecorder {
        defer { count += 1 }
        let session =
            isRecorded
            ? recorder.session
            : KeyRecorder.Session(userInfo: recorder.userInfo, isShallow: true, arrays: [])
        return KeyRecorder(
            session: session, level: isRecorded ? recorder.level.nextItem() : RecordedKeys(),
            codingPath: codingPath + [PositionKey(index: count)], isModel: false)
    }

    mutating func encodeNil() { _ = next() }

    mutating func encode<T: Encodable>(_ value: T) throws {
        guard isRecorded else { return count += 1 }
        try next().record(value)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        next().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { next() }
}

private struct RecordingValue: SingleValueEncodingContainer {
    let recorder: KeyRecorder

    var codingPath: [any CodingKey] { recorder.codingPath }

    func encodeNil() {}

    func encode<T: Encodable>(_ value: T) throws { try recorder.record(value) }
}
