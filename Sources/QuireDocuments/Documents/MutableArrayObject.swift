/// An array whose values can be set, added, inserted and removed.
///
/// ```swift
/// hotel.setArray(MutableArrayObject().addString("650-000-0000"), forKey: "phones")
/// ```
///
/// Changes to the array are visible in each document that contains it. You can add one array to
/// several collections. An array that contains itself cannot be saved.
public final class MutableArrayObject: ArrayObject, MutableArrayProtocol, MutableArrayFragment {
    /// Creates an empty array.
    public init() {
        super.init(ArrayContent(isMutable: true))
    }

    override init(_ content: ArrayContent) {
        super.init(content)
    }

    /// Creates an array from native values.
    ///
    /// - Parameter data: The values, of the types that ``MutableArrayProtocol/setValue(_:at:)``
    ///   accepts, or `nil` for an empty array.
    public init(data: [Any]?) {
        super.init(ArrayContent(isMutable: true))
        if let data { content.replaceAll(with: data) }
    }

    /// Creates an array from JSON text.
    ///
    /// - Parameter json: The text of a JSON array.
    /// - Throws: ``QuireError`` with code `invalidJSON` if the text is not a JSON array.
    /// - Complexity: O(*n*) in the length of the text.
    public init(json: String) throws {
        super.init(ArrayContent(try ArrayContent.items(json: json), isMutable: true))
    }

    /// Sets the value at an index, on behalf of the typed setters.
    ///
    /// - Parameters:
    ///   - value: The value. A missing value is stored as null.
    ///   - index: The index.
    /// - Precondition: The index is in the range `0..<count`.
    public func setDocumentValue(_ value: DocumentValue, at index: Int) {
        content.set(value.form, at: index)
    }

    /// Inserts a value at an index, on behalf of the typed setters.
    ///
    /// - Parameters:
    ///   - value: The value. A missing value is stored as null.
    ///   - index: The index at which to insert it.
    /// - Precondition: The index is in the range `0...count`.
    public func insertDocumentValue(_ value: DocumentValue, at index: Int) {
        content.insert(value.form, at: index)
    }

    /// Removes the value at an index.
    ///
    /// - Parameter index: The index.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0..<count`.
    @discardableResult
    public func removeValue(at index: Int) -> Self {
        content.remove(at: index)
        return self
    }

    /// Replaces all values.
    ///
    /// - Parameter data: The new values, of the types that ``MutableArrayProtocol/setValue(_:at:)``
    ///   accepts.
    /// - Returns: The same object.
    @discardableResult
    public func setData(_ data: [Any]) -> Self {
        content.replaceAll(with: data)
        return self
    }

    /// Replaces all values with those of a JSON array.
    ///
    /// - Parameter json: The text of a JSON array.
    /// - Returns: The same object.
    /// - Throws: ``QuireError`` with code `invalidJSON` if the text is not a JSON array. In this
    ///   case, the values do not change.
    /// - Complexity: O(*n*) in the length of the text.
    @discardableResult
    public func setJSON(_ json: String) throws -> Self {
        content.replaceAll(with: try ArrayContent.items(json: json))
        return self
    }

    /// The mutable fragment at an index.
    ///
    /// - Parameter index: The index. If it is out of range, setting a value has no effect.
    public override subscript(index: Int) -> MutableFragment {
        MutableFragment(.index(index, content))
    }
}
