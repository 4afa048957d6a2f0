#if PostgreSQL
    /// A query in the syntax of `MATCH`, as a tree.
    ///
    /// `sea OR "quiet room" NOT rail*` is the tree on the left, and the text on the right for the
    /// function `to_tsquery` of the server:
    ///
    /// ```text
    /// any(sea, difference(quiet room, rail*))    ('sea' | (('quiet' <-> 'room') & !'rail':*))
    /// ```
    indirect enum MatchQuery: Hashable {
        /// A word of a phrase.
        struct Word: Hashable {
            let text: String
            let isPrefix: Bool
        }

        /// Words next to each other.
        struct Phrase: Hashable {
            let words: [Word]
            /// The number of the property that contains the words, or `nil` for any property.
            let column: Int?
        }

        /// A query that matches no text.
        case nothing
        case phrase(Phrase)
        /// Phrases with at most a number of words between each one and the next, in either order.
        case near([Phrase], distances: [Int])
        case all([MatchQuery])
        case any([MatchQuery])
        case difference(MatchQuery, MatchQuery)

        /// Returns the conjunction of two queries.
        func and(_ other: MatchQuery) -> MatchQuery {
            if self == .nothing || other == .nothing { return .nothing }
            if case .all(let queries) = self { return .all(queries + [other]) }
            return .all([self, other])
        }

        /// Returns the disjunction of two queries.
        func or(_ other: MatchQuery) -> MatchQuery {
            if self == .nothing { return other }
            if other == .nothing { return self }
            if case .any(let queries) = self { return .any(queries + [other]) }
            return .any([self, other])
        }

        /// Returns the query for texts that match this query and not another one.
        func not(_ other: MatchQuery) -> MatchQuery {
            self == .nothing || other == .nothing ? self : .difference(self, other)
        }

        /// The phrases that a found text can contain, for highlighting them.
        var phrases: [MatchQuery] {
            switch self {
            case .nothing: []
            case .phrase, .near: [self]
            case .all(let queries), .any(let queries): queries.flatMap(\.phrases)
            case .difference(let query, _): query.phrases
            }
        }

        // MARK: The server's syntax

        /// Returns the query for the function `to_tsquery`.
        ///
        /// - Parameter labels: The labels of the properties' words in the index, or an empty list
        ///   if the index has one property.
        /// - Returns: The query, or `nil` if it matches nothing.
        func text(_ labels: [String]) -> String? {
            switch self {
            case .nothing: nil
            case .phrase(let phrase): Self.text(phrase, labels)
            case .near(let phrases, let distances):
                Self.joined(
                    zip(zip(phrases, phrases.dropFirst()), distances).map {
                        Self.near($0.0.0, $0.0.1, distance: $0.1, labels: labels)
                    }, by: "&")
            case .all(let queries):
                Self.joined(queries.compactMap { $0.text(labels) }, by: "&")
            case .any(let queries):
                Self.joined(queries.compactMap { $0.text(labels) }, by: "|")
            case .difference(let query, let excluded):
                "(\(query.text(labels) ?? "") & !\(excluded.text(labels) ?? ""))"
            }
        }

        private static func text(_ phrase: Phrase, _ labels: [String]) -> String {
            let label = phrase.column.map { labels.isEmpty ? "" : labels[$0] } ?? ""
            // Words contain no quotation marks or backslashes, because these separate words.
            let words = phrase.words.map { word in
                let suffix = (word.isPrefix ? "*" : "") + label
                return suffix.isEmpty ? "'\(word.text)'" : "'\(word.text)':\(suffix)"
            }
            return words.count == 1 ? words[0] : "(\(words.joined(separator: " <-> ")))"
        }

        /// Returns the text for two phrases with at most a number of words between them.
        private static func near(
            _ first: Phrase, _ second: Phrase, distance: Int, labels: [String]
        ) -> String {
            let (first, second) = (text(first, labels), text(second, labels))
            return joined(
                (1...distance + 1).flatMap {
                    ["(\(first) <\($0)> \(second))", "(\(second) <\($0)> \(first))"]
                }, by: "|")
        }

        /// Joins operands as a balanced tree, because the server processes trees recursively.
        private static func joined(_ operands: [String], by operation: String) -> String {
            guard operands.count > 1 else { return operands.first ?? "" }
            if operands.count <= 8 { return "(\(operands.joined(separator: " \(operation) ")))" }
            let middle = operands.count / 2
            let left = joined(Array(operands[..<middle]), by: operation)
            let right = joined(Array(operands[middle...]), by: operation)
            return "(\(left) \(operation) \(right))"
        }
    }
#endif
