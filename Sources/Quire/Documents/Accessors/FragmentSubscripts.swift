/// What has fragments by key.
public protocol DictionaryFragment {
    /// The place of a value.
    subscript(key: String) -> Fragment { get }
}

/// What has fragments by key that can be set.
public protocol MutableDictionaryFragment: DictionaryFragment {
    /// The place of a value, which can be set.
    subscript(key: String) -> MutableFragment { get }
}

/// What has fragments by index.
public protocol ArrayFragment {
    /// The place of a value.
    subscript(index: Int) -> Fragment { get }
}

/// What has fragments by index that can be set.
public protocol MutableArrayFragment: ArrayFragment {
    /// The place of a value, which can be set.
    subscript(index: Int) -> MutableFragment { get }
}
