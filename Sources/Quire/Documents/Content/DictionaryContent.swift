import Fleece

/// The pairs of a document or a dictionary: those of some bytes, and over them what is known better.
///
/// Of the bytes only what is asked for is read. A collection in them becomes an object when it is
/// first asked for; the object is kept, so that it is the same one each time.
final class DictionaryContent {
    // The accesses are not checked for overlapping at run time, which would be a good part of what
    // reading a value takes. None can overlap: within one no code of a caller's runs.

    /// The pairs that the content began with.
    ///
    /// They never change, so that reading one takes no copy of them.
    private let original: FleeceDictionary

    /// What was taken in their place: other bytes' pairs, or none.
    @exclusivity(unchecked) private var replacement: FleeceDictionary??

    /// What stands in place of the bytes' pairs or beside them: values that were set, `missing` for
    /// ones that were removed, and the objects that were made of the bytes' collections.
    @exclusivity(unchecked) private(set) var known: [FleeceKey: DocumentValue.Form] = [:]

    /// Where the contents of the blobs in the bytes are.
    var blobs: (any BlobStorage)?

    /// Whether the collections in it are mutable ones.
    let isMutable: Bool

    /// Takes pairs that lie in bytes.
    ///
    /// - Parameters:
    ///   - base: The pairs, or `nil` for none.
    ///   - blobs: Where the contents of their blobs are.
    ///   - isMutable: Whether the collections among the values are to be mutable ones.
    init(_ base: FleeceDictionary? = nil, blobs: (any BlobStorage)? = nil, isMutable: Bool) {
        original = base ?? Self.none
        if base == nil { replacement = .some(nil) }
        self.blobs = blobs
        self.isMutable = isMutable
    }

    private static let none: FleeceDictionary = {
        guard let none = FleeceStorage([0x70, 0x00]).rootDictionary else {
            preconditionFailure("these are the bytes of an empty dictionary")
        }
        return none
    }()

    // MARK: Reading

    /// The bytes' pairs, if there are bytes.
    var base: FleeceDictionary? { replacement ?? original }

    /// Returns a value; a collection or a blob as the object that it always is.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value.
    @inline(__always)
    func value(forKey key: String) -> DocumentValue.Form {
        if known.isEmpty, replacement == nil {
            guard let value = original[key] else { return .missing }
            if value.kind.rawValue < FleeceKind.array.rawValue { return .stored(value) }
        }
        return knownValue(forKey: FleeceKey(key))
    }

    private func knownValue(forKey key: FleeceKey) -> DocumentValue.Form {
        if let form = known[key] { return form }
        guard let value = base?[key] else { return .missing }
        let form = DocumentValue.Form(value, blobs: blobs, isMutable: isMutable)
        if case .stored = form { return form }
        known[key] = form
        return form
    }

    /// Returns a value as it is now, without making an object of it.
    func peek(_ key: FleeceKey) -> DocumentValue.Form {
        known[key] ?? base?[key].map(DocumentValue.Form.stored) ?? .missing
    }

    /// Calls a closure with each pair as it is now: those of the bytes in their order, then the added
    /// ones in the order of their keys.
    ///
    /// - Parameter body: A closure that gets a key and its value, which is never `missing`.
    /// - Throws: What the closure throws.
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
    /// - Complexity: O(1) if nothing but bytes is known, else O(*n*).
    var count: Int {
        guard !known.isEmpty else { return base?.count ?? 0 }
        // To look each one up in the bytes would be dear: that a key is not there takes a search.
        var count = 0
        forEachPair { _, _ in count += 1 }
        return count
    }

    // MARK: Changing

    /// Sets a value, or removes it if it is `missing`.
    func set(_ form: DocumentValue.Form, forKey name: String) {
        let key = FleeceKey(name)
        if form.isMissing, base?[key] == nil {
            known[key] = nil
        } else {
            known[key] = form
        }
    }

    /// Takes other pairs in place of all that there are.
    func replaceAll(with pairs: [String: Any]) {
        replacement = .some(nil)
        known = [:]
        known.reserveCapacity(pairs.count)
        for (key, value) in pairs { set(.init(any: value), forKey: key) }
    }

    /// Takes the pairs of some bytes in place of all that there are.
    func replaceAll(with pairs: FleeceDictionary) {
        replacement = pairs
        known = [:]
        blobs = nil
    }

    /// Makes a content of its own with the same pairs.
    ///
    /// Objects that were set or changed are copied too, so that the two have nothing in common.
    func mutableCopy(_ path: ContentPath = ContentPath()) -> DictionaryContent {
        let copy = DictionaryContent(base, blobs: blobs, isMutable: true)
        guard isMutable, let path = path.entering(self) else { return copy }
        copy.known = known.mapValues { $0.mutableCopy(path) }
        return copy
    }
}

extension DictionaryContent {
    /// Hashes the keys, in whatever order they are.
    func hash(into hasher: inout Hasher) {
        var sum = 0
        forEachPair { key, _ in sum ^= FleeceKey(key).hashValue }
        hasher.combine(sum)
    }
}
