#if PostgreSQL
    import Quire
    import Testing

    @testable import QuirePostgreSQL

    /// The words of texts, and the translation of `MATCH` for the server.
    @Suite struct MatchQueryTests {
        // MARK: Words

        @Test func `words are separated by everything but letters, digits and marks`() {
            let texts = [
                "Sea-view rooms, 120 m² – “quiet”": ["Sea", "view", "rooms", "120", "m²", "quiet"],
                "": [], " \n\t\0": [], "🏨🌊": [], "a🏨b": ["a", "b"],
                "cafe\u{301}s": ["cafe\u{301}s"],
                "\u{301}": [], "-\u{301}-x": ["x"], "海と山": ["海と山"], "it's": ["it", "s"],
                "हिन्दी": ["हिन्दी"], "O’Neill": ["O", "Neill"],
            ]
            for (text, words) in texts {
                #expect(TextWords.words(of: text).map(\.text) == words, "\(text)")
                for word in TextWords.words(of: text) {
                    let bytes = Array(text.utf8)[word.range]
                    #expect(String(decoding: bytes, as: UTF8.self) == word.text)
                }
            }
        }

        @Test func `separators are characters of the categories punctuation, symbol and control`() {
            let ranges = TextWords.separators
            #expect(
                zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
            for code in 0..<0x3000 as Range<UInt32> {
                guard let scalar = Unicode.Scalar(code) else { continue }
                let isListed = ranges.contains { $0.contains(code) }
                #expect(TextWords.isSeparator(scalar) == isListed)
                switch scalar.properties.generalCategory {
                case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter,
                    .otherLetter, .decimalNumber:
                    #expect(!isListed || code > 0x2000, "\(String(code, radix: 16))")
                default: #expect(code >= 0x100 || isListed || scalar.properties.numericType != nil)
                }
            }
        }

        // MARK: Queries

        static let queries: [(String, String?)] = [
            ("", nil), ("  ", nil), ("sea", "'sea'"), ("sea*", "'sea':*"),
            ("Sea-View", "('Sea' & 'View')"),
            ("sea view", "('sea' & 'view')"), ("sea AND view", "('sea' & 'view')"),
            ("sea OR view rooms", "('sea' | ('view' & 'rooms'))"),
            ("a OR b OR c", "('a' | 'b' | 'c')"), ("a b AND c", "('a' & 'b' & 'c')"),
            ("a NOT b", "('a' & !'b')"), ("a b NOT c d", "('a' & ('b' & !'c') & 'd')"),
            ("a NOT b NOT c", "(('a' & !'b') & !'c')"), ("\"sea view\"", "('sea' <-> 'view')"),
            ("\"sea vie*\"", "('sea' <-> 'vie':*)"), ("\"\"", nil), ("sea \"!\"", nil),
            ("sea OR \"!\"", "'sea'"), ("sea NOT \"!\"", "'sea'"), ("(sea)", "'sea'"),
            ("(a OR b) c", "(('a' | 'b') & 'c')"), ("a:b", "'b':A"), ("B:x*", "'x':*B"),
            ("b:\"x y\"", "('x':B <-> 'y':B)"), ("b: x", "'x':B"), ("c:d", "('c' & 'd')"),
            ("a NEAR/0 b", "(('a' <1> 'b') | ('b' <1> 'a'))"),
            (
                "a NEAR/0 \"b c\" NEAR/0 d",
                """
                ((('a' <1> ('b' <-> 'c')) | (('b' <-> 'c') <1> 'a')) \
                & ((('b' <-> 'c') <1> 'd') | ('d' <1> ('b' <-> 'c'))))
                """
            ),
            ("ORANGE ANDY NOTE NEARBY", "('ORANGE' & 'ANDY' & 'NOTE' & 'NEARBY')"),
            ("or and not", "('or' & 'and' & 'not')"), ("NEAR/x", "('NEAR' & 'x')"),
            ("a OR\"b\"", "('a' | 'b')"), ("a' | b", "('a' & 'b')"), ("\\a \\' b", "('a' & 'b')"),
            (String(repeating: "x", count: 1001), nil),
            ("a OR " + String(repeating: "é", count: 501), "'a'"),
        ]

        @Test(arguments: queries)
        func `a query is translated for the server`(query: String, text: String?) throws {
            let tree = try MatchQueryParser.parse(query, columns: ["a", "b"])
            #expect(tree.text(["A", "B"]) == text)
        }

        static let invalid: [(String, String)] = [
            ("\"sea", "missing closing quotation mark at character 1"),
            ("(sea", "missing closing parenthesis at character 5"),
            ("sea)", "unexpected parenthesis at character 4"),
            ("()", "missing word at character 2"),
            ("sea OR", "missing word at character 7"), ("OR sea", "missing word at character 1"),
            ("NOT sea", "missing word at character 1"),
            ("a AND OR b", "missing word at character 7"),
            ("a NEAR (b)", "NEAR takes words and phrases at character 8"),
            ("(a b) NEAR c", "NEAR takes words and phrases"),
            (String(repeating: "(", count: 5000), "too many parentheses at character 101"),
        ]

        @Test(arguments: invalid)
        func `the error of an invalid query has a reason and a position`(
            query: String, reason: String
        ) {
            let error = #expect(throws: QuireError.self) {
                try MatchQueryParser.parse(query, columns: [])
            }
            #expect(error?.code == .invalidQuery)
            #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
            #expect((error?.message.count ?? 0) < 1000)
        }
    }
#endif
