import Foundation
import Testing

@testable import QuireSearch

@Suite struct StemmerTests {
    /// Output of the Snowball project's stemmers, release 2.2, for words and for random letters with
    /// the suffixes of each language.
    ///
    /// The lists leave out words for which the release differs from the one in Couchbase Lite. In the
    /// Hungarian words, õ and û replace ő and ű, and the Finnish stem of `hal9000` is that of the
    /// earlier release.
    static let stems: [FullTextLanguage: [(word: String, stem: String)]] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures/stems.tsv")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        var stems: [FullTextLanguage: [(word: String, stem: String)]] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(
                String.init)
            guard let language = FullTextLanguage(rawValue: parts[0]) else { continue }
            stems[language, default: []].append((parts[1], parts[2]))
        }
        return stems
    }()

    @Test(arguments: FullTextLanguage.allCases.filter { $0 != .english })
    func `a word has the same stem as in Snowball`(language: FullTextLanguage) throws {
        let stems = try #require(Self.stems[language])
        let wrong = stems.filter { word, expected in
            !Stemmer.stem(of: word, in: language).unicodeScalars.elementsEqual(
                expected.unicodeScalars)
        }
        #expect(stems.count > 120 && wrong.map(\.word) == [])
    }

    /// Words whose stems differ between releases of the stemmers.
    @Test(arguments: [
        (FullTextLanguage.portuguese, "antropologías", "antropolog"),
        (.portuguese, "distribuciones", "distribu"), (.russian, "ёлками", "ёлкам"),
        (.danish, "space1999", "space199"), (.finnish, "hal9000", "hal900"),
        (.hungarian, "szobáról", "szob"), (.french, "naïve", "naïv"),
    ])
    func `stems match the release in Couchbase Lite`(
        language: FullTextLanguage, word: String, expected: String
    ) {
        #expect(Stemmer.stem(of: word, in: language) == expected)
    }

    @Test(arguments: FullTextLanguage.allCases)
    func `any word has a stem`(language: FullTextLanguage) {
        let words = [
            "", "a", "y", "ß", "é", "ă", "12", "\u{301}", "🌊", "aa", "yy", "ie", "s", "ki", "q",
            "uu", "海辺", "\u{FFFD}", "ı", "ад", "а", "niss", "gu", "heid", "en", "st", "й",
            String(repeating: "ы", count: 3_000), String(repeating: "ab", count: 31) + "d",
            String(repeating: "ed", count: 32), String(repeating: "s", count: 60_000),
            String(repeating: "ß", count: 60_000), String(repeating: "ã", count: 60_000),
        ]
        for word in words {
            #expect(Stemmer.stem(of: word, in: language).utf8.count <= word.utf8.count + 2)
        }
    }

    @Test func `a word that consists of suffixes does not overflow the stack`() async {
        let stem = await withCheckedContinuation { continuation in
            let thread = Thread {
                let word = "ev" + String(repeating: "lerdeki", count: 20_000)
                continuation.resume(returning: Stemmer.stem(of: word, in: .turkish))
            }
            thread.stackSize = 512 * 1024
            thread.start()
        }
        #expect(stem.hasPrefix("evlerdeki"))
    }

    @Test(arguments: [
        ("evler", "ev"), ("ev" + String(repeating: "lerdeki", count: 10), "ev"),
    ])
    func `a Turkish word can have many suffixes`(word: String, stem: String) {
        #expect(Stemmer.stem(of: word, in: .turkish) == stem)
    }

    @Test func `a language has a code and a name`() throws {
        for language in FullTextLanguage.allCases {
            for argument in ["stemmer=\(language.rawValue)", "stemmer=\(language)"] {
                #expect(try TokenizerOptions([argument]).stemmer == language)
            }
        }
        #expect(throws: TokenizerOptions.Unavailable.self) { try TokenizerOptions(["stemmer=nb"]) }
    }
}
