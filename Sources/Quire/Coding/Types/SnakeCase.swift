/// The conversion of keys to snake case, with the rules of Foundation's coders.
enum SnakeCase {
    /// Returns a key in snake case.
    ///
    /// A word begins at an uppercase letter. In a sequence of uppercase letters, a word also begins
    /// at the last letter if a lowercase letter follows.
    static func text(of key: String) -> String {
        let characters = Array(key)
        var text = ""
        for (index, character) in characters.enumerated() {
            guard character.isUppercase, index > 0 else {
                text += character.lowercased()
                continue
            }
            let followsSmall = !characters[index - 1].isUppercase
            let precedesSmall =
                index + 1 < characters.count && characters[index + 1].isLowercase
            if characters[index - 1] != "_", followsSmall || precedesSmall { text += "_" }
            text += character.lowercased()
        }
        return text
    }

    /// Returns the key of a type whose snake case is a stored key, or `nil` if the type has none.
    static func key<Key: CodingKey>(_ type: Key.Type, of stored: String) -> Key? {
        if let key = Key(stringValue: stored), text(of: key.stringValue) == stored { return key }
        if let keys = (type as? any CaseIterable.Type).map(allKeys) {
            return keys.lazy.compactMap { $0 as? Key }
                .first { text(of: $0.stringValue) == stored }
        }
        // If the type does not list its keys, convert the stored key to camel case. The result is
        // valid only if its snake case is the stored key.
        return Key(stringValue: camelCase(of: stored))
            .flatMap { text(of: $0.stringValue) == stored ? $0 : nil }
    }

    private static func allKeys(_ type: any CaseIterable.Type) -> [Any] {
        func all<Keys: CaseIterable>(_ type: Keys.Type) -> [Any] { Array(type.allCases) }
        return all(type)
    }

    private static func camelCase(of stored: String) -> String {
        let leading = stored.prefix { $0 == "_" }
        let words = stored.dropFirst(leading.count).split(separator: "_")
        guard let first = words.first else { return stored }
        return leading + first + words.dropFirst().map(\.capitalized).joined()
    }
}

extension Substring {
    /// The word with an uppercase first letter.
    fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
