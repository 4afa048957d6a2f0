/// The stop words of a language, which are frequent words that a full-text index omits.
///
/// The lists are part of the file format: a program with other lists would write different indexes.
package struct StopWords: Equatable {
    package static let english = StopWords(englishWords)
    package static let french = StopWords(frenchWords)

    private let words: Set<ShortWord>

    private init(_ text: String) {
        words = Set(text.split(whereSeparator: \.isWhitespace).compactMap { ShortWord($0.utf8) })
    }

    /// Returns the stop words of a language.
    ///
    /// - Parameter language: An ISO 639 code or an English name, in lowercase.
    /// - Returns: The stop words, or `nil` if there is no list for the language.
    package static func of(_ language: String) -> StopWords? {
        switch language {
        case "en", "english": english
        case "fr", "french": french
        default: nil
        }
    }

    /// Returns whether a word is a stop word.
    ///
    /// - Parameter word: The UTF-8 bytes of a word, folded.
    /// - Returns: `true` if the word is a stop word.
    package func contains(_ word: UnsafeRawBufferPointer) -> Bool {
        ShortWord(word).map(words.contains) ?? false
    }
}

/// A word of at most 16 bytes, which is enough for all words of the lists.
private struct ShortWord: Hashable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count <= 16 else { return nil }
        for byte in bytes {
            high = high << 8 | low >> 56
            low = low << 8 | UInt64(byte)
        }
    }
}

extension StopWords {
    // Contractions are not in the list, because the tokenizer splits words at an apostrophe.
    fileprivate static let englishWords = """
        a about above after again against all am an and any are as at be because been before being \
        below between both but by cannot could did do does doing down during each few for from \
        further had has have having he her here hers herself him himself his how i if in into is it \
        its itself me more most my myself no nor not of off on once only or other ought our ours \
        ourselves out over own same she should so some such than that the their theirs them \
        themselves then there these they this those through to too under until up very was we were \
        what when where which while who whom why with would you your yours yourself yourselves
        """

    // Words with accents match only in tables that distinguish accents.
    fileprivate static let frenchWords = """
        ai aie aient aies ait as au aura aurai auraient aurais aurait auras aurez auriez aurions \
        aurons auront aux avaient avais avait avec avez aviez avions avons ayant ayez ayons c ce \
        ceci cela celà ces cet cette d dans de des du elle en es est et eu eue eues eurent eus eusse \
        eussent eusses eussiez eussions eut eux eûmes eût eûtes furent fus fusse fussent fusses \
        fussiez fussions fut fûmes fût fûtes ici il ils j je l la le les leur leurs lui m ma mais me \
        mes moi mon même n ne nos notre nous on ont ou par pas pour qu que quel quelle quelles quels \
        qui s sa sans se sera serai seraient serais serait seras serez seriez serions serons seront \
        ses soi soient sois soit sommes son sont soyez soyons suis sur t ta te tes toi ton tu un une \
        vos votre vous y à étaient étais était étant étiez étions été étée étées étés êtes
        """
}
