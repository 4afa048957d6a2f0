import CSQLite
import QuireSearch

extension UnicodeTokenizer {
    /// Returns the words of a text that a table with the given options would index.
    ///
    /// - Parameters:
    ///   - text: The text, of at most 2 GB.
    ///   - options: The options of the table.
    /// - Returns: The words as they are written, with ASCII letters in lowercase, without stop
    ///   words. The list is empty if the text is longer than 2 GB or if SQLite does not support
    ///   full-text tables.
    package static func words(of text: String, _ options: TokenizerOptions) -> [String] {
        guard let unicode = FullTextTokenizers.unicode else { return [] }
        var tokenizer: UnsafeMutablePointer<quire_tokenizer>?
        guard
            create(unicode, removingDiacritics: options.removesDiacritics, &tokenizer) == SQLITE_OK,
            let tokenizer
        else { return [] }
        defer { _ = unicode.pointee.destroy(tokenizer) }
        var text = text
        return text.withUTF8 { bytes in
            guard let length = Int32(exactly: bytes.count) else { return [] }
            return bytes.withMemoryRebound(to: CChar.self) { characters in
                var cursor: UnsafeMutablePointer<quire_tokenizer_cursor>?
                guard
                    unicode.pointee.open(tokenizer, characters.baseAddress, length, &cursor)
                        == SQLITE_OK, let cursor
                else { return [] }
                cursor.pointee.tokenizer = tokenizer
                defer { _ = unicode.pointee.close(cursor) }
                var words: [String] = []
                var (word, count): (UnsafePointer<CChar>?, Int32) = (nil, 0)
                var (start, end, position): (Int32, Int32, Int32) = (0, 0, 0)
                while unicode.pointee.next(cursor, &word, &count, &start, &end, &position)
                    == SQLITE_OK
                {
                    let folded = UnsafeRawBufferPointer(start: word, count: Int(count))
                    guard options.stopWords?.contains(folded) != true else { continue }
                    words.append(
                        String(
                            decoding: bytes[Int(start)..<Int(end)].map(lowercased),
                            as: UTF8.self))
                }
                return words
            }
        }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }
}
