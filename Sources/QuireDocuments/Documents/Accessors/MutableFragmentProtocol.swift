/// A type with a single value that can be set, such as a mutable fragment.
///
/// A conforming type implements ``setDocumentValue(_:)`` and inherits all typed setters.
///
/// ```swift
/// func increase(_ price: some MutableFragmentProtocol, by amount: Double) {
///     price.double += amount
/// }
/// ```
public protocol MutableFragmentProtocol: FragmentProtocol, AnyObject {
    /// Sets the value, on behalf of the typed setters.
    ///
    /// - Parameter value: The value. It is not set if the enclosing collection does not exist.
    func setDocumentValue(_ value: DocumentValue)
}
