import Fleece
public import Foundation

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

    /// The value as an object, or `nil` if it is missing.
    ///
    /// The object is a `String`, an `NSNumber`, a `Bool`, a
    /// ``Blob``, an ``ArrayObject``, a ``DictionaryObject``, `Data` or `NSNull`. A date is returned
    /// as a string.
    public var value: Any? { documentValue.form.value }

    /// The string, or `nil` for a missing or other value.
    public var string: String? { documentValue.form.string }

    /// The number, 1 or 0 for a Boolean, or `nil` for a missing or other value.
    public var number: NSNumber? { documentValue.form.number }

    /// The number as an integer, 1 for `true`, or 0 for a missing or other value.
    ///
    /// The number is truncated toward zero and clamped to the range of `Int`.
    public var int: Int { Int(clamping: documentValue.form.int64) }

    /// The number as an integer, 1 for `true`, or 0 for a missing or other value.
    ///
    /// The number is truncated toward zero and clamped to the range of `Int64`.
    public var int64: Int64 { documentValue.form.int64 }

    /// The number as the nearest `Float`, 1 for `true`, or 0 for a missing or other value.
    public var float: Float { Float(documentValue.form.double) }

    /// The number as a `Double`, 1 for `true`, or 0 for a missing or other value.
    public var double: Double { documentValue.form.double }

    /// Whether the value is something other than `false`, zero, null or missing.
    public var boolean: Bool { documentValue.form.boolean }

    /// The date, or `nil` if the value is not a string that ``DocumentDate`` can parse.
    public var date: Date? { documentValue.form.date }

    /// The blob, or `nil` for a missing or other value.
    ///
    /// Each access returns the same object.
    public var blob: Blob? { documentValue.form.blob }

    /// The array, or `nil` for a missing or other value.
    ///
    /// Each access returns the same object.
    public var array: ArrayObject? { documentValue.form.array }

    /// The dictionary, or `nil` for a missing or other value.
    ///
    /// Each access returns the same object.
    public var dictionary: DictionaryObject? { documentValue.form.dictionary }

    /// Returns the current value as JSON with sorted keys.
    ///
    /// - Returns: The JSON text, or `null` if the value is missing.
    /// - Complexity: O(*n* log *n*) in the size of the value.
    public func toJSON() -> String { documentValue.form.json }
}
