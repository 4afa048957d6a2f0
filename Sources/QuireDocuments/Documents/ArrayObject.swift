import Foundation

/// A read-only array in a document.
///
/// Values are read lazily from the stored bytes. The array does not change. It remains readable
/// after its document is changed or deleted.
///
/// An array is not thread-safe. Use it and its document on one thread at a time.
///
/// ```swift
/// if let phones = hotel.array(forKey: "phones") {
///     for index in 0..<phones.count { print(phones.string(at: index) ?? "") }
/// }
/// ```
public class ArrayObject: ArrayProtocol, ArrayFragment {
    let content: ArrayContent

    init(_ content: ArrayContent) {
        self.content = content
    }

    /// The number of values.
    public var count: Int { content.count }

    /// Returns the value at an index, for use by the typed accessors.
    ///
    /// - Parameter index: The index. It can be out of range.
    /// - Returns: The value, or a missing value if the index is out of range.
    public final func documentValue(at index: Int) -> DocumentValue {
        DocumentValue(content.value(at: index))
    }

    /// The fragment at an index.
    ///
    /// - Parameter index: The index. It can be out of range.
    public subscript(index: Int) -> Fragment { Fragment(.index(index, content)) }

    /// Returns all values as native Swift collections.
    ///
    /// - Returns: The values. Null becomes `NSNull`, a number becomes `NSNumber`, and a blob
    ///   becomes ``Blob``.
    /// - Complexity: O(*n*) in the size of the values.
    public func toArray() -> [Any] { content.plain() }

    /// Returns a mutable copy that is independent of any document.
    ///
    /// - Returns: The copy. Changes to the copy or to its nested collections do not affect this
    ///   array.
    public func toMutable() -> MutableArrayObject { MutableArrayObject(content.mutableCopy()) }

    /// Returns the current values as a JSON array, with sorted keys in nested objects.
    ///
    /// - Returns: The JSON text.
    /// - Complexity: O(*n* log *n*) in the size of the values.
    public func toJSON() -> String { content.json }
}

extension ArrayObject: Sequence {
    /// Returns an iterator over the values, as returned by ``ArrayProtocol/value(at:)``.
    public func makeIterator() -> AnyIterator<Any> {
        var index = 0
        return AnyIterator { [content] in
            guard index < content.count else { return nil }
            defer { index += 1 }
            return content.value(at: index).value ?? NSNull()
        }
    }
}

extension ArrayObject: Hashable {
    /// Returns whether two arrays have equal values, regardless of whether they are mutable.
    ///
    /// Numbers are compared by value.
    ///
    /// - Complexity: O(*n*) in the size of the values.
    public static func == (left: ArrayObject, right: ArrayObject) -> Bool {
        ContentEquality.areEqual(.array(left), .array(right))
    }

    /// Hashes the number of values.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
    }
}
