/// A read-only dictionary in a document.
///
/// Values are read lazily from the stored bytes. The dictionary does not change. It remains
/// readable after its document is changed or deleted.
///
/// A dictionary is not thread-safe. Use it and its document on one thread at a time.
///
/// ```swift
/// if let address = hotel.dictionary(forKey: "address") {
///     for key in address { print(key, address.string(forKey: key) ?? "") }
/// }
/// ```
public class DictionaryObject: DictionaryProtocol, DictionaryFragment {
    let content: DictionaryContent

    init(_ content: DictionaryContent) {
        self.content = content
    }

    /// The number of values.
    public var count: Int { content.count }

    /// The keys, in storage order.
    ///
    /// - Complexity: O(*n*) in the number of keys.
    public var keys: [String] { content.keys }

    /// Returns the value for a key, for use by the typed accessors.
    ///
    /// - Parameter key: The key, in which a period is an ordinary character.
    /// - Returns: The value, or a missing value if the key is absent.
    /// - Complexity: O(log *n*) in the number of values.
    public final func documentValue(forKey key: String) -> DocumentValue {
        DocumentValue(content.value(forKey: key))
    }

    /// Returns a string.
    ///
    /// - Parameter key: The key, in which a period is an ordinary character.
    /// - Returns: The string, or `nil` for a missing or other value.
    /// - Complexity: O(log *n*) in the number of values.
    public final func string(forKey key: String) -> String? { content.string(forKey: key) }

    /// The fragment for a key.
    ///
    /// - Parameter key: The key. It can be absent.
    public subscript(key: String) -> Fragment { Fragment(.key(key, content)) }

    /// Returns all values as native Swift collections.
    ///
    /// If two keys are canonically equivalent Unicode strings, the result contains only one of
    /// them, because a Swift dictionary treats them as equal.
    ///
    /// - Returns: The values by key. Null becomes `NSNull`, a number becomes `NSNumber`, and a blob
    ///   becomes ``Blob``.
    /// - Complexity: O(*n*) in the size of the values.
    public func toDictionary() -> [String: Any] { content.plain() }

    /// Returns a mutable copy that is independent of any document.
    ///
    /// - Returns: The copy. Changes to the copy or to its nested collections do not affect this
    ///   dictionary.
    public func toMutable() -> MutableDictionaryObject {
        MutableDictionaryObject(content.mutableCopy())
    }

    /// Returns the current values as a JSON object with sorted keys.
    ///
    /// ```swift
    /// if let address = hotel.dictionary(forKey: "address") {
    ///     print(address.toJSON())  // {"city":"Bergen","street":"4 Kaigaten"}
    /// }
    /// ```
    ///
    /// - Returns: The JSON text.
    /// - Complexity: O(*n* log *n*) in the size of the values.
    public func toJSON() -> String { content.json }
}

extension DictionaryObject: Sequence {}

extension DictionaryObject: Hashable {
    /// Returns whether two dictionaries have equal values, regardless of whether they are mutable.
    ///
    /// Numbers are compared by value.
    ///
    /// - Complexity: O(*n*) in the size of the values.
    public static func == (left: DictionaryObject, right: DictionaryObject) -> Bool {
        ContentEquality.areEqual(.dictionary(left), .dictionary(right))
    }

    /// Hashes the keys.
    ///
    /// - Complexity: O(*n*) in the number of keys.
    public func hash(into hasher: inout Hasher) {
        content.hash(into: &hasher)
    }
}
