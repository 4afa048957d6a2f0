import Foundation
import Testing

@testable import QuireSearch

@Suite struct EnglishStemmerTests {
    // Output of the Snowball project's stemmer, release 2.2, for roots combined with every suffix
    // that it handles, and for all of its exceptions.
    static let stems: [(word: String, stem: String)] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures/english-stems.tsv")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map { line in
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
            return (String(parts[0]), String(parts[1]))
        }
    }()

    @Test func `a word has the same stem as in Snowball`() {
        let wrong = Self.stems.filter { word, stem in
            Stemmer.stem(of: word, in: .english) != stem
        }
        #expect(Self.stems.count > 1500 && wrong.map(\.word) == [])
    }

    @Test(arguments: [1, 61, 62, 1000])
    func `a word of any length has a stem`(length: Int) {
        let word = String(repeating: "ba", count: length)
        #expect(Stemmer.stem(of: word + "tting", in: .english) == word + "t")
    }
}
