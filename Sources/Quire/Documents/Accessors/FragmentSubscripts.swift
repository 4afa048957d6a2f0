/// A type whose values can be accessed as fragments by key.
public protocol DictionaryFragment {
    /// The fragment for a key.
    subscript(key: String) -> Fragment { get }
}

/// A type whose values can be accessed as mutable fragments by key.
public protocol MutableDictionaryFragment: DictionaryFragment {
    /// The mutable fragment for a key.
    subscript(key: String) -> MutableFragment { get }
}

/// A type whose values can be accessed as fragments by index.
public protocol ArrayFragment {
    /// The fragment at an index.
    subscript(index: Int) -> Fragment { get }
}

/// A type whose values can be accessed as mutable fragments by index.
public protocol MutableArrayFragment: ArrayFragment {
    /// The mutable fragment at an index.
    subscript(index: Int) -> MutableFragment { get }
}
