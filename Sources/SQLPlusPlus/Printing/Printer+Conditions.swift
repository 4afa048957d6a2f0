extension Printer {
    mutating func write(_ term: QuantifiedTerm) {
        write("\(term.quantifier.rawValue) \(Identifier.text(for: term.variable)) IN ")
        write(term.collection)
        write(" SATISFIES ")
        let isNew = scope.variables.insert(term.variable).inserted
        write(term.condition)
        if isNew { scope.variables.remove(term.variable) }
        write(" END")
    }

    /// Returns the text of a full-text index's name, preceded by the name of its source if there is
    /// one.
    static func text(forIndex index: String, of source: String?) -> String {
        PropertyPath((source.map { [.key($0)] } ?? []) + [.key(index)]).description
    }
}

extension TextCollation {
    /// The text of the collation after `COLLATE`.
    var text: String {
        var words: [String] = []
        if isUnicodeAware {
            words.append("UNICODE" + (locale.map { ":\(Identifier.text(for: $0))" } ?? ""))
        }
        if !isCaseSensitive { words.append("NOCASE") }
        if !isDiacriticSensitive { words.append("NODIAC") }
        if words.isEmpty { words.append("NOUNICODE") }
        return words.count == 1 ? words[0] : "(\(words.joined(separator: " ")))"
    }
}
