import Fleece
import Foundation

// A document as Swift's own collections. What is nested too deep, contains itself, or repeats itself
// beyond measure becomes null: hostile bytes, or a program's mistake.

extension DictionaryContent {
    /// Returns the pairs as native values.
    func plain(_ path: ContentPath = ContentPath()) -> [String: Any] {
        guard let path = path.entering(self) else { return [:] }
        var pairs: [String: Any] = [:]
        forEachPair { pairs[$0] = $1.plain(path, blobs: blobs) }
        return pairs
    }
}

extension ArrayContent {
    /// Returns the items as native values.
    func plain(_ path: ContentPath = ContentPath()) -> [Any] {
        guard let path = path.entering(self) else { return [] }
        return (0..<count).map { peek($0).plain(path, blobs: blobs) }
    }
}

extension DocumentValue.Form {
    /// The value with native collections in place of objects.
    ///
    /// - Parameters:
    ///   - path: The way to the collection that it is in.
    ///   - blobs: Where the contents of the blobs in its bytes are.
    /// - Returns: The value; a blob is an object, null and what is missing are `NSNull`.
    func plain(_ path: ContentPath = ContentPath(), blobs: (any BlobStorage)?) -> Any {
        switch self {
        case .dictionary(let dictionary): return dictionary.content.plain(path)
        case .array(let array): return array.content.plain(path)
        case .stored(let value):
            var reader = PlainReader(value, blobs: blobs)
            return reader.read(value)
        default: return value ?? NSNull()
        }
    }
}

/// Makes native values of bytes.
private struct PlainReader {
    private let blobs: (any BlobStorage)?
    private var budget: VisitBudget
    private var levels: [Level] = []

    /// A collection that is being made.
    private struct Level {
        var source: StoredLevel
        var key: String?
        var items: [Any] = []
        var pairs: [String: Any] = [:]

        /// Takes the value that was asked for last.
        mutating func take(_ value: Any) {
            if let key { pairs[key] = value } else { items.append(value) }
        }

        var collection: Any { source.isDictionary ? pairs : items }
    }

    init(_ value: FleeceValue, blobs: (any BlobStorage)?) {
        self.blobs = blobs
        budget = VisitBudget(value)
    }

    mutating func read(_ value: FleeceValue) -> Any {
        var current = value
        while true {
            var made = begin(current)
            var following: FleeceValue?
            while following == nil {
                if let made {
                    guard !levels.isEmpty else { return made }
                    levels[levels.count - 1].take(made)
                }
                following = next()
                if following == nil { made = levels.removeLast().collection }
            }
            current = following ?? current
        }
    }

    /// Makes a value, or begins a collection and returns nothing.
    private mutating func begin(_ value: FleeceValue) -> Any? {
        switch value.kind {
        case .dictionary:
            guard levels.count < FleeceWriter.maximumDepth, let dictionary = value.dictionary,
                budget.allows(dictionary)
            else { return NSNull() }
            if let blob = Blob(dictionary, storage: blobs) { return blob }
            levels.append(Level(source: StoredLevel(dictionary)))
            return nil
        case .array:
            guard levels.count < FleeceWriter.maximumDepth, let array = value.array,
                budget.allows(array)
            else { return NSNull() }
            levels.append(Level(source: StoredLevel(array)))
            return nil
        default:
            let bytes = value.withStringBytes(\.count) ?? value.withDataBytes(\.count) ?? 0
            guard budget.allows(bytes: bytes) else { return NSNull() }
            return DocumentValue.Form.object(value) ?? NSNull()
        }
    }

    /// Goes on to the next value of the innermost collection.
    private mutating func next() -> FleeceValue? {
        let last = levels.count - 1
        guard let (key, value) = levels[last].source.next() else { return nil }
        // The items were counted when the collection began; of keys that repeat themselves, the rest
        // is left out.
        if let key, !budget.allows(bytes: key.utf8.count) { return nil }
        levels[last].key = key
        return value
    }
}
