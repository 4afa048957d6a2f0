public import Foundation

/// What has one value that can be set: mutable fragments.
///
/// A type takes the value, and gets all typed setters for it.
public protocol MutableFragmentProtocol: FragmentProtocol, AnyObject {
    /// Sets the value, as the typed setters give it.
    ///
    /// - Parameter value: The value.
    func setDocumentValue(_ value: DocumentValue)
}

extension MutableFragmentProtocol {
    /// The value of any kind, as ``FragmentProtocol/value`` gives it and
    /// ``MutableDictionaryProtocol/setValue(_:forKey:)`` takes it.
    public var value: Any? {
        get { documentValue.form.value }
        set { setDocumentValue(DocumentValue(any: newValue)) }
    }

    /// The string, or `nil` if there is none; setting `nil` sets null.
    public var string: String? {
        get { documentValue.form.string }
        set { setDocumentValue(.init(newValue)) }
    }

    /// The number, 1 or 0 for a truth value, or `nil` if it is neither; setting `nil` sets null.
    public var number: NSNumber? {
        get { documentValue.form.number }
        set { setDocumentValue(.init(newValue)) }
    }

    /// The number without its fraction, or the nearest one that fits; 1 for `true`; or 0.
    public var int: Int {
        get { Int(clamping: documentValue.form.int64) }
        set { setDocumentValue(.init(.integer(Int64(newValue)))) }
    }

    /// The number without its fraction, or the nearest one that fits; 1 for `true`; or 0.
    public var int64: Int64 {
        get { documentValue.form.int64 }
        set { setDocumentValue(.init(.integer(newValue))) }
    }

    /// The number as the nearest float, 1 for `true`, or 0.
    public var float: Float {
        get { Float(documentValue.form.double) }
        set { setDocumentValue(.init(.float(newValue))) }
    }

    /// The number as a double, 1 for `true`, or 0.
    public var double: Double {
        get { documentValue.form.double }
        set { setDocumentValue(.init(.double(newValue))) }
    }

    /// Whether the value is anything but `false`, a zero, null, or missing.
    public var boolean: Bool {
        get { documentValue.form.boolean }
        set { setDocumentValue(.init(.boolean(newValue))) }
    }

    /// The date, or `nil` if the value is not a string that ``DocumentDate`` reads; setting `nil`
    /// sets null.
    public var date: Date? {
        get { documentValue.form.date }
        set { setDocumentValue(.init(newValue)) }
    }

    /// The blob, or `nil` if there is none; setting `nil` sets null.
    public var blob: Blob? {
        get { documentValue.form.blob }
        set { setDocumentValue(.init(newValue)) }
    }

    /// The array, or `nil` if there is none; setting `nil` sets null.
    public var array: MutableArrayObject? {
        get { documentValue.form.array as? MutableArrayObject }
        set { setDocumentValue(.init(newValue)) }
    }

    /// The dictionary, or `nil` if there is none; setting `nil` sets null.
    public var dictionary: MutableDictionaryObject? {
        get { documentValue.form.dictionary as? MutableDictionaryObject }
        set { setDocumentValue(.init(newValue)) }
    }
}
