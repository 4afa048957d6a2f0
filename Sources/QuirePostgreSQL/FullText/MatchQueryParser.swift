#if PostgreSQL
    import QuireModels

    /// A parser of the syntax of `MATCH`.
    ///
    /// From the strongest to the weakest: words, `prefix*`, `"phrases"`, `property:word` and
    /// parentheses; `NEAR` and `NEAR/4`; `NOT`, which takes two operands; `AND`, which can be omitted;
    /// `OR`. Operators are in uppercase. Other characters separate words.
    struct MatchQueryParser {
        /// The maximum number of words.
        private static let wordLimit = 4096
        /// The maximum nesting depth of parentheses.
        private static let depthLimit = 100
        /// The maximum distance of `NEAR`.
        private static let distanceLimit = 50
        /// The distance of `NEAR` without a number.
        private static let defaultDistance = 10

        private enum Token: Equatable {
            case phrase(MatchQuery.Phrase)
            /// A phrase that no text contains.
            case nothing
            case open
            case close
            case and
            case or
            case not
            case near(Int)
            case end
        }

        private let text: String
        private let scalars: [Unicode.Scalar]
        private let columns: [[Unicode.Scalar]]
        /// The position after the current token.
        private var position = 0
        private var token = Token.end
        /// The position of the current token.
        private var start = 0
        private var wordCount = 0
        private var depth = 0

        private init(_ text: String, _ columns: [String]) {
            self.text = text
            scalars = Array(text.unicodeScalars)
            self.columns = columns.map { Array($0.unicodeScalars) }
        }

        /// Parses a query.
        ///
        /// - Parameters:
        ///   - text: The query.
        ///   - columns: The names of the indexed properties.
        /// - Returns: The query as a tree.
        /// - Throws: `QuireError` with code `invalidQuery` if the query is not valid,
        ///   `unsupportedOperation` if the server cannot compute it.
        static func parse(_ text: String, columns: [String]) throws -> MatchQuery {
            var parser = MatchQueryParser(text, columns)
            try parser.advance()
            if parser.token == .end { return .nothing }
            let query = try parser.disjunction()
            guard parser.token == .end else { throw parser.invalid("unexpected parenthesis") }
            return query
        }

        // MARK: Operators

        private mutating func disjunction() throws -> MatchQuery {
            var query = try conjunction()
            while token == .or {
                try advance()
                query = query.or(try conjunction())
            }
            return query
        }

        private mutating func conjunction() throws -> MatchQuery {
            var query = try exclusion()
            while true {
                switch token {
                case .and: try advance()
                case .phrase, .nothing, .open: break
                default: return query
                }
                query = query.and(try exclusion())
            }
        }

        private mutating func exclusion() throws -> MatchQuery {
            var query = try proximity()
            while token == .not {
                try advance()
                query = query.not(try proximity())
            }
            return query
        }

        private mutating func proximity() throws -> MatchQuery {
            let first = try operand()
            guard case .near = token else { return first }
            var operands = [first]
            var distances: [Int] = []
            while case .near(let distance) = token {
                distances.append(distance)
                try advance()
                if token == .open { throw invalid("NEAR takes words and phrases") }
                operands.append(try operand())
            }
            var phrases: [MatchQuery.Phrase] = []
            for operand in operands {
                switch operand {
                case .phrase(let phrase): phrases.append(phrase)
                case .nothing: return .nothing
                default: throw invalid("NEAR takes words and phrases")
                }
            }
            return .near(phrases, distances: distances)
        }

        private mutating func operand() throws -> MatchQuery {
            switch token {
            case .phrase(let phrase):
                try advance()
                return .phrase(phrase)
            case .nothing:
                try advance()
                return .nothing
            case .open:
                depth += 1
                guard depth <= Self.depthLimit else { throw invalid("too many parentheses") }
                try advance()
                let query = try disjunction()
                guard token == .close else { throw invalid("missing closing parenthesis") }
                depth -= 1
                try advance()
                return query
            default: throw invalid("missing word")
            }
        }

        // MARK: Tokens

        private mutating func advance() throws {
            while position < scalars.count {
                start = position
                switch scalars[position] {
                case "\"":
                    token = try phrase(nil)
                    return
                case "(", ")":
                    token = scalars[position] == "(" ? .open : .close
                    position += 1
                    return
                default: break
                }
                if let operation = try operation() {
                    token = operation
                    return
                }
                let column = column()
                if column != nil, position < scalars.count, scalars[position] == "\"" {
                    token = try phrase(column)
                    return
                }
                if let word = try word(column) {
                    token = word
                    return
                }
            }
            start = scalars.count
            token = .end
        }

        /// Reads an operator.
        private mutating func operation() throws -> Token? {
            if accept("OR") { return .or }
            if accept("AND") { return .and }
            if accept("NOT") { return .not }
            if accept("NEAR") { return .near(Self.defaultDistance) }
            guard scalars[position...].starts(with: "NEAR/".unicodeScalars) else { return nil }
            let digits = scalars[(position + 5)...].prefix { ("0"..."9").contains($0) }
            guard !digits.isEmpty, isEnd(digits.endIndex) else { return nil }
            let number = String(String.UnicodeScalarView(digits))
            guard let distance = Int(number), distance <= Self.distanceLimit else {
                throw QuireError(
                    .unsupportedOperation,
                    """
                    The engine PostgreSQL cannot search for NEAR/\(number). The maximum distance is \
                    \(Self.distanceLimit).
                    """)
            }
            position = digits.endIndex
            return .near(distance)
        }

        private mutating func accept(_ keyword: String) -> Bool {
            let end = position + keyword.unicodeScalars.count
            guard scalars[position...].starts(with: keyword.unicodeScalars), isEnd(end) else {
                return false
            }
            position = end
            return true
        }

        /// Returns whether a keyword can end before a position.
        private func isEnd(_ position: Int) -> Bool {
            guard position < scalars.count else { return true }
            return ["\"", "(", ")"].contains(scalars[position])
                || scalars[position].properties.isWhitespace
        }

        /// Reads the name of a property and a colon.
        private mutating func column() -> Int? {
            for (number, name) in columns.enumerated() {
                let end = position + name.count
                guard end < scalars.count, scalars[end] == ":",
                    zip(name, scalars[position...]).allSatisfy({
                        $0 == $1 || $0.properties.lowercaseMapping == $1.properties.lowercaseMapping
                    })
                else { continue }
                position = end + 1
                return number
            }
            return nil
        }

        /// Reads a word, or skips the separators up to the next token.
        private mutating func word(_ column: Int?) throws -> Token? {
            while position < scalars.count, TextWords.isSeparator(scalars[position]) {
                if ["\"", "(", ")"].contains(scalars[position]) { return nil }
                if scalars[position] == "^", position + 1 < scalars.count,
                    !TextWords.isSeparator(scalars[position + 1])
                {
                    throw QuireError(
                        .unsupportedOperation,
                        """
                        The engine PostgreSQL cannot search for ^, the first word of a text, as in \
                        \(text.debugDescription).
                        """)
                }
                position += 1
                // A keyword or the name of a property can follow.
                if column == nil { return nil }
            }
            let first = position
            while position < scalars.count, !TextWords.isSeparator(scalars[position]) {
                position += 1
            }
            let end = position
            let isPrefix = position < scalars.count && scalars[position] == "*"
            if isPrefix { position += 1 }
            let part = String(String.UnicodeScalarView(scalars[first..<end]))
            guard let word = TextWords.words(of: part).first else { return nil }
            return try token([.init(text: word.text, isPrefix: isPrefix)], column)
        }

        /// Reads a phrase in quotation marks.
        private mutating func phrase(_ column: Int?) throws -> Token {
            let first = position + 1
            guard let end = scalars[first...].firstIndex(of: "\"") else {
                throw invalid("missing closing quotation mark")
            }
            position = end + 1
            let part = String(String.UnicodeScalarView(scalars[first..<end]))
            let bytes = Array(part.utf8)
            return try token(
                TextWords.words(of: part).map { word in
                    let end = word.range.upperBound
                    return .init(
                        text: word.text,
                        isPrefix: end < bytes.count && bytes[end] == UInt8(ascii: "*"))
                }, column)
        }

        private mutating func token(_ words: [MatchQuery.Word], _ column: Int?) throws -> Token {
            wordCount += words.count
            guard wordCount <= Self.wordLimit else {
                throw invalid("more than \(Self.wordLimit) words")
            }
            let isFound = words.allSatisfy { $0.text.utf8.count <= TextWords.maximumLength }
            return words.isEmpty || !isFound
                ? .nothing : .phrase(.init(words: words, column: column))
        }

        private func invalid(_ reason: String) -> QuireError {
            let excerpt = text.count > 200 ? text.prefix(200) + "…" : text[...]
            return QuireError(
                .invalidQuery,
                """
                \(String(excerpt).debugDescription) is not a valid full-text expression: \(reason) at \
                character \(start + 1). Search for its words without as: .expression, or check its \
                quotation marks, parentheses and operators.
                """)
        }
    }
#endif
