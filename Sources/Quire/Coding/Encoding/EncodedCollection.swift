import Fleece

/// A collection of the standard library that the coder goes through by itself.
///
/// That is quicker than its own conformance to `Encodable`. And it is why a set or a dictionary has
/// the same bytes every time: the order in which they give their members is another in each process.
protocol EncodedCollection {
    /// Encodes a collection, which is of this type.
    static func encode<Value>(_ value: Value, into node: EncodingNode) throws
}

extension Array: EncodedCollection where Element: Encodable {
    static func encode<Value>(_ value: Value, into node: EncodingNode) throws {
        node.content = .array
        // Closures: a reference to the method would retain the node each time.
        try same(value, as: Self.self).withUnsafeBufferPointer { try node.append(contentsOf: $0) }
    }
}

extension Set: EncodedCollection where Element: Encodable {
    static func encode<Value>(_ value: Value, into node: EncodingNode) throws {
        node.content = .array
        let set = same(value, as: Self.self)
        if node.isForOrder, Element.self != String.self, Element.self != Int.self {
            for form in try node.storedForms(Array(set), { $0 }) { try node.append(form.bytes) }
        } else {
            try sorted(set, node).withUnsafeBufferPointer { try node.append(contentsOf: $0) }
        }
    }

    private static func sorted(_ set: Self, _ node: EncodingNode) throws -> [Element] {
        // Not by a cast of the set: an empty one is of every type.
        if Element.self == String.self {
            let strings = same(set, as: Set<String>.self)
            return same(strings.sorted(by: precedesByBytes), as: [Element].self)
        }
        if Element.self == Int.self {
            return same(same(set, as: Set<Int>.self).sorted(), as: [Element].self)
        }
        return try node.sortedByStoredForm(Array(set)) { $0 }
    }
}

/// Whether a text comes before another by its bytes: texts that Swift takes for equal differ.
func precedesByBytes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
}

extension EncodingNode {
    /// Adds the items of an array from where they lie.
    ///
    /// Copies of them would have the owners of their strings counted up and down.
    func append<Element: Encodable>(contentsOf array: UnsafeBufferPointer<Element>) throws {
        let type = session._withUnsafeGuaranteedRef { $0.type(Element.self) }
        let kind = type._withUnsafeGuaranteedRef { $0.kind }
        switch kind {
        case .own:
            guard let first = array.baseAddress else { return }
            for index in array.indices {
                try append(child(at: first + index, type, PathStep(index: index)))
            }
        case .collection:
            for index in array.indices {
                try append(child(array[index], type, PathStep(index: index)))
            }
        case .string:
            let strings = UnsafeRawBufferPointer(array).assumingMemoryBound(to: String.self)
            for index in strings.indices {
                let text = strings[index]
                try append(write { $0.encode(text) })
            }
        case .integer:
            for item in UnsafeRawBufferPointer(array).assumingMemoryBound(to: Int.self) {
                try append(write { $0.encode(Int64(item)) })
            }
        case .double:
            for item in UnsafeRawBufferPointer(array).assumingMemoryBound(to: Double.self) {
                try append(double(item, PathStep(index: count)))
            }
        default:
            for index in array.indices {
                try append(leaf(array[index], kind, PathStep(index: index)))
            }
        }
    }

    /// Whether the document only serves to put items of another one in order.
    var isForOrder: Bool { session._withUnsafeGuaranteedRef { $0.isForOrder } }

    /// Sorts values by the bytes that they have in a document of their own.
    func sortedByStoredForm<Item, Key: Encodable>(
        _ items: [Item], _ key: (Item) -> Key
    ) throws -> [Item] {
        items.count > 1 ? try storedForms(items, key).map(\.item) : items
    }

    /// Adds the bytes of a document as an item.
    ///
    /// In a document that only serves for order, they take the place of the value: to encode it once
    /// more would double the time for each level of sets in sets.
    func append(_ form: [UInt8]) throws {
        try append(form.withUnsafeBytes { bytes in write { $0.encode(data: bytes) } })
    }

    /// The bytes that values have in documents of their own, in their order.
    func storedForms<Item, Key: Encodable>(
        _ items: [Item], _ key: (Item) -> Key
    ) throws -> [(bytes: [UInt8], item: Item)] {
        let options = session._withUnsafeGuaranteedRef { $0.options }
        let writer = FleeceWriter()
        let keyed = try items.map { item -> (bytes: [UInt8], item: Item) in
            do {
                _ = try options.encode(key(item), into: writer, below: self, discriminator: nil)
                return (try writer.finish(), item)
            } catch let EncodingError.invalidValue(value, context) {
                throw EncodingError.invalidValue(
                    value,
                    EncodingError.Context(
                        codingPath: keys + context.codingPath,
                        debugDescription: context.debugDescription,
                        underlyingError: context.underlyingError))
            }
        }
        return keyed.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }
}
