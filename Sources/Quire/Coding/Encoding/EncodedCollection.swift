import Fleece

/// A collection of the standard library whose items the coder encodes.
///
/// That is faster than the collection's own conformance to `Encodable`, and it makes the bytes of sets
/// and dictionaries independent of the order of their members, which is different in each process.
protocol EncodedCollection {
    /// Encodes the collection as the value of a node.
    func encode(into node: EncodingNode) throws
}

extension EncodedCollection {
    /// Encodes a value that is of this type.
    static func encode<Value>(_ value: Value, into node: EncodingNode) throws {
        try identical(value, Self.self, else: node.unexpected(value)).encode(into: node)
    }
}

extension Array: EncodedCollection where Element: Encodable {
    func encode(into node: EncodingNode) throws {
        node.content = .array
        // A closure, because a reference to the method would retain the node.
        try withUnsafeBufferPointer { try node.append(contentsOf: $0) }
    }
}

extension Set: EncodedCollection where Element: Encodable {
    func encode(into node: EncodingNode) throws {
        node.content = .array
        let items = Array(self)
        if let strings = identical(itemsOf: items, String.self) {
            try node.append(sorted: strings.sorted(by: precedesByBytes))
        } else if let integers = identical(itemsOf: items, Int.self) {
            try node.append(sorted: integers.sorted())
        } else if node.isForOrder {
            for form in try node.storedForms(items, { $0 }) { try node.append(form.bytes) }
        } else {
            try node.append(sorted: node.sortedByStoredForm(items) { $0 })
        }
    }
}

/// Whether a string precedes another by its bytes: strings that are equal in Swift can differ.
func precedesByBytes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
}

extension EncodingNode {
    /// Adds the items of an array without copying them, which would retain their strings.
    func append<Element: Encodable>(contentsOf array: UnsafeBufferPointer<Element>) throws {
        let type = session.withObject { $0.type(Element.self) }
        let kind = type.withObject { $0.kind }
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

    /// Adds the items of an array.
    fileprivate func append<Element: Encodable>(sorted items: [Element]) throws {
        try items.withUnsafeBufferPointer { try append(contentsOf: $0) }
    }

    /// The error for a value that is not of the type that the coder has determined.
    func unexpected<Value>(_ value: Value) -> EncodingError {
        invalid(value, "the value is encoded as another type than \(Value.self)")
    }

    /// Whether the document only serves to put items of another one in order.
    var isForOrder: Bool { session.withObject { $0.isForOrder } }

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
        let options = session.withObject { $0.options }
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
