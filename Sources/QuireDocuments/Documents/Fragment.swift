import Fleece

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
    /// A key of an encoded dictionary at another location, in an immutable object.
    ///
    /// Numbers and strings are read without creating objects for the collections around them.
    indirect case pair(String, FleeceDictionary, at: FragmentLocation)
    /// An index of an encoded array at another location, in an immutable object.
    indirect case item(Int, FleeceArray, at: FragmentLocation)
    /// A value that cannot be set.
    case value(DocumentValue.Form)

    var value: DocumentValue.Form {
        switch self {
        case .nowhere: .missing
        case .key(let key, let content): content.value(forKey: key)
        case .index(let index, let content): content.value(at: index)
        case .pair(let key, let dictionary, let location):
            DocumentValue.Form(dictionary.field(key), in: dictionary.storage)
                ?? location.value.dictionary?.content.value(forKey: key) ?? .missing
        case .item(let index, let array, let location):
            Self.plain(array.value(at: index))
                ?? location.value.array?.content.value(at: index) ?? .missing
        case .value(let value): value
        }
    }

    private static func plain(_ value: FleeceValue?) -> DocumentValue.Form? {
        guard let value else { return nil }
        return switch value.kind {
        case .array, .dictionary, .undefined: nil
        default: .stored(value)
        }
    }

    /// The encoded value, or `nil` if the location is in a mutable object or if an object was
    /// created from the value.
    private var encoded: FleeceValue? {
        switch self {
        case .key(let key, let content): content.isMutable ? nil : content.encoded(key)
        case .index(let index, let content): content.isMutable ? nil : content.encoded(index)
        case .pair(let key, let dictionary, _): dictionary[key]
        case .item(let index, let array, _): array.value(at: index)
        case .nowhere, .value: nil
        }
    }

    func nested(_ key: String) -> FragmentLocation {
        // A dictionary with the type of a blob can be a blob, which has no fragments.
        if let dictionary = encoded?.dictionary, dictionary.string(Blob.typeKey) == nil {
            return .pair(key, dictionary, at: self)
        }
        return value.dictionary.map { .key(key, $0.content) } ?? .nowhere
    }

    func nested(_ index: Int) -> FragmentLocation {
        if let array = encoded?.array { return .item(index, array, at: self) }
        return value.array.map { .index(index, $0.content) } ?? .nowhere
    }

    /// Sets the value.
    ///
    /// If the location does not exist, the method has no effect.
    func set(_ value: DocumentValue.Form) {
        switch self {
        case .key(let key, let content): content.set(value, forKey: key)
        case .index(let index, let content) where 0..<content.count ~= index:
            content.set(value, at: index)
        case .index, .pair, .item, .nowhere, .value: break
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

    package init(_ document: Document?) {
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
    /// - Parameter value: The value. It is not set if the enclosing collection does not exist.
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
