import Foundation

/// Values in an order, in a document: read where they lie, when they are asked for.
///
/// The array does not change, and stays readable when its document does or is deleted.
///
/// It is not thread-safe: use it, and the document that it is from, on one thread at a time.
public class ArrayObject: ArrayProtocol, ArrayFragment {
    let content: ArrayContent

    init(_ content: ArrayContent) {
        self.content = content
    }

    /// The number of values.
    public var count: Int { content.count }

    /// Returns the value at an index, as the typed accessors take it.
    ///
    /// - Parameter index: Any number.
    /// - Returns: The value, which may say that there is none.
    public final func documentValue(at index: Int) -> DocumentValue {
        DocumentValue(content.value(at: index))
    }

    /// The place of a value.
    ///
    /// - Parameter index: The index; there need not be a value.
    public subscript(index: Int) -> Fragment { Fragment(.index(index, content)) }

    /// Returns all values, with native collections in place of objects.
    ///
    /// - Returns: The values; null is `NSNull`, a number an `NSNumber`, a blob a ``Blob``.
    /// - Complexity: O(*n*) in the size of the values.
    public func toArray() -> [Any] { content.plain() }

    /// Returns a mutable copy, which belongs to no document.
    ///
    /// - Returns: The copy. Changing it, or what is nested in it, changes nothing here.
    public func toMutable() -> MutableArrayObject { MutableArrayObject(content.mutableCopy()) }

    /// Returns the values as a JSON array as they are now, with all keys in it sorted.
    ///
    /// - Returns: The text.
    /// - Complexity: O(*n* log *n*) in the size of the values.
    public func toJSON() -> String { content.json }
}

extension ArrayObject: Sequence {
    /// Goes through the values, as ``ArrayProtocol/value(at:)`` gives them.
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
    /// Whether two arrays have the same values, be they mutable or not.
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
