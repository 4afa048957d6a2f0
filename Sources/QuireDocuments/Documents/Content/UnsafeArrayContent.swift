import Fleece

/// The items of an array: those of an encoded array, or a list of items after a change.
///
/// When an encoded collection is first accessed, it is converted to an object. The object is kept,
/// so that each access returns the same object.
final class ArrayContent {
    // As in `DictionaryContent`, accesses are not checked for exclusivity.

    /// The encoded array, as an array and as a value.
    @exclusivity(unchecked) private var base: FleeceArray?
    @exclusivity(unchecked) private var baseValue: FleeceValue?

    /// The objects created from encoded collections, by index.
    ///
    /// Empty after a change.
    @exclusivity(unchecked) private var known: [Int: DocumentValue.Form] = [:]

    /// All items, or `nil` before the first change.
    @exclusivity(unchecked) private var items: [DocumentValue.Form]?

    /// The storage for the contents of the encoded blobs.
    var blobs: (any BlobStorage)?

    /// Whether nested collections are mutable.
    let isMutable: Bool

    /// Creates the content of an encoded array.
    ///
    /// - Parameters:
    ///   - base: An array, or `nil` for no items.
    ///   - blobs: The storage for the contents of its blobs.
    ///   - isMutable: Whether nested collections are mutable.
    init(_ base: FleeceValue? = nil, blobs: (any BlobStorage)? = nil, isMutable: Bool) {
        baseValue = base
        self.base = base?.array
        self.blobs = blobs
        self.isMutable = isMutable
    }

    // MARK: Reading

    /// The number of items.
    var count: Int { items?.count ?? base?.count ?? 0 }

    /// The encoded array, if it represents all items and no object was created from it.
    var untouched: FleeceValue? { items == nil && known.isEmpty ? baseValue : nil }

    /// Returns the item at an index.
    ///
    /// Collections and blobs are returned as the same object each time.
    ///
    /// - Parameter index: The index. It can be out of range.
    /// - Returns: The item, or a missing value if the index is out of range.
    package func value(at index: Int) -> DocumentValue.Form {
        let form = peek(index)
        guard case .stored(let value) = form else { return form }
        let object = DocumentValue.Form(value, blobs: blobs, isMutable: isMutable)
        switch object {
        case .stored: return object
        // A damaged item keeps its index, so that the count is correct.
        case .missing: return .null
        default:
            if items == nil { known[index] = object } else { items?[index] = object }
            return object
        }
    }

    /// Returns the encoded item at an index, if no other value or object represents it.
    func encoded(_ index: Int) -> FleeceValue? {
        items == nil && known[index] == nil ? base?.value(at: index) : nil
    }

    /// Returns the current item at an index without creating an object for it.
    func peek(_ index: Int) -> DocumentValue.Form {
        guard index >= 0, index < count else { return .missing }
        if let items { return items[index] }
        return known[index] ?? base?.value(at: index).map(DocumentValue.Form.stored) ?? .null
    }

    // MARK: Changing

    /// Sets the item at an index.
    ///
    /// - Precondition: The index is in the range `0..<count`.
    func set(_ form: DocumentValue.Form, at index: Int) {
        precondition(0..<count ~= index, "index \(index) is out of range: there are \(count) items")
        change { $0[index] = form }
    }

    /// Inserts an item at an index.
    ///
    /// - Precondition: The index is in the range `0...count`.
    func insert(_ form: DocumentValue.Form, at index: Int) {
        precondition(0...count ~= index, "index \(index) is out of range: there are \(count) items")
        change { $0.insert(form, at: index) }
    }

    /// Removes the item at an index.
    ///
    /// - Precondition: The index is in the range `0..<count`.
    package func remove(at index: Int) {
        precondition(0..<count ~= index, "index \(index) is out of range: there are \(count) items")
        change { $0.remove(at: index) }
    }

    private func change(_ body: (inout [DocumentValue.Form]) -> Void) {
        // The property is set to `nil` during the change, so that the list is uniquely referenced
        // and not copied.
        var list = items ?? (0..<count).map(peek)
        items = nil
        body(&list)
        items = list
        known = [:]
    }

    /// Replaces all items with native values.
    func replaceAll(with values: [Any]) {
        base = nil
        baseValue = nil
        known = [:]
        items = values.map { .init(any: $0) }
    }

    /// Replaces all items with those of an encoded array.
    func replaceAll(with values: FleeceValue) {
        base = values.array
        baseValue = values
        known = [:]
        items = nil
        blobs = nil
    }

    /// Returns a mutable copy.
    ///
    /// Objects that were set or changed are copied as well, so that the copy shares no mutable
    /// state with this array.
    func mutableCopy(_ path: ContentPath = ContentPath()) -> ArrayContent {
        let copy = ArrayContent(baseValue, blobs: blobs, isMutable: true)
        guard isMutable, let path = path.entering(self) else { return copy }
        copy.known = known.mapValues { $0.mutableCopy(path) }
        copy.items = items?.map { $0.mutableCopy(path) }
        return copy
    }
}
