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

    var value: DocumentValue.Form {
        switch self {
        case .nowhere: .missing
        case .key(let key, let content): content.value(forKey: key)
        case .index(let index, let content): content.value(at: index)
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
        case .index, .nowhere: break
        }
    }
}
