extension TurkishStemmer {
    /// Removes a chain of suffixes that ends in -ki, and returns whether the word has one.
    @discardableResult
    private mutating func removeChainBeforeKi() -> Bool {
        guard let beforeKi = ki(end) else { return false }
        if let start = dA(beforeKi) {
            word.truncate(to: start)
            if let start = lAr(end) {
                word.truncate(to: start)
                removeChainBeforeKi()
            } else if let start = possessive(end) {
                word.truncate(to: start)
                removePluralAndChain()
            }
            return true
        }
        if let start = nUn(beforeKi) {
            word.truncate(to: start)
            if let start = lArI(end) {
                word.truncate(to: start)
            } else if let start = possessive(end) ?? sU(end) {
                word.truncate(to: start)
                removePluralAndChain()
            } else {
                removeChainBeforeKi()
            }
            return true
        }
        guard let start = ndA(beforeKi) else { return false }
        return removeBeforeLocative(start)
    }

    /// Removes the suffixes that end at a position, together with the letters after it.
    private mutating func removeBeforeLocative(_ position: Int) -> Bool {
        if let start = lArI(position) {
            word.truncate(to: start)
            return true
        }
        if let start = sU(position) {
            word.truncate(to: start)
            removePluralAndChain()
            return true
        }
        return removeChainBeforeKi(at: position)
    }

    /// Removes a chain that ends in -ki at a position, and leaves the letters after it.
    private mutating func removeChainBeforeKi(at position: Int) -> Bool {
        let rest = Array(word.letters[position...])
        var beginning = TurkishStemmer(StemmedWord(Array(word.letters[..<position])))
        guard beginning.removeChainBeforeKi() else { return false }
        word = StemmedWord(beginning.word.letters + rest)
        return true
    }

    private mutating func removePluralAndChain() {
        guard let start = lAr(end) else { return }
        word.truncate(to: start)
        removeChainBeforeKi()
    }

    private mutating func removePossessiveAndPlural() -> Bool {
        guard let start = possessive(end) ?? sU(end) else { return false }
        word.truncate(to: start)
        removePluralAndChain()
        return true
    }

    /// Removes the suffixes of nouns.
    mutating func removeNounSuffixes() {
        if let start = lAr(end) {
            word.truncate(to: start)
            removeChainBeforeKi()
            return
        }
        if let start = ncA(end) {
            word.truncate(to: start)
            if let start = lArI(end) {
                word.truncate(to: start)
            } else if !removePossessiveAndPlural() {
                removePluralAndChain()
            }
            return
        }
        if let position = ndA(end) ?? nA(end), removeBeforeLocative(position) { return }
        if let position = ndAn(end) ?? nU(end) {
            if let start = sU(position) {
                word.truncate(to: start)
                removePluralAndChain()
                return
            }
            if lArI(position) != nil { return }
        }
        if let start = dAn(end) {
            word.truncate(to: start)
            if let start = possessive(end) {
                word.truncate(to: start)
                removePluralAndChain()
            } else if let start = lAr(end) {
                word.truncate(to: start)
                removeChainBeforeKi()
            } else {
                removeChainBeforeKi()
            }
            return
        }
        if let start = nUn(end) ?? ylA(end) {
            word.truncate(to: start)
            if let start = lAr(end) {
                word.truncate(to: start)
                if removeChainBeforeKi() { return }
            }
            if !removePossessiveAndPlural() { removeChainBeforeKi() }
            return
        }
        if let start = lArI(end) {
            word.truncate(to: start)
            return
        }
        if removeChainBeforeKi() { return }
        if let start = dA(end) ?? yU(end) ?? yA(end) {
            word.truncate(to: start)
            if let start = possessive(end) {
                word.truncate(to: start)
                if let start = lAr(end) { word.truncate(to: start) }
                removeChainBeforeKi()
            } else if let start = lAr(end) {
                word.truncate(to: start)
                removeChainBeforeKi()
            }
            return
        }
        _ = removePossessiveAndPlural()
    }
}
