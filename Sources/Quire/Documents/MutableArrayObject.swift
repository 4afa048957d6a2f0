/// Values in an order that can be set, added and removed, to be put into a document or found in a
/// mutable one.
///
/// ```swift
/// hotel.setArray(MutableArrayObject().addString("650-000-0000"), forKey: "phones")
/// ```
///
/// A document that has the array sees each change of it. One array can be put into several places; an
/// array that contains itself cannot be saved.
public final class MutableArrayObject: ArrayObject, MutableArrayProtocol, MutableArrayFragment {
    /// Makes an empty array.
    public init() {
        super.init(ArrayContent(isMutable: true))
    }

    override init(_ content: ArrayContent) {
        super.init(content)
    }

    /// Makes an array of some values.
    ///
    /// - Parameter data: The values, as ``MutableArrayProtocol/setValue(_:at:)`` takes them, or `nil`
    ///   for none.
    public init(data: [Any]?) {
        super.init(ArrayContent(isMutable: true))
        if let data { content.replaceAll(with: data) }
    }

    /// Makes an array of a JSON text.
    ///
    /// - Parameter json: An array.
    /// - Throws: ``QuireError`` with code `invalidJSON` if it is something else.
    /// - Complexity: O(*n*) in the length of the text.
    public init(json: String) throws {
        super.init(ArrayContent(try ArrayContent.items(json: json), isMutable: true))
    }

    /// Sets the value at an index, as the typed setters give it.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - index: The index.
    /// - Precondition: There is a value at the index.
    public func setDocumentValue(_ value: DocumentValue, at index: Int) {
        content.set(value.form, at: index)
    }

    /// Inserts a value, as the typed setters give it.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - index: The index that it is to have.
    /// - Precondition: There is a value at the index, or the index is the count.
    public func insertDocumentValue(_ value: DocumentValue, at index: Int) {
        content.insert(value.form, at: index)
    }

    /// Removes a value.
    ///
    /// - Parameter index: The index.
    /// - Returns: The same object.
    /// - Precondition: There is a value at the index.
    @discardableResult
    public func removeValue(at index: Int) -> Self {
        content.remove(at: index)
        return self
    }

    /// Sets all values in place of those that there are.
    ///
    /// - Parameter data: Values, as ``MutableArrayProtocol/setValue(_:at:)`` takes them.
    /// - Returns: The same object.
    @discardableResult
    public func setData(_ data: [Any]) -> Self {
        content.replaceAll(with: data)
        return self
    }

    /// Sets all values in place of those that there are, from JSON text.
    ///
    /// - Parameter json: An array.
    /// - Returns: The same object.
    /// - Throws: ``QuireError`` with code `invalidJSON` if it is something else; nothing has changed
    ///   then.
    /// - Complexity: O(*n*) in the length of the text.
    @discardableResult
    public func setJSON(_ json: String) throws -> Self {
        content.replaceAll(with: try ArrayContent.items(json: json))
        return self
    }

    /// The place of a value, which can be set.
    ///
    /// - Parameter index: The index; where there is no value, setting one does nothing.
    public override subscript(index: Int) -> MutableFragment {
        MutableFragment(.index(index, content))
    }
}
