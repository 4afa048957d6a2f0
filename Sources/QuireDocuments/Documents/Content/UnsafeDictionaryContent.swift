import Fleece

/// The key-value pairs of a document or dictionary: an encoded dictionary, and changes to it.
///
/// Encoded values are read lazily. When an encoded collection is first accessed, it is converted to
/// an object. The object is kept, so that each access returns the same object.
package final class DictionaryContent {
    // Exclusivity is not checked at run time. With checks, reading three values of a document takes
    // a third more time. Overlapping accesses are impossible, because no access runs code of
    // a caller.

    /// The initial encoded dictionary.
    ///
    /// It never changes, so that reading it does not require a copy.
    private let original: FleeceDictionary

    /// The storage of the initial dictionary.
    private let storage: FleeceStorage

    /// The encoded dictionary that replaced the original, or `.some(nil)` if no encoded dictionary
    /// remains.
    @exclusivity(unchecked) private var replacement: FleeceDictionary??

    /// Values that override the encoded dictionary.
    ///
    /// They are values that were set, `missing` for removed values, and objects that were created
    /// from encoded collections.
    @exclusivity(unchecked) private(set) var known: [FleeceKey: DocumentValue.Form] = [:]

    /// The storage for the contents of the encoded blobs.
    var blobs: (any BlobStorage)?

    /// Whether nested collections are mutable.
    let isMutable: Bool

    /// Creates the content of an encoded dictionary.
    ///
    /// - Parameters:
    ///   - base: The dictionary, or `nil` for no pairs.
    ///   - blobs: The storage for the contents of its blobs.
    ///   - isMutable: Whether nested collections are mutable.
    init(_ base: FleeceDictionary? = nil, blobs: (any BlobStorage)? = nil, isMutable: Bool) {
        original = base ?? Self.none
        storage = original.storage
        if base == nil { replacement = .some(nil) }
        self.blobs = blobs
        self.isMutable = isMutable
    }

    private static let none: FleeceDictionary = {
        // These bytes are a constant.
        guard let none = FleeceStorage([0x70, 0x00]).rootDictionary else {
            preconditionFailure("these are the bytes of an empty dictionary")
        }
        return none
    }()

    // MARK: Reading

    /// The current encoded dictionary, or `nil` if all pairs were replaced by native values.
    var base: FleeceDictionary? { replacement ?? original }

    /// Returns the value for a key.
    ///
    /// Collections and blobs are returned as the same object each time.
    ///
    /// - Parameter key: The key, in which a period is an ordinary character.
    /// - Returns: The value, or a missing value if the key is absent.
    @inline(__always)
    package func value(forKey key: String) -> DocumentValue.Form {
        if known.isEmpty, replacement == nil {
            if let form = DocumentValue.Form(original.field(key), in: storage) { return form }
        }
        return knownValue(forKey: FleeceKey(key))
    }

    /// Returns the string for a key, or `nil` for a missing or other value.
    ///
    /// An encoded string does not retain the storage, as ``value(forKey:)`` would.
    @inline(__always)
    func string(forKey key: String) -> String? {
        if known.isEmpty, replacement == nil {
            switch original.field(key) {
            case .scalar(let offset): return storage.string(at: offset)
            case .other: break
            default: return nil
            }
        }
        return knownValue(forKey: FleeceKey(key)).string
    }

    private func knownValue(forKey key: FleeceKey) -> DocumentValue.Form {
        if let form = known[key] { return form }
        guard let value = base?[key] else { return .missing }
        let form = DocumentValue.Form(value, blobs: blobs, isMutable: isMutable)
        if case .stored = form { return form }
        known[key] = form
        return form
    }

    /// Returns the encoded value for a key, if no other value or object represents it.
    func encoded(_ key: String) -> FleeceValue? {
        known.isEmpty || known[FleeceKey(key)] == nil ? base?[key] : nil
    }

    /// Returns the current value for a key without creating an object for it.
    func peek(_ key: FleeceKey) -> DocumentValue.Form {
        known[key] ?? base?[key].map(DocumentValue.Form.stored) ?? .missing
    }

    /// Calls a closure with each current pair.
    ///
    /// The closure receives the encoded pairs in storage order, and then the added pairs sorted by
    /// key.
    ///
    /// - Parameter body: A closure that receives a key and its value, which is never `missing`.
    /// - Throws: Any error that the closure throws.
    func forEachPair(_ body: (String, DocumentValue.Form) throws -> Void) rethrows {
        var added = known
        if let base {
            for (name, value) in base {
                let form = added.isEmpty ? nil : added.removeValue(forKey: FleeceKey(name))
                guard form?.isMissing != true else { continue }
                try body(name, form ?? .stored(value))
            }
        }
        for (key, form) in added.sorted(by: { $0.key.name < $1.key.name }) where !form.isMissing {
            try body(key.name, form)
        }
    }

    /// The keys, in the order of ``forEachPair(_:)``.
    var keys: [String] {
        var keys: [String] = []
        forEachPair { key, _ in keys.append(key) }
        return keys
    }

    /// The number of pairs.
    ///
    /// - Complexity: O(1) if no value overrides the encoded dictionary; otherwise O(*n*).
    var count: Int {
        guard !known.isEmpty else { return base?.count ?? 0 }
        // Looking up each overriding key in the encoded dictionary would be slow, because proving
        // that a key is absent requires a search.
        var count = 0
        forEachPair { _, _ in count += 1 }
        return count
    }

    // MARK: Changing

    /// Sets the value for a key, or removes the key if the value is `missing`.
    func set(_ form: DocumentValue.Form, forKey name: String) {
        let key = FleeceKey(name)
        if form.isMissing, base?[key] == nil {
            known[key] = nil
        } else {
            known[key] = form
        }
    }

    /// Replaces all pairs with native values.
    func replaceAll(with pairs: [String: Any]) {
        replacement = .some(nil)
        known = [:]
        known.reserveCapacity(pairs.count)
        for (key, value) in pairs { set(.init(any: value), forKey: key) }
    }

    /// Replaces all pairs with those of an encoded dictionary.
    func replaceAll(with pairs: FleeceDictionary) {
        replacement = pairs
        known = [:]
        blobs = nil
    }

    /// Returns a mutable copy.
    ///
    /// Objects that were set or changed are copied as well, so that the copy shares no mutable
    /// state with this dictionary.
    func mutableCopy(_ path: ContentPath = ContentPath()) -> DictionaryContent {
        let copy = DictionaryContent(base, blobs: blobs, isMutable: true)
        guard isMutable, let path = path.entering(self) else { return copy }
        copy.known = known.mapValues { $0.mutableCopy(path) }
        return copy
    }
}

extension DictionaryContent {
    /// Hashes the keys, regardless of their order.
    func hash(into hasher: inout Hasher) {
        var sum = 0
        forEachPair { key, _ in sum ^= FleeceKey(key).hashValue }
        hasher.combine(sum)
    }
}
