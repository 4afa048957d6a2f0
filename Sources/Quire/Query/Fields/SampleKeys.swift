/// The keys that a type stores its properties under, by the names that its source has for them.
///
/// They are for a model of which no sample can be made: another property than the one that is to blame
/// is then found by its name among the type's coding keys.
struct SampleKeys {
    /// The stored keys; `nil` where two lists of keys disagree.
    private var keys: [String: String?] = [:]

    /// Adds the keys of a type that lists nothing but keys.
    mutating func add(_ type: any CodingKey.Type) {
        func add<Key: CodingKey>(_ type: Key.Type) {
            for (name, key) in PlainEnumeration.cases(of: type) ?? [] {
                let isNew = keys[name] == nil || keys[name] == key.stringValue
                keys[name] = .some(isNew ? key.stringValue : nil)
            }
        }
        add(type)
    }

    /// The key that a property is stored under.
    ///
    /// - Parameter keyPath: A property that is stored as it is declared. What is computed or wrapped
    ///   has no name at run time.
    /// - Returns: The key, or `nil` if none is known.
    func key<Root, Value>(of keyPath: KeyPath<Root, Value>) -> String? {
        let text = "\(keyPath)"
        let prefix = "\\\(Root.self)."
        guard text.hasPrefix(prefix) else { return nil }
        return keys[String(text.dropFirst(prefix.count))] ?? nil
    }
}
