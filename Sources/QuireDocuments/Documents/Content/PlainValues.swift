import Fleece
import Foundation

// Conversion of a document to native Swift collections. Values that are nested too deeply, contain
// themselves, or repeat shared parts excessively become null. Such values result from hostile data
// or programming errors.

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
    /// Returns the value with native collections in place of objects.
    ///
    /// - Parameters:
    ///   - path: The path to the enclosing collection.
    ///   - blobs: The storage for the contents of the encoded blobs.
    /// - Returns: The value. Blobs remain ``Blob`` objects; null and missing values become
    ///   `NSNull`.
    package func plain(_ path: ContentPath = ContentPath(), blobs: (any BlobStorage)?) -> Any {
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

/// A converter from encoded values to native values.
private struct PlainReader {
    private let blobs: (any BlobStorage)?
    private var budget: VisitBudget
    private var levels: [Level] = []

    /// A collection that is being converted.
    private struct Level {
        var source: StoredLevel
        var key: String?
        var items: [Any] = []
        var pairs: [String: Any] = [:]

        /// Adds the converted value of the current item.
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

    /// Converts a value, or begins a collection and returns `nil`.
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

    /// Advances to the next value of the innermost collection.
    private mutating func next() -> FleeceValue? {
        let last = levels.count - 1
        guard let (key, value) = levels[last].source.next() else { return nil }
        // The values were counted when the collection began. This check counts the keys, and skips
        // the remaining pairs when the budget is exhausted.
        if let key, !budget.allows(bytes: key.utf8.count) { return nil }
        levels[last].key = key
        return value
    }
}
