import Fleece

/// A type with a single value, such as a fragment.
///
/// A conforming type implements ``documentValue`` and inherits all typed accessors. The accessors
/// convert values in the same way as those of ``DictionaryProtocol``.
///
/// ```swift
/// func text(of fragment: some FragmentProtocol) -> String {
///     fragment.exists ? fragment.string ?? "not a string" : "missing"
/// }
/// ```
public protocol FragmentProtocol {
    /// The value, for use by the typed accessors; a missing value if the fragment has none.
    var documentValue: DocumentValue { get }
}

extension FragmentProtocol {
    /// Whether the fragment has a value, including null.
    public var exists: Bool { !documentValue.form.isMissing }

    /// Returns the current value as JSON with sorted keys.
    ///
    /// - Returns: The JSON text, or `null` if the value is missing.
    /// - Complexity: O(*n* log *n*) in the size of the value.
    public func toJSON() -> String { documentValue.form.json }
}
