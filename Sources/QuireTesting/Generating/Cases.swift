import Quire

/// The cases of enumerations that carry nothing.
enum Cases {
    /// All values of a type.
    ///
    /// - Parameter type: Any type.
    /// - Returns: The values, or `nil` if the type does not tell them.
    static func all<T>(of type: T.Type) -> [T]? {
        if let listed = type as? any CaseIterable.Type { return list(listed) as? [T] }
        guard let (first, last) = PlainEnumeration.ends(of: type) else { return nil }
        let count = withUnsafeBytes(of: last) { $0.first ?? 0 }
        if count == 0 { return [first] }
        // Such an enumeration is stored as the number of its case, up to that of the last one.
        return (0...count).map { number in
            withUnsafeBytes(of: number) { $0.load(as: T.self) }
        }
    }

    private static func list<Listed: CaseIterable>(_ type: Listed.Type) -> Any? {
        let all = Array(type.allCases)
        return all.isEmpty ? nil : all
    }
}
