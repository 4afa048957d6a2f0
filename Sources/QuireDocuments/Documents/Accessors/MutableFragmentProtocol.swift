public import Foundation

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
    /// - Parameter value: The value.
    func setDocumentValue(_ value: DocumentValue)
}

extension MutableFragmentProtocol {
    /// The value as an object, or `nil` if it is missing.
    ///
    /// The getter returns the same types as ``FragmentProtocol/value``. The setter accepts the same
    /// types as ``MutableDictionaryProtocol/setValue(_:forKey:)``.
    public var value: Any? {
        get { documentValue.form.value }
        set { setDocumentValue(DocumentValue(any: newValue)) }
    }

    /// The string, or `nil` for a missing or other value.
    ///
    /// Setting `nil` stores null.
    public var string: String? {
        get { documentValue.form.string }
        set { setDocumentValue(.init(newValue)) }
    }

    /// The number, 1 or 0 for a Boolean, or `nil` for a missing or other value.
    ///
    /// Setting `nil` stores null.
    public var number: NSNumber? {
        get { documentValue.form.number }
        set { setDocumentValue(.init(newValue)) }
    }

    /// The number as an integer, 1 for `true`, or 0 for a missing or other value.
    ///
    /// The number is truncated toward zero and clamped to the range of `Int`.
    public var int: Int {
        get { Int(clamping: documentValue.form.int64) }
        set { setDocumentValue(.init(.integer(Int64(newValue)))) }
    }

    /// The number as an integer, 1 for `true`, or 0 for a missing or other value.
    ///
    /// The number is truncated toward zero and clamped to the range of `Int64`.
    public var int64: Int64 {
        get { documentValue.form.int64 }
        set { setDocumentValue(.init(.integer(newValue))) }
    }

    /// The number as the nearest `Float`, 1 for `true`, or 0 for a missing or other value.
    public var float: Float {
        get { Float(documentValue.form.double) }
        set { setDocumentValue(.init(.float(newValue))) }
    }

    /// The number as a `Double`, 1 for `true`, or 0 for a missing or other value.
    public var double: Double {
        get { documentValue.form.double }
        set { setDocumentValue(.init(.double(newValue))) }
    }

    /// Whether the value is something other than `false`, zero, null or missing.
    public var boolean: Bool {
        get { documentValue.form.boolean }
        set { setDocumentValue(.init(.boolean(newValue))) }
    }

    /// The date, or `nil` if the value is not a string that ``DocumentDate`` can parse.
    ///
    /// Setting `nil` stores null.
    public var date: Date? {
        get { documentValue.form.date }
        set { setDocumentValue(.init(newValue)) }
    }

    /// The blob, or `nil` for a missing or other value.
    ///
    /// Setting `nil` stores null.
    public var blob: Blob? {
        get { documentValue.form.blob }
        set { setDocumentValue(.init(newValue)) }
    }

    /// The array, or `nil` for a missing or other value.
    ///
    /// Setting `nil` stores null.
    public var array: MutableArrayObject? {
        get { documentValue.form.array as? MutableArrayObject }
        set { setDocumentValue(.init(newValue)) }
    }

    /// The dictionary, or `nil` for a missing or other value.
    ///
    /// Setting `nil` stores null.
    public var dictionary: MutableDictionaryObject? {
        get { documentValue.form.dictionary as? MutableDictionaryObject }
        set { setDocumentValue(.init(newValue)) }
    }
}
