import Fleece
import QuirePlatform

/// A collection of the standard library that the coder creates itself.
///
/// This is faster than the collection's own conformance to `Decodable`.
protocol DecodedCollection {
    /// Decodes the value of a node.
    static func decode(from node: DecodingNode) throws -> Self
}

extension DecodedCollection {
    /// Decodes a collection as a generic type that is identical to this type.
    package static func decode<Value>(_ type: Value.Type, from node: DecodingNode) throws -> Value {
        try identical(decode(from: node), type, else: node.mismatch(type, at: node.location))
    }
}

extension Array: DecodedCollection where Element: Decodable {
    package static func decode(from node: DecodingNode) throws -> Self {
        try node.array(of: Element.self)
    }
}

extension DecodingNode {
    /// Reads the items of an array.
    package func array<Element: Decodable>(of type: Element.Type) throws -> [Element] {
        guard let location, let items = reader.items(location) else {
            throw mismatch([Any].self, at: location)
        }
        guard session.withObject({ $0.allows(items.count) }) else {
            throw tooMuch()
        }
        // All empty arrays share one storage, so several threads would write its reference count.
        guard items.count > 0 else { return [] }
        let known = session.withObject { $0.type(type) }
        if known.withObject({ $0.kind == .string }),
            let strings = identical(itemsOf: try strings(items), type)
        {
            return strings
        }
        // A few bytes can claim many items, and the elements can be large. Memory for more than 256
        // elements is therefore allocated gradually.
        guard items.count <= 256 else { return try growing(items, known) }
        return try [Element](unsafeUninitializedCapacity: items.count) { buffer, count in
            guard let first = buffer.baseAddress else { return }
            while count < items.count {
                let index = count
                (first + index).initialize(
                    to: try decode(
                        type, known: known, at: items.location(index), step: PathStep(index: index))
                )
                count = index + 1
            }
        }
    }

    private func growing<Element: Decodable>(
        _ items: FleeceItems, _ known: UnsafeReference<DecodedType>
    ) throws -> [Element] {
        var array = GrowingArray<Element>(minimumCapacity: 256)
        for index in 0..<items.count {
            try array.append(
                try decode(
                    Element.self, known: known, at: items.location(index),
                    step: PathStep(index: index)))
        }
        return array.finish()
    }

    private func strings(_ items: FleeceItems) throws -> [String] {
        try [String](unsafeUninitializedCapacity: items.count) { buffer, count in
            guard let first = buffer.baseAddress else { return }
            while count < items.count {
                let index = count
                (first + index).initialize(
                    to: try string(items.location(index), PathStep(index: index)))
                count = index + 1
            }
        }
    }
}

extension Dictionary: DecodedCollection where Key: Decodable, Value: Decodable {
    package static func decode(from node: DecodingNode) throws -> Self {
        try node.dictionary(Key.self, Value.self)
    }
}

extension DecodingNode {
    /// Reads the pairs of a dictionary.
    ///
    /// If the keys can be keys of a document, a dictionary is read. An array of alternating keys
    /// and values is read for the other types of keys, and for those that the standard library
    /// encodes in such an array.
    package func dictionary<Key: Decodable & Hashable, Value: Decodable>(
        _ keyType: Key.Type, _ valueType: Value.Type
    ) throws -> [Key: Value] {
        let form = DictionaryKeyForm.of(keyType)
        guard let location, let pairs = reader.pairs(location) else {
            if let form, !form.isReadInTurn { throw mismatch([String: Any].self, at: location) }
            return try dictionary(inTurn: keyType, valueType, isArrayExpected: form == nil)
        }
        guard let form else { throw mismatch([Any].self, at: location) }
        // A pair takes about 40 bytes of memory.
        try charge(pairs, times: 4)
        let known = session.withObject { $0.type(valueType) }
        var dictionary: [Key: Value] = [:]
        dictionary.reserveCapacity(min(pairs.count, 256))
        let storage = session.withObject { $0.storage }
        try pairs.forEach(in: storage) { name, value in
            let step = PathStep(DictionaryKey(name, isInteger: form.isInteger))
            guard let key = form.key(name) else {
                throw DecodingError.typeMismatch(
                    keyType,
                    context("expected a key that is \(keyType), found \"\(name)\"", below: step))
            }
            try charge(bytes: name.utf8.count)
            dictionary[key] = try decode(valueType, known: known, at: value, step: step)
        }
        return dictionary
    }

    private func dictionary<Key: Decodable & Hashable, Value: Decodable>(
        inTurn keyType: Key.Type, _ valueType: Value.Type, isArrayExpected: Bool
    ) throws -> [Key: Value] {
        guard let location, let items = reader.items(location) else {
            throw mismatch(isArrayExpected ? [Any].self : [String: Any].self, at: location)
        }
        guard items.count.isMultiple(of: 2) else {
            if !isArrayExpected { throw mismatch([String: Any].self, at: location) }
            throw corrupted(
                "an array of alternating keys and values has an odd count: \(items.count) items")
        }
        guard session.withObject({ $0.allows(items.count) }) else {
            throw tooMuch()
        }
        var dictionary: [Key: Value] = [:]
        for index in stride(from: 0, to: items.count, by: 2) {
            let key = try decode(keyType, at: items.location(index), step: PathStep(index: index))
            dictionary[key] = try decode(
                valueType, at: items.location(index + 1), step: PathStep(index: index + 1))
        }
        return dictionary
    }
}
