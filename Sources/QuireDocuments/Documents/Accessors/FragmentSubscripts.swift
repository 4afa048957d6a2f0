/// A type whose values can be accessed as fragments by key.
///
/// ```swift
/// func city(of hotel: some DictionaryFragment) -> String? {
///     hotel["address"]["city"].string
/// }
/// ```
public protocol DictionaryFragment {
    /// The fragment for a key.
    subscript(key: String) -> Fragment { get }
}

/// A type whose values can be accessed as mutable fragments by key.
///
/// ```swift
/// func move(_ hotel: some MutableDictionaryFragment, to city: String) {
///     hotel["address"]["city"].string = city
/// }
/// ```
public protocol MutableDictionaryFragment: DictionaryFragment {
    /// The mutable fragment for a key.
    subscript(key: String) -> MutableFragment { get }
}

/// A type whose values can be accessed as fragments by index.
///
/// ```swift
/// func mainPhone(in phones: some ArrayFragment) -> String? {
///     phones[0].string
/// }
/// ```
public protocol ArrayFragment {
    /// The fragment at an index.
    subscript(index: Int) -> Fragment { get }
}

/// A type whose values can be accessed as mutable fragments by index.
///
/// ```swift
/// func setMainPhone(_ phone: String, in phones: some MutableArrayFragment) {
///     phones[0].string = phone
/// }
/// ```
public protocol MutableArrayFragment: ArrayFragment {
    /// The mutable fragment at an index.
    subscript(index: Int) -> MutableFragment { get }
}
