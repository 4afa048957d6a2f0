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
            var budget = VisitBudget(value)
            return Self.plain(value, path, blobs, &budget)
        default: return value ?? NSNull()
        }
    }

    private static func plain(
        _ value: FleeceValue, _ path: ContentPath, _ blobs: (any BlobStorage)?,
        _ budget: inout VisitBudget
    ) -> Any {
        switch value.kind {
        case .dictionary:
            guard let path = path.enteringStored(), let dictionary = value.dictionary,
                budget.allows(dictionary)
            else { return NSNull() }
            if let blob = Blob(dictionary, storage: blobs) { return blob }
            var pairs: [String: Any] = [:]
            for (key, value) in dictionary where budget.allows(bytes: key.utf8.count) {
                pairs[key] = plain(value, path, blobs, &budget)
            }
            return pairs
        case .array:
            guard let path = path.enteringStored(), let array = value.array, budget.allows(array)
            else { return NSNull() }
            return array.map { plain($0, path, blobs, &budget) }
        default:
            let bytes = value.withStringBytes(\.count) ?? value.withDataBytes(\.count) ?? 0
            guard budget.allows(bytes: bytes) else { return NSNull() }
            return object(value) ?? NSNull()
        }
    }
}
