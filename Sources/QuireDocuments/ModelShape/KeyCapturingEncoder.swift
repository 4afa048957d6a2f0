/// An encoder that discards a model's values and captures its identity and its keys.
///
/// Unlike a sample of the type, it captures the keys of one particular value and its nested
/// objects, and works with every implementation of `encode(to:)`.
package struct KeyCapturingEncoder: Encoder {
    let session: Session
    let level: CapturedKeys
    package let codingPath: [any CodingKey]
    /// Whether this encoder encodes the model itself, or the part of its superclass.
    let isModel: Bool

    /// The information to capture.
    enum Extent {
        case identity
        case topLevelKeys
        case allKeys
    }

    /// The state shared by all containers of one model.
    final class Session {
        let userInfo: [CodingUserInfoKey: Any]
        let extent: Extent
        /// The paths of the arrays whose items are captured.
        let arrays: Set<[String]>
        /// The strategy for keys, which are captured with their names in documents.
        let keys: KeyStrategy
        /// Whether the items of all arrays are captured.
        var capturesItems = false
        var identity: DocumentID?
        /// The number of values that have delegated their encoding to another value.
        ///
        /// The number is limited, because values can delegate endlessly.
        var handovers = 0

        init(
            _ extent: Extent, userInfo: [CodingUserInfoKey: Any] = [:], arrays: Set<[String]> = [],
            keys: KeyStrategy = .asIs
        ) {
            self.extent = extent
            self.keys = keys
            self.userInfo = userInfo
            self.arrays = arrays
        }
    }

    package var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

    /// An encoder whose results are not used.
    static var discarding: KeyCapturingEncoder {
        KeyCapturingEncoder(
            session: Session(.identity), level: CapturedKeys(), codingPath: [], isModel: false)
    }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        level.note(type, named: level.isWhole ? .asIs : session.keys)
        return KeyedEncodingContainer(CapturingDictionary<Key>(encoder: self))
    }

    package func unkeyedContainer() -> any UnkeyedEncodingContainer {
        CapturingArray(encoder: self)
    }

    package func singleValueContainer() -> any SingleValueEncodingContainer { self }

    /// Returns an encoder for the value of a key.
    func child(_ key: any CodingKey, isModel: Bool = false) -> KeyCapturingEncoder {
        KeyCapturingEncoder(
            session: session, level: level.child(stored(key), of: key.stringValue),
            codingPath: codingPath + [key],
            isModel: isModel)
    }

    fileprivate func note(_ key: any CodingKey) {
        if session.extent != .identity { level.note(stored(key), of: key.stringValue) }
    }

    /// Returns the name of a key in documents.
    private func stored(_ key: any CodingKey) -> String {
        level.isWhole ? key.stringValue : session.keys.stored(key.stringValue)
    }

    func capture<T: Encodable>(_ value: T) throws {
        // The stored form of these types differs from the output of their `encode(to:)`.
        if T.self is any WholeValue.Type { return }
        guard session.handovers + codingPath.count < CodingLimits.depth else { return }
        if T.self is any WholeDictionary.Type { level.isWhole = true }
        session.handovers += 1
        defer { session.handovers -= 1 }
        try value.encode(to: self)
    }
}

// MARK: Capturing

extension KeyCapturingEncoder {
    /// Returns the ``DocumentID`` at the top level of a model.
    ///
    /// - Throws: Any error that the model's `encode(to:)` throws.
    package static func identity(of model: some Encodable) throws -> DocumentID? {
        let session = Session(.identity, keys: .declared(by: type(of: model)))
        try capture(model, session)
        return session.identity
    }

    /// Returns the keys that a model encodes at its top level, except the key of its identity.
    ///
    /// - Throws: Any error that the model's `encode(to:)` throws.
    package static func topLevelKeys(of model: some Encodable) throws -> Set<String> {
        try capture(model, Session(.topLevelKeys, keys: .declared(by: type(of: model)))).keys
    }

    /// Returns the keys of a model at all levels.
    ///
    /// - Parameters:
    ///   - model: A model, whose `encode(to:)` is called.
    ///   - userInfo: The encoder's `userInfo`.
    ///   - arrays: The paths of the arrays whose items are captured.
    ///   - keys: The strategy for keys.
    /// - Returns: The keys, as they are stored.
    /// - Throws: Any error that the model's `encode(to:)` throws.
    package static func keys(
        of model: some Encodable, userInfo: [CodingUserInfoKey: Any], arrays: Set<[String]>,
        keys: KeyStrategy
    ) throws -> CapturedKeys {
        let session = Session(.allKeys, userInfo: userInfo, arrays: arrays, keys: keys)
        return try capture(model, session)
    }

    /// Returns two coding keys of one object that have the same name in documents, or `nil` if there
    /// are none.
    ///
    /// - Parameters:
    ///   - model: A model, whose `encode(to:)` is called.
    ///   - keys: The strategy for keys.
    /// - Returns: The coding keys.
    /// - Throws: Any error that the model's `encode(to:)` throws.
    package static func conflict(
        in model: some Encodable, keys: KeyStrategy
    ) throws -> [String]? {
        guard keys != .asIs else { return nil }
        let session = Session(.allKeys, keys: keys)
        session.capturesItems = true
        return try capture(model, session).conflict
    }

    @discardableResult
    private static func capture(_ model: some Encodable, _ session: Session) throws -> CapturedKeys
    {
        let level = CapturedKeys()
        try KeyCapturingEncoder(session: session, level: level, codingPath: [], isModel: true)
            .capture(model)
        return level
    }
}

// MARK: Containers

private struct CapturingDictionary<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: KeyCapturingEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) { encoder.note(key) }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        if T.self == DocumentID.self, encoder.isModel, let identity = value as? DocumentID {
            encoder.session.identity = identity
            encoder.level.identityKey = encoder.session.keys.stored(key.stringValue)
            return
        }
        encoder.note(key)
        guard encoder.session.extent == .allKeys, !(T.self is any WholeValue.Type) else { return }
        try encoder.child(key).capture(value)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder.child(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder.child(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        encoder.child(PositionKey.superValue, isModel: encoder.isModel)
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        encoder.child(key, isModel: encoder.isModel)
    }
}

/// Captures the items of an array if the session includes the array.
private struct CapturingArray: UnkeyedEncodingContainer {
    let encoder: KeyCapturingEncoder
    private(set) var count = 0
    private let isCaptured: Bool

    init(encoder: KeyCapturingEncoder) {
        self.encoder = encoder
        let keys = encoder.session.keys
        isCaptured =
            encoder.session.capturesItems
            || encoder.session.arrays.contains(
                encoder.codingPath.map { keys.stored($0.stringValue) })
    }

    var codingPath: [any CodingKey] { encoder.codingPath }

    private mutating func next() -> KeyCapturingEncoder {
        defer { count += 1 }
        let session =
            isCaptured
            ? encoder.session
            : KeyCapturingEncoder.Session(
                .identity, userInfo: encoder.userInfo, keys: encoder.session.keys)
        return KeyCapturingEncoder(
            session: session, level: isCaptured ? encoder.level.nextItem() : CapturedKeys(),
            codingPath: codingPath + [PositionKey(index: count)], isModel: false)
    }

    mutating func encodeNil() { _ = next() }

    mutating func encode<T: Encodable>(_ value: T) throws {
        guard isCaptured else { return count += 1 }
        try next().capture(value)
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

extension KeyCapturingEncoder: SingleValueEncodingContainer {
    package func encodeNil() {}

    package func encode<T: Encodable>(_ value: T) throws { try capture(value) }
}
