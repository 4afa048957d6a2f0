/// The conversion of keys to snake case, with the rules of Foundation's coders.
enum SnakeCase {
    /// Returns a key in snake case.
    ///
    /// A word begins at an uppercase letter. In a sequence of uppercase letters, a word also begins
    /// at the last letter if a lowercase letter follows.
    package static func text(of key: String) -> String {
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

    /// Returns the key of a type for a stored key, or `nil` if the type has none.
    ///
    /// It is the key whose snake case is the stored key. A type that has keys for all names also has
    /// a key with the stored name itself.
    static func key<Key: CodingKey>(_ type: Key.Type, of stored: String) -> Key? {
        if let key = Key(stringValue: stored), text(of: key.stringValue) == stored { return key }
        if let keys = (type as? any CaseIterable.Type).map(allKeys) {
            return keys.lazy.compactMap { $0 as? Key }
                .first { text(of: $0.stringValue) == stored }
        }
        // A type that does not list its keys may have one for each possible spelling: image_url is the
        // snake case of imageUrl and of imageURL.
        for candidate in camelCases(of: stored) {
            if let key = Key(stringValue: candidate), text(of: key.stringValue) == stored {
                return key
            }
        }
        return KnownKeys.haveBytes(type) ? nil : Key(stringValue: stored)
    }

    private static func allKeys(_ type: any CaseIterable.Type) -> [Any] {
        func all<Keys: CaseIterable>(_ type: Keys.Type) -> [Any] { Array(type.allCases) }
        return all(type)
    }

    /// Returns a stored key in camel case, with each of the first words either capitalized or in
    /// uppercase.
    private static func camelCases(of stored: String) -> [String] {
        let leading = stored.prefix { $0 == "_" }
        let words = stored.dropFirst(leading.count).split(separator: "_")
        guard let first = words.first else { return [stored] }
        var texts = [leading + first]
        for (index, word) in words.dropFirst().enumerated() {
            // The number of texts doubles with each word.
            let forms = [word.capitalized] + (index < 5 ? [word.uppercased()] : [])
            texts = forms.flatMap { form in texts.map { $0 + form } }
        }
        return texts.map(String.init)
    }
}

extension Substring {
    /// The word with an uppercase first letter.
    fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
