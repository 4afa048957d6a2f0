import Fleece

/// The items of an array: those of some bytes, or once it was changed a list of them and of others.
///
/// A collection in the bytes becomes an object when it is first asked for; the object is kept, so
/// that it is the same one each time.
final class ArrayContent {
    // The accesses are not checked for overlapping, as in `DictionaryContent`.

    /// The bytes' items, and the same as a value.
    @exclusivity(unchecked) private var base: FleeceArray?
    @exclusivity(unchecked) private var baseValue: FleeceValue?

    /// The objects that were made of the bytes' collections, as long as there is no list.
    @exclusivity(unchecked) private var known: [Int: DocumentValue.Form] = [:]

    /// All items, once there was a change.
    @exclusivity(unchecked) private var items: [DocumentValue.Form]?

    /// Where the contents of the blobs in the bytes are.
    var blobs: (any BlobStorage)?

    /// Whether the collections in it are mutable ones.
    let isMutable: Bool

    /// Takes items that lie in bytes.
    ///
    /// - Parameters:
    ///   - base: An array, or `nil` for no items.
    ///   - blobs: Where the contents of their blobs are.
    ///   - isMutable: Whether the collections among the items are to be mutable ones.
    init(_ base: FleeceValue? = nil, blobs: (any BlobStorage)? = nil, isMutable: Bool) {
        baseValue = base
        self.base = base?.array
        self.blobs = blobs
        self.isMutable = isMutable
    }

    // MARK: Reading

    /// The number of items.
    var count: Int { items?.count ?? base?.count ?? 0 }

    /// The array in the bytes, if that holds all that there is and no object was made of it.
    var untouched: FleeceValue? { items == nil && known.isEmpty ? baseValue : nil }

    /// Returns an item; a collection or a blob as the object that it always is.
    ///
    /// - Parameter index: Any number; where there is no item, the value is missing.
    /// - Returns: The item.
    func value(at index: Int) -> DocumentValue.Form {
        let form = peek(index)
        guard case .stored(let value) = form else { return form }
        let object = DocumentValue.Form(value, blobs: blobs, isMutable: isMutable)
        switch object {
        case .stored: return object
        // A damaged item still takes up its place.
        case .missing: return .null
        default:
            if items == nil { known[index] = object } else { items?[index] = object }
            return object
        }
    }

    /// Returns an item as it is now, without making an object of it.
    func peek(_ index: Int) -> DocumentValue.Form {
        guard index >= 0, index < count else { return .missing }
        if let items { return items[index] }
        return known[index] ?? base?.value(at: index).map(DocumentValue.Form.stored) ?? .null
    }

    // MARK: Changing

    /// Sets an item.
    ///
    /// - Precondition: There is one at the index.
    func set(_ form: DocumentValue.Form, at index: Int) {
        precondition(0..<count ~= index, "index \(index) is out of range: there are \(count) items")
        change { $0[index] = form }
    }

    /// Inserts an item.
    ///
    /// - Precondition: There is one at the index, or the index is the count.
    func insert(_ form: DocumentValue.Form, at index: Int) {
        precondition(0...count ~= index, "index \(index) is out of range: there are \(count) items")
        change { $0.insert(form, at: index) }
    }

    /// Removes an item.
    ///
    /// - Precondition: There is one at the index.
    func remove(at index: Int) {
        precondition(0..<count ~= index, "index \(index) is out of range: there are \(count) items")
        change { $0.remove(at: index) }
    }

    private func change(_ body: (inout [DocumentValue.Form]) -> Void) {
        // Taken out meanwhile, so that the list is not shared and copied.
        var list = items ?? (0..<count).map(peek)
        items = nil
        body(&list)
        items = list
        known = [:]
    }

    /// Takes other items in place of all that there are.
    func replaceAll(with values: [Any]) {
        base = nil
        baseValue = nil
        known = [:]
        items = values.map { .init(any: $0) }
    }

    /// Takes the items of some bytes in place of all that there are.
    func replaceAll(with values: FleeceValue) {
        base = values.array
        baseValue = values
        known = [:]
        items = nil
        blobs = nil
    }

    /// Makes a content of its own with the same items.
    ///
    /// Objects that were set or changed are copied too, so that the two have nothing in common.
    func mutableCopy(_ path: ContentPath = ContentPath()) -> ArrayContent {
        let copy = ArrayContent(baseValue, blobs: blobs, isMutable: true)
        guard isMutable, let path = path.entering(self) else { return copy }
        copy.known = known.mapValues { $0.mutableCopy(path) }
        copy.items = items?.map { $0.mutableCopy(path) }
        return copy
    }
}
