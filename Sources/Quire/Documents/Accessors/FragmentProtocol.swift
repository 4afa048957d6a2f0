import Fleece
public import Foundation

/// What has one value: fragments.
///
/// A type gives the value, and gets all typed accessors for it. They are those of
/// ``DictionaryProtocol``.
public protocol FragmentProtocol {
    /// The value, as the typed accessors take it; it may say that there is none.
    var documentValue: DocumentValue { get }
}

extension FragmentProtocol {
    /// Whether there is a value, which may be null.
    public var exists: Bool { !documentValue.form.isMissing }

    /// The value of any kind: a `String`, an `NSNumber`, a `Bool`, a ``Blob``, an ``ArrayObject``, a
    /// ``DictionaryObject``, `Data` or `NSNull`; `nil` if there is none.
    ///
    /// A date is a string.
    public var value: Any? { documentValue.form.value }

    /// The string, or `nil` if there is none.
    public var string: String? { documentValue.form.string }

    /// The number, 1 or 0 for a truth value, or `nil` if it is neither.
    public var number: NSNumber? { documentValue.form.number }

    /// The number without its fraction, or the nearest one that fits; 1 for `true`; or 0.
    public var int: Int { Int(clamping: documentValue.form.int64) }

    /// The number without its fraction, or the nearest one that fits; 1 for `true`; or 0.
    public var int64: Int64 { documentValue.form.int64 }

    /// The number as the nearest float, 1 for `true`, or 0.
    public var float: Float { Float(documentValue.form.double) }

    /// The number as a double, 1 for `true`, or 0.
    public var double: Double { documentValue.form.double }

    /// Whether the value is anything but `false`, a zero, null, or missing.
    public var boolean: Bool { documentValue.form.boolean }

    /// The date, or `nil` if the value is not a string that ``DocumentDate`` reads.
    public var date: Date? { documentValue.form.date }

    /// The blob, the same object each time; or `nil` if there is none.
    public var blob: Blob? { documentValue.form.blob }

    /// The array, the same object each time; or `nil` if there is none.
    public var array: ArrayObject? { documentValue.form.array }

    /// The dictionary, the same object each time; or `nil` if there is none.
    public var dictionary: DictionaryObject? { documentValue.form.dictionary }

    /// Returns the JSON text of the value as it is now, with all keys sorted.
    ///
    /// - Returns: The text; `null` if there is no value.
    /// - Complexity: O(*n* log *n*) in the size of the value.
    public func toJSON() -> String { documentValue.form.json }
}
