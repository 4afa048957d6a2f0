/// A location in a document, a dictionary or an array, which may or may not have a value.
///
/// Subscripts return nested fragments, so that you can access a nested value without unwrapping:
///
/// ```swift
/// let city = document["address"]["city"].string
/// ```
public class Fragment: FragmentProtocol, DictionaryFragment, ArrayFragment {
    let location: FragmentLocation

    init(_ location: FragmentLocation) {
        self.location = location
    }

    /// Creates a fragment for a value that is not in a document, such as a column of a row.
    package convenience init(_ value: DocumentValue) {
        self.init(.value(value.form))
    }

    /// The value, for use by the typed accessors; a missing value if the fragment has none.
    public final var documentValue: DocumentValue { DocumentValue(location.value) }

    /// The fragment for a key, if this fragment is a dictionary.
    ///
    /// - Parameter key: The key. If this fragment is not a dictionary, the result has no value.
    public subscript(key: String) -> Fragment { Fragment(location.nested(key)) }

    /// The fragment at an index, if this fragment is an array.
    ///
    /// - Parameter index: The index. If this fragment is not an array, the result has no value.
    public subscript(index: Int) -> Fragment { Fragment(location.nested(index)) }
}

/// The location of a fragment's value.
enum FragmentLocation {
    /// A location in a collection that does not exist.
    case nowhere
    case key(String, DictionaryContent)
    case index(Int, ArrayContent)
    /// A value that cannot be set.
    case value(DocumentValue.Form)

    var value: DocumentValue.Form {
        switch self {
        case .nowhere: .missing
        case .key(let key, let content): content.value(forKey: key)
        case .index(let index, let content): content.value(at: index)
        case .value(let value): value
        }
    }

    func nested(_ key: String) -> FragmentLocation {
        value.dictionary.map { .key(key, $0.content) } ?? .nowhere
    }

    func nested(_ index: Int) -> FragmentLocation {
        value.array.map { .index(index, $0.content) } ?? .nowhere
    }

    /// Sets the value.
    ///
    /// If the location does not exist, the method has no effect.
    func set(_ value: DocumentValue.Form) {
        switch self {
        case .key(let key, let content): content.set(value, forKey: key)
        case .index(let index, let content) where 0..<content.count ~= index:
            content.set(value, at: index)
        case .index, .nowhere, .value: break
        }
    }
}

/// A document ID in a collection, which may or may not have a document.
///
/// ```swift
/// let city = collection["hotel-42"]["address"]["city"].string
/// ```
public final class DocumentFragment: DictionaryFragment {
    /// The document at the time the fragment was created, or `nil` if it did not exist.
    public let document: Document?

    init(_ document: Document?) {
        self.document = document
    }

    /// Whether the document exists.
    public var exists: Bool { document != nil }

    /// The fragment for a key of the document.
    ///
    /// - Parameter key: The key. If the document does not exist, the result has no value.
    public subscript(key: String) -> Fragment { document?[key] ?? Fragment(.nowhere) }
}

/// A location in a mutable document, dictionary or array, where a value can be set.
///
/// ```swift
/// document["address"]["city"].string = "Bergen"
/// ```
///
/// Setting a value has no effect if the enclosing collection does not exist, or if an index is out
/// of range.
public final class MutableFragment: Fragment, MutableFragmentProtocol, MutableDictionaryFragment,
    MutableArrayFragment
{
    override init(_ location: FragmentLocation) {
        super.init(location)
    }

    /// Sets the value, on behalf of the typed setters.
    ///
    /// - Parameter value: The value.
    public func setDocumentValue(_ value: DocumentValue) {
        location.set(value.form)
    }

    /// The mutable fragment for a key, if this fragment is a dictionary.
    ///
    /// - Parameter key: The key. If this fragment is not a dictionary, setting a value has no
    ///   effect.
    public override subscript(key: String) -> MutableFragment {
        MutableFragment(location.nested(key))
    }

    /// The mutable fragment at an index, if this fragment is an array.
    ///
    /// - Parameter index: The index. If this fragment is not an array, setting a value has no
    ///   effect.
    public override subscript(index: Int) -> MutableFragment {
        MutableFragment(location.nested(index))
    }
}
