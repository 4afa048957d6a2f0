/// Values by key, in a document: read where they lie, when they are asked for.
///
/// The dictionary does not change, and stays readable when its document does or is deleted.
///
/// It is not thread-safe: use it, and the document that it is from, on one thread at a time.
public class DictionaryObject: DictionaryProtocol, DictionaryFragment {
    let content: DictionaryContent

    init(_ content: DictionaryContent) {
        self.content = content
    }

    /// The number of values.
    public var count: Int { content.count }

    /// The keys, in the order in which they are stored.
    ///
    /// - Complexity: O(*n*) in their number.
    public var keys: [String] { content.keys }

    /// Returns the value of a key, as the typed accessors take it.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value, which may say that there is none.
    /// - Complexity: O(log *n*) in the number of values.
    public final func documentValue(forKey key: String) -> DocumentValue {
        DocumentValue(content.value(forKey: key))
    }

    /// The place of a value.
    ///
    /// - Parameter key: The key; there need not be a value.
    public subscript(key: String) -> Fragment { Fragment(.key(key, content)) }

    /// Returns all values, with native collections in place of objects.
    ///
    /// Of keys that differ only in how their characters are composed, a Swift dictionary can hold one.
    ///
    /// - Returns: The values by key; null is `NSNull`, a number an `NSNumber`, a blob a ``Blob``.
    /// - Complexity: O(*n*) in the size of the values.
    public func toDictionary() -> [String: Any] { content.plain() }

    /// Returns a mutable copy, which belongs to no document.
    ///
    /// - Returns: The copy. Changing it, or what is nested in it, changes nothing here.
    public func toMutable() -> MutableDictionaryObject {
        MutableDictionaryObject(content.mutableCopy())
    }

    /// Returns the values as a JSON object as they are now, with all keys sorted.
    ///
    /// - Returns: The text.
    /// - Complexity: O(*n* log *n*) in the size of the values.
    public func toJSON() -> String { content.json }
}

extension DictionaryObject: Sequence {}

extension DictionaryObject: Hashable {
    /// Whether two dictionaries have the same values, be they mutable or not.
    ///
    /// Numbers are compared by value.
    ///
    /// - Complexity: O(*n*) in the size of the values.
    public static func == (left: DictionaryObject, right: DictionaryObject) -> Bool {
        ContentEquality.areEqual(.dictionary(left), .dictionary(right))
    }

    /// Hashes the keys.
    ///
    /// - Complexity: O(*n*) in their number.
    public func hash(into hasher: inout Hasher) {
        content.hash(into: &hasher)
    }
}
