/// The place of a value in a document, a dictionary or an array, whether or not there is a value.
///
/// Subscripts lead from one to the next, so that a nested value needs no unwrapping on the way:
///
/// ```swift
/// let city = document["address"]["city"].string
/// ```
public class Fragment: FragmentProtocol, DictionaryFragment, ArrayFragment {
    let place: FragmentPlace

    init(_ place: FragmentPlace) {
        self.place = place
    }

    /// Creates a fragment of a value that is not in a document, such as a column of a row.
    package convenience init(_ value: DocumentValue) {
        self.init(.value(value.form))
    }

    /// The value, as the typed accessors take it; it may say that there is none.
    public final var documentValue: DocumentValue { DocumentValue(place.value) }

    /// The place of a value in the dictionary that this one is.
    ///
    /// - Parameter key: The key. If there is no dictionary, there is no value.
    public subscript(key: String) -> Fragment { Fragment(place.nested(key)) }

    /// The place of a value in the array that this one is.
    ///
    /// - Parameter index: The index. If there is no array, there is no value.
    public subscript(index: Int) -> Fragment { Fragment(place.nested(index)) }
}

/// Where the value of a fragment is.
enum FragmentPlace {
    /// Below something that is not there.
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

    func nested(_ key: String) -> FragmentPlace {
        value.dictionary.map { .key(key, $0.content) } ?? .nowhere
    }

    func nested(_ index: Int) -> FragmentPlace {
        value.array.map { .index(index, $0.content) } ?? .nowhere
    }

    /// Sets the value, if there is a place for it.
    func set(_ value: DocumentValue.Form) {
        switch self {
        case .key(let key, let content): content.set(value, forKey: key)
        case .index(let index, let content) where 0..<content.count ~= index:
            content.set(value, at: index)
        case .index, .nowhere, .value: break
        }
    }
}

/// The place of a document in a collection, whether or not there is one.
///
/// ```swift
/// let city = collection["hotel-42"]["address"]["city"].string
/// ```
public final class DocumentFragment: DictionaryFragment {
    /// The document as it was when the place was asked for, or `nil` if there is none.
    public let document: Document?

    init(_ document: Document?) {
        self.document = document
    }

    /// Whether there is a document.
    public var exists: Bool { document != nil }

    /// The place of a value in the document.
    ///
    /// - Parameter key: The key. If there is no document, there is no value.
    public subscript(key: String) -> Fragment { document?[key] ?? Fragment(.nowhere) }
}

/// The place of a value in a mutable document, dictionary or array, where it can be set.
///
/// ```swift
/// document["address"]["city"].string = "Bergen"
/// ```
///
/// Below something that is not there, and at an index that an array does not have, setting does
/// nothing.
public final class MutableFragment: Fragment, MutableFragmentProtocol, MutableDictionaryFragment,
    MutableArrayFragment
{
    override init(_ place: FragmentPlace) {
        super.init(place)
    }

    /// Sets the value, as the typed setters give it.
    ///
    /// - Parameter value: The value.
    public func setDocumentValue(_ value: DocumentValue) {
        place.set(value.form)
    }

    /// The place of a value in the dictionary that this one is.
    ///
    /// - Parameter key: The key. If there is no dictionary, setting a value does nothing.
    public override subscript(key: String) -> MutableFragment {
        MutableFragment(place.nested(key))
    }

    /// The place of a value in the array that this one is.
    ///
    /// - Parameter index: The index. If there is no array, setting a value does nothing.
    public override subscript(index: Int) -> MutableFragment {
        MutableFragment(place.nested(index))
    }
}
