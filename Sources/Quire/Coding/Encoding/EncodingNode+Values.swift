import Fleece
import Foundation

extension EncodingNode {
    /// Writes a value as one below this node, and returns its slot or, if it is a collection or
    /// codes itself, the node that it became.
    func encode<T: Encodable>(_ value: T, _ key: any CodingKey) throws -> Encoded {
        if let leaf = LeafType.of(T.self), let slot = try encodeLeaf(leaf, value, key) {
            return .slot(slot)
        }
        guard depth < CodingLimits.depth else { throw tooDeep(value) }
        let node = EncodingNode(session: session, path: CodingPath(path, key))
        try value.encode(to: node)
        return .node(node)
    }

    /// A value that was encoded.
    enum Encoded {
        case slot(FleeceSlot)
        case node(EncodingNode)
    }

    func tooDeep(_ value: some Encodable) -> EncodingError {
        let limit = CodingLimits.depth
        return .invalidValue(
            value,
            EncodingError.Context(
                codingPath: keys,
                debugDescription: "values are nested more than \(limit) levels deep"))
    }

    /// Writes a value of a type that is stored in a form of its own.
    ///
    /// - Returns: `nil` if the value is not of that type after all.
    func encodeLeaf<T>(
        _ leaf: LeafType, _ value: T, _ key: (any CodingKey)?
    ) throws -> FleeceSlot? {
        let writer = session.writer
        switch leaf {
        case .date:
            guard let date = value as? Date else { return nil }
            guard let slot = writer.encode(date) else {
                throw invalid(value, key, "a date needs a year of four digits to be stored")
            }
            return slot
        case .data: return (value as? Data)?.withUnsafeBytes(writer.encode(data:))
        case .url: return (value as? URL).map { writer.encode($0.absoluteString) }
        case .uuid: return (value as? UUID).map { writer.encode($0.uuidString) }
        case .decimal: return (value as? Decimal).map { encodeDecimal($0) }
        case .identity:
            guard let identity = value as? DocumentID else { return nil }
            return identity.wrappedValue.map(writer.encode) ?? writer.encodeNull()
        }
    }

    /// A decimal as the shortest number that is exactly it, else as text.
    private func encodeDecimal(_ value: Decimal) -> FleeceSlot {
        let text = value.description
        if let integer = Int64(text) { return session.writer.encode(integer) }
        if let integer = UInt64(text) { return session.writer.encode(integer) }
        if let double = Double(text), Decimal(string: double.description) == value {
            return session.writer.encode(double)
        }
        return session.writer.encode(text)
    }

    /// Writes an integer of any width, if 64 bits hold it.
    func encodeInteger<T: FixedWidthInteger>(
        _ value: T, _ key: (any CodingKey)?
    ) throws -> FleeceSlot {
        if let integer = Int64(exactly: value) { return session.writer.encode(integer) }
        if let integer = UInt64(exactly: value) { return session.writer.encode(integer) }
        throw invalid(value, key, "an integer of more than 64 bits cannot be stored")
    }

    func encodeFloat(_ value: Float, _ key: (any CodingKey)?) throws -> FleeceSlot {
        guard value.isFinite else {
            throw invalid(value, key, "a number that is not finite cannot be stored: \(value)")
        }
        return session.writer.encode(value)
    }

    func encodeDouble(_ value: Double, _ key: (any CodingKey)?) throws -> FleeceSlot {
        guard value.isFinite else {
            throw invalid(value, key, "a number that is not finite cannot be stored: \(value)")
        }
        return session.writer.encode(value)
    }

    private func invalid(
        _ value: Any, _ key: (any CodingKey)?, _ description: String
    ) -> EncodingError {
        let path = key.map { keys + [$0] } ?? keys
        return .invalidValue(
            value, EncodingError.Context(codingPath: path, debugDescription: description))
    }
}

extension EncodingNode: Encoder {
    var codingPath: [any CodingKey] { keys }

    var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        becomeDictionary()
        return KeyedEncodingContainer(DictionaryEncodingContainer<Key>(node: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        becomeArray()
        return ArrayEncodingContainer(node: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        ValueEncodingContainer(node: self)
    }
}
