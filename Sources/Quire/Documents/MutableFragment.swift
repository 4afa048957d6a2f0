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
