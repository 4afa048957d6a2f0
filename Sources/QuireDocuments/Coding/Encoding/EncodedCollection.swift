import Fleece
import QuirePlatform

/// A collection of the standard library whose items the encoder encodes directly.
///
/// This is faster than the collection's conformance to `Encodable`. It also sorts the members of
/// sets and dictionaries. Their iteration order differs between processes, so equal values would
/// otherwise have different bytes.
protocol EncodedCollection {
    /// Encodes the collection as the value of a node.
    func encode(into node: EncodingNode) throws
}

extension EncodedCollection {
    /// Encodes a value of this type.
    ///
    /// - Throws: `EncodingError` if the value has another type, or if an item cannot be encoded.
    package static func encode<Value>(_ value: Value, into node: EncodingNode) throws {
        try withIdentical(value, as: Self.self, else: node.unexpected(value)) {
            try $0.encode(into: node)
        }
    }
}

extension Array: EncodedCollection where Element: Encodable {
    package func encode(into node: EncodingNode) throws {
        node.content = .array
        // This is a closure, because a reference to the method would retain the node.
        try withUnsafeBufferPointer { try node.append(contentsOf: $0) }
    }
}

extension Set: EncodedCollection where Element: Encodable {
    package func encode(into node: EncodingNode) throws {
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

/// Returns whether the UTF-8 bytes of a string precede those of another.
///
/// Strings that are equal in Swift can have different bytes.
func precedesByBytes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
}

extension EncodingNode {
    /// Appends the items of an array.
    ///
    /// The method does not copy the items, because a copy would retain their strings.
    package func append<Element: Encodable>(contentsOf array: UnsafeBufferPointer<Element>) throws {
        let type = session.withObject { $0.type(Element.self) }
        let kind = type.withObject { $0.kind }
        switch kind {
        case .own, .collection:
            guard let first = array.baseAddress else { return }
            for index in array.indices {
                let slot = try withValue(at: first + index) {
                    try child($0, type: type, step: PathStep(index: index))
                }
                try append(slot)
            }
        case .string:
            let strings = UnsafeRawBufferPointer(array).assumingMemoryBound(to: String.self)
            guard let first = strings.baseAddress else { return }
            for index in strings.indices {
                try append(withValue(at: first + index) { text in write { $0.encode(text) } })
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
                try append(leaf(array[index], kind: kind, step: PathStep(index: index)))
            }
        }
    }

    /// Appends the items of a sorted array.
    fileprivate func append<Element: Encodable>(sorted items: [Element]) throws {
        try items.withUnsafeBufferPointer { try append(contentsOf: $0) }
    }

    /// Returns the error for a value of another type than the encoder determined.
    func unexpected<Value>(_ value: Value) -> EncodingError {
        invalid(value, "the encoder did not expect a value of type \(Value.self)")
    }

    /// Whether the document is used only to sort items of another document.
    var isForOrder: Bool { session.withObject { $0.isForOrder } }

    /// Returns items in the order of their keys' stored bytes.
    ///
    /// Each key is encoded as a separate document to determine its bytes.
    func sortedByStoredForm<Item, Key: Encodable>(
        _ items: [Item], _ key: (Item) -> Key
    ) throws -> [Item] {
        items.count > 1 ? try storedForms(items, key).map(\.item) : items
    }

    /// Appends the bytes of a document as an item.
    ///
    /// In a document that is used only for sorting, the bytes replace the value. Encoding the value
    /// again would double the time for each level of nested sets.
    package func append(_ form: [UInt8]) throws {
        try append(form.withUnsafeBytes { bytes in write { $0.encode(data: bytes) } })
    }

    /// Returns items with the stored bytes of their keys, sorted by these bytes.
    ///
    /// Each key is encoded as a separate document.
    ///
    /// - Throws: `EncodingError` with the full coding path, or any error that a key's `encode(to:)`
    ///   throws.
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
