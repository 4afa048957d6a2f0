import Foundation
import Testing

@testable import QuireFullText

@Suite struct EnglishStemmerTests {
    // Output of the Snowball project's stemmer, release 2.2, for roots combined with every suffix
    // that
    // it handles, and for all of its exceptions.
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
        let buffer = WordBuffer()
        let wrong = Self.stems.filter { word, stem in
            let found = Array(word.utf8).withUnsafeBytes { bytes in
                withExtendedLifetime(buffer) {
                    String(decoding: buffer.stem(bytes, .english), as: UTF8.self)
                }
            }
            return found != stem
        }
        #expect(Self.stems.count > 1500 && wrong.map(\.word) == [])
    }

    @Test(arguments: [1, 61, 62, 1000])
    func `a word of any length has a stem`(length: Int) {
        let buffer = WordBuffer()
        let word = Array((String(repeating: "ba", count: length) + "tting").utf8)
        let stem = word.withUnsafeBytes { bytes in
            withExtendedLifetime(buffer) { Array(buffer.stem(bytes, .english)) }
        }
        #expect(stem == Array((String(repeating: "ba", count: length) + "t").utf8))
    }
}
