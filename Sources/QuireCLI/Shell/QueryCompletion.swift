import Fleece
import Quire
import QuireInspection

/// Completion of words in a query: keywords, functions, collections and keys.
struct QueryCompletion {
    private static let keywords = [
        "AND", "ANY", "AS", "ASC", "BETWEEN", "BY", "CASE", "COLLATE", "DESC", "DISTINCT", "ELSE",
        "END", "EVERY", "FALSE", "FROM", "GROUP", "HAVING", "IN", "IS", "JOIN", "LEFT", "LIKE",
        "LIMIT", "MISSING", "NOT", "NULL", "OFFSET", "ON", "OR", "ORDER", "SATISFIES", "SELECT",
        "THEN", "TRUE", "UNNEST", "VALUED", "WHEN", "WHERE", "META()",
    ]

    /// The beginnings of calls, which are complete without arguments.
    private static let calls = QueryFunction.all.sorted { $0.key < $1.key }
        .map { name, function in name + (function.argumentCounts == 0...0 ? "()" : "(") }

    /// The number of documents per collection that are searched for keys.
    private static let sampleSize = 100
    private static let depth = 3

    private let collections: [String]
    /// The keys; nested keys are paths.
    let keys: [String]

    /// Reads collections and keys from a database; errors are ignored.
    init(_ database: any DocumentDatabase, bundle: BundlePath? = nil) {
        let all = (try? database.stores()) ?? []
        collections = ["_"] + all.map { CollectionOption.name(of: $0) }
        var keys: Set<String> = []
        if let bundle, let reader = try? bundle.reader() {
            keys.formUnion((try? reader.sharedKeyNames()) ?? [])
        }
        for collection in all { Self.addKeys(of: collection, to: &keys) }
        self.keys = keys.sorted()
    }

    init(collections: [String], keys: [String]) {
        self.collections = collections
        self.keys = keys.sorted()
    }

    private struct Enough: Error {}

    private static func addKeys(of collection: any DocumentStore, to keys: inout Set<String>) {
        var rest = sampleSize
        try? collection.forEachRecord(onDamage: { _, _ in }) { document in
            addKeys(of: document.body, "", depth, to: &keys)
            rest -= 1
            if rest == 0 { throw Enough() }
        }
    }

    private static func addKeys(
        of dictionary: FleeceDictionary, _ path: String, _ depth: Int, to keys: inout Set<String>
    ) {
        for (key, value) in dictionary {
            let name = path + quoted(key)
            keys.insert(name)
            if depth > 1, let inner = value.dictionary {
                addKeys(of: inner, name + ".", depth - 1, to: &keys)
            }
        }
    }

    /// Returns a key in query syntax: in backticks, unless it is a plain identifier.
    private static func quoted(_ key: String) -> String {
        let isPlain =
            key.first.map { $0.isLetter || $0 == "_" } ?? false
            && key.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        return isPlain ? key : "`\(key.replacing("`", with: "``"))`"
    }

    /// Returns the completions of the last word of a text.
    ///
    /// - Parameter text: The text before the cursor.
    /// - Returns: The index of the word's first character, and the sorted completions.
    func words(for text: String) -> (start: Int, words: [String]) {
        let word = String(text.reversed().prefix { Self.isPartOfWord($0) }.reversed())
        let before = text.dropLast(word.count)
        let start = before.count
        if Self.isInString(before) { return (start, []) }
        if before.isEmpty, word.hasPrefix(".") {
            return (start, Self.matching(ShellCommand.names, word))
        }
        guard !word.isEmpty || Self.expectsCollection(before) else { return (start, []) }
        if Self.expectsCollection(before) { return (start, Self.matching(collections, word)) }
        return (start, Self.matching(keys, word) + Self.matching(Self.keywords + Self.calls, word))
    }

    private static func matching(_ words: [String], _ beginning: String) -> [String] {
        let beginning = beginning.lowercased()
        return words.filter { $0.lowercased().hasPrefix(beginning) }
    }

    /// Returns whether a text ends within a string.
    private static func isInString(_ text: Substring) -> Bool {
        var quote: Character?
        for character in text {
            if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
            }
        }
        return quote != nil
    }

    private static func expectsCollection(_ text: Substring) -> Bool {
        let last = text.split(whereSeparator: \.isWhitespace).last?.uppercased()
        return text.last?.isWhitespace ?? false && (last == "FROM" || last == "JOIN")
    }

    private static func isPartOfWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "_.`-%".contains(character)
    }
}
