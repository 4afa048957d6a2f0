#if PostgreSQL
    import Fleece
    import QuireModels
    import SQLPlusPlus

    /// The words of documents that full-text searches found.
    ///
    /// Quire separates the words of the texts, and the server returns their lexemes, such as `view` for
    /// `Views`. A word is found if its lexeme is that of a word of the search, or begins with it if the
    /// word is a prefix. The words of a phrase are found next to each other.
    struct FoundWords {
        /// The text of an indexed property of a document.
        private struct Text {
            let property: Int
            let text: String
            let words: [TextWords.Word]
        }

        /// The texts with found words, for each document.
        private(set) var texts: [[HighlightedText]]

        /// Finds the words.
        ///
        /// - Parameters:
        ///   - searches: The indexes and the queries.
        ///   - bodies: The bodies of the documents.
        ///   - lexemes: A closure that returns the lexemes of words in an index.
        /// - Throws: The errors of the closure.
        init(
            _ searches: [(index: TextIndex, query: MatchQuery)], in bodies: [FleeceDictionary],
            lexemes: (TextIndex, [String]) throws -> [String]
        ) throws {
            texts = Array(repeating: [], count: bodies.count)
            for (index, query) in searches {
                let documents = bodies.map { Self.texts(of: index.properties, in: $0) }
                let known = try Lexemes(
                    of: documents.joined().lazy.flatMap(\.words).map(\.text)
                        + query.phrases.flatMap(\.words).map(\.text)
                ) { try lexemes(index, $0) }
                for (number, document) in documents.enumerated() {
                    for text in document {
                        let ranges = Self.ranges(of: query, in: text, known)
                        guard !ranges.isEmpty else { continue }
                        texts[number].append(
                            HighlightedText(
                                text.text, of: index.names[text.property], highlighting: ranges))
                    }
                }
            }
        }

        private static func texts(
            of properties: [PropertyPath], in body: FleeceDictionary
        ) -> [Text] {
            properties.enumerated().compactMap { number, path in
                guard let value = body.value.value(at: path.fleecePath),
                    let text = FullTextIndexConfiguration.text(of: value)
                else { return nil }
                return Text(property: number, text: text, words: TextWords.words(of: text))
            }
        }

        // MARK: Searching

        /// Returns the ranges of the words that a query finds.
        private static func ranges(
            of query: MatchQuery, in text: Text, _ lexemes: Lexemes
        ) -> [Range<Int>] {
            let words = text.words.map { lexemes[$0.text] }
            var found: Set<Int> = []
            for part in query.phrases {
                switch part {
                case .phrase(let phrase):
                    for start in starts(of: phrase, in: words, text.property, lexemes) {
                        found.formUnion(start..<start + phrase.words.count)
                    }
                case .near(let phrases, let distances):
                    let starts = phrases.map {
                        self.starts(of: $0, in: words, text.property, lexemes)
                    }
                    for (number, start) in near(phrases, starts: starts, distances: distances) {
                        found.formUnion(start..<start + phrases[number].words.count)
                    }
                default: break
                }
            }
            return found.sorted().filter { !lexemes.isStopWord(text.words[$0].text) }
                .map { text.words[$0].range }
        }

        /// Returns the numbers of the words at which a phrase begins.
        private static func starts(
            of phrase: MatchQuery.Phrase, in words: [[Substring]], _ property: Int,
            _ lexemes: Lexemes
        ) -> [Int] {
            let searched = phrase.words.map { (lexemes[$0.text], $0.isPrefix) }
            guard phrase.column == nil || phrase.column == property,
                searched.contains(where: { !$0.0.isEmpty }), words.count >= searched.count
            else { return [] }
            return (0...words.count - searched.count).filter { start in
                searched.enumerated().allSatisfy { offset, word in
                    // The server ignores stop words.
                    word.0.isEmpty
                        || words[start + offset].contains { lexeme in
                            word.0.contains { word.1 ? lexeme.hasPrefix($0) : lexeme == $0 }
                        }
                }
            }
        }

        /// Returns the phrases that have the next one and the preceding one near them.
        private static func near(
            _ phrases: [MatchQuery.Phrase], starts: [[Int]], distances: [Int]
        ) -> [(Int, Int)] {
            var found: [(Int, Int)] = []
            for (number, distance) in distances.enumerated() {
                let seconds = starts[number + 1]
                let reach = phrases[number + 1].words.count + distance
                var begin = 0
                for first in starts[number] {
                    // Both lists are sorted.
                    while begin < seconds.count, seconds[begin] < first - reach { begin += 1 }
                    for second in seconds[begin...] {
                        if second > first + phrases[number].words.count + distance { break }
                        let gap =
                            first < second
                            ? second - first - phrases[number].words.count
                            : first - second - phrases[number + 1].words.count
                        guard (0...distance).contains(gap) else { continue }
                        found += [(number, first), (number + 1, second)]
                    }
                }
            }
            return found
        }
    }

    extension PropertyPath {
        fileprivate var fleecePath: FleecePath {
            FleecePath(
                components.map { component in
                    switch component {
                    case .key(let key): .key(FleeceKey(key))
                    case .index(let index): .index(index)
                    }
                })
        }
    }

    extension MatchQuery {
        /// The words of a phrase or of phrases near each other.
        fileprivate var words: [Word] {
            switch self {
            case .phrase(let phrase): phrase.words
            case .near(let phrases, _): phrases.flatMap(\.words)
            default: []
            }
        }
    }

    /// The lexemes of words.
    private struct Lexemes {
        /// The maximum number of words in one statement.
        private static let countLimit = 20_000

        private var lexemes: [ExactString: [Substring]] = [:]

        init(of words: some Sequence<String>, _ read: ([String]) throws -> [String]) throws {
            // A longer word is not indexed.
            let unique = Array(
                Set(words.filter { $0.utf8.count <= TextWords.maximumLength }.map(ExactString.init))
            )
            for start in stride(from: 0, to: unique.count, by: Self.countLimit) {
                let part = unique[start..<min(start + Self.countLimit, unique.count)]
                for (word, text) in zip(part, try read(part.map(\.text))) {
                    lexemes[word] = text.split(separator: " ")
                }
            }
        }

        subscript(word: String) -> [Substring] { lexemes[ExactString(word)] ?? [] }

        func isStopWord(_ word: String) -> Bool { self[word].isEmpty }
    }
#endif
