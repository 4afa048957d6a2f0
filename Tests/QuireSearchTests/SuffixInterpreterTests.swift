import Testing

@testable import QuireSearch

@Suite struct SuffixInterpreterTests {
    @Test(arguments: [
        (".", "box", "bo"), (".", "", ""), ("V", "boa", "bo"), ("V", "box", "box"),
        ("C", "box", "bo"), ("C", "boa", "boa"), ("A", "box", "bo"),
        ("A", "caf\u{E9}", "caf\u{E9}"),
        ("[xy]", "box", "bo"), ("[xy]", "bob", "bob"), ("[^xy]", "bob", "bo"),
        ("[^xy]", "box", "box"), ("[^xy]", "", ""), ("..V", "bossy", "bo"), ("..V", "brr", "brr"),
        ("..[bs]", "bossy", "boss"), ("-ing", "going", "go"), ("-ing", "gong", "gong"),
        ("-s,es", "boxes", "box"), ("-es", "s", "s"), ("double", "hopp", "hop"),
        ("double", "hop", "hop"), ("double", "p", "p"), ("-s -e", "axes", "ax"),
    ])
    func `an item moves the cursor past certain letters`(
        item: String, word: String, stem: String
    ) {
        let rules = SuffixRules("vowels = aeiou\nstem = \(item) delete")
        #expect(rules.stem(of: word) == stem)
    }

    @Test(arguments: [
        ("-ies 'y'", "flies", "fly"), ("-um 'alium'", "um", "alium"), ("'e'", "hop", "hope"),
        ("-ing keep -p delete", "hopping", "hoping"), ("-ing keep -p 'tt'", "hoping", "hotting"),
        ("-s delete fail", "hops", "hop"), ("-s fail delete", "hops", "hops"),
    ])
    func `an item changes the letters after the cursor`(
        action: String, word: String, stem: String
    ) {
        #expect(SuffixRules("stem = \(action)").stem(of: word) == stem)
    }

    @Test(arguments: [
        ("-s delete | -t delete", "hat", "ha"), ("-s delete | -t delete", "hats", "hat"),
        ("-s delete fail | -t 'd'", "hats", "had"), ("-s -s delete | -ts delete", "hats", "ha"),
        ("-s delete; -t delete", "hats", "ha"), ("-x delete; -t delete", "hat", "ha"),
        ("-s; -s delete", "hats", "hat"), ("-s keep -t delete; -as delete", "hats", "h"),
        ("-s delete (-t delete)?", "hats", "ha"), ("-s delete (-t delete)?", "has", "ha"),
        ("(-s -x)? delete", "hats", "hats"), ("&-s . . delete", "hats", "ha"),
        ("&-s delete", "hats", "hats"), ("&-t delete | -s delete", "hats", "hat"),
        ("!-s . delete", "hats", "hats"), ("!-t . delete", "hats", "hat"),
        ("-s (-t | -r) delete", "hats", "ha"), ("-s (-t | -r) delete", "hars", "ha"),
        ("-s (-t | -r) delete", "hads", "hads"), ("-at (-t delete; -a delete)", "hat", "h"),
    ])
    func `actions are combined`(action: String, word: String, stem: String) {
        #expect(SuffixRules("stem = \(action)").stem(of: word) == stem)
    }

    @Test(arguments: [
        ("R1 = ..V ..C .", "abs", "ab"), ("R1 = ..V ..C .", "bas", "bas"),
        ("R1 = ..V .\nR2 = R1 ..V .", "baas", "baa"), ("R1 = ..V .\nR2 = R1 ..V .", "bas", "bas"),
        ("R1 = V C | C V", "abs", "ab"), ("R1 = V C | C V", "bbs", "bbs"),
        ("R1 = in,inter-", "inters", "inter"), ("R1 = in,inter-", "ins", "in"),
        ("R1 = in,inter-", "outs", "outs"), ("R1 = &(A A) V . | .", "as", "as"),
        ("R1 = &(A A) V . | .", "és", "é"),
        ("R1 = !V .", "s", "s"), ("RV = . . .", "bass", "bas"), ("RV = . . .", "bas", "bas"),
    ])
    func `a region begins where its action ends`(regions: String, word: String, stem: String) {
        let region = regions.contains("R2") ? "R2" : regions.contains("RV") ? "RV" : "R1"
        let rules = SuffixRules("vowels = aeiou\n\(regions)\nstem = -s \(region) delete")
        #expect(rules.stem(of: word) == stem)
    }

    @Test(arguments: [
        ("table\n s es: delete", "boxes", "box"), ("table\n s\n es: delete", "boxes", "box"),
        ("table\n s: delete\n es: 'is'", "axes", "axis"),
        ("table\n s: delete\n ss:", "less", "less"),
        ("table\n s: delete\n es: fail", "axes", "axes"), ("table\n s: !-e delete", "axes", "axes"),
        ("table in R1\n s: delete", "axs", "ax"),
        ("table in R1\n s: delete\n xs: delete", "axs", "axs"),
        ("table within R1\n s: delete\n xs: delete", "axs", "ax"),
        ("table within R1\n xs: delete", "axs", "axs"), ("table in R2\n s: delete", "axs", "axs"),
    ])
    func `a table applies the action of the longest suffix`(
        table: String, word: String, stem: String
    ) {
        #expect(
            SuffixRules("R1 = . .\nR2 = . . . .\nstem = table\n\(table)").stem(of: word) == stem)
    }

    @Test(arguments: [
        ("-s step", "step = -t delete", "hats", "ha"),
        ("-s step", "step\n t: delete", "hats", "has"),
        ("-s step", "step = keep -t delete", "hats", "has"),
        ("step -t", "step = -s", "hats", "hats"),
        ("step -t delete", "step = -s", "hats", "ha"), ("step delete", "step\n s:", "hats", "hat"),
        ("&step delete", "step\n t: 'd'", "hat", "had"),
        ("step", "step = -x delete step?", "axxx", "a"),
    ])
    func `a step continues at the cursor`(
        action: String, step: String, word: String, stem: String
    ) {
        #expect(SuffixRules("stem = \(action)\n\(step)").stem(of: word) == stem)
    }

    @Test(arguments: [
        ("VUV", "auaua", "axaxa"), ("VUV", "auua", "axua"), ("VUV", "bua", "bua"),
        ("VUV", "au", "au"), ("VU", "bau", "bax"), ("VU", "auu", "axu"), ("UV", "bua", "bxa"),
        ("UV", "bu", "bu"), ("^U", "uu", "xu"), ("qU", "quu", "qxu"), ("qU VU", "quau", "qxax"),
    ])
    func `a mark makes letters capitals`(mark: String, word: String, stem: String) {
        // The stem has an x in place of each capital.
        let rules = SuffixRules(
            """
            vowels = aeiou
            mark = \(mark)
            stem = ..[U] capital stem?
            capital
             U: 'x'
            """)
        #expect(rules.stem(of: word) == stem)
    }

    @Test func `capitals are small letters in the stem`() {
        #expect(SuffixRules("mark = ^Y\nstem = -s delete").stem(of: "yes") == "ye")
    }

    @Test(arguments: [
        ("replace = ß→ss", "ßaß", "ssass"), ("replace = ab→c", "aabb", "acb"),
        ("replace = a→e o→u", "atom", "etum"), ("restore = a~→ã", "na~o", "não"),
        ("replace = ã→a~\nrestore = a~→ã", "ãã", "ãã"), ("restore = e→é", "hope", "hopé"),
    ])
    func `letters are replaced in all places`(definition: String, word: String, stem: String) {
        #expect(SuffixRules("\(definition)\nstem = -x delete").stem(of: word) == stem)
    }

    /// The example in `SuffixInterpreter.swift`.
    @Test(arguments: [
        ("hoppings", "hop"), ("flies", "fly"), ("less", "less"), ("rested", "rest"), ("bed", "bed"),
    ])
    func `rules remove and replace suffixes`(word: String, stem: String) {
        let rules = SuffixRules(
            """
            vowels = aeiou
            R1 = ..V ..C .
            stem = plural; participle
            plural
              ies: 'y'
              ss:
              s: delete
            participle in R1
              ed ing: delete (&[bdmnpt] double delete)?
            """)
        #expect(rules.stem(of: word) == stem)
    }

    @Test func `replacements precede the steps, and restorations follow them`() {
        let rules = SuffixRules("replace = ß→ss\nstem = -s 'e'\nrestore = e→é")
        #expect(rules.stem(of: "ß") == "sé")
    }

    @Test func `lines that begin with two slashes are comments`() {
        #expect(
            SuffixRules("// A step\nstem = table\ntable\n// A suffix\n s: delete").stem(of: "as")
                == "a")
    }

    @Test func `the interpreter stems one word after another`() {
        let interpreter = SuffixInterpreter(
            SuffixRules("vowels = aeiou\nR1 = ..V .\nstem = -s R1 delete"))
        let stems = ["cats", String(repeating: "cat", count: 100) + "s", "brrs"].map { word in
            interpreter.removeAll(reserving: word.count)
            for letter in word.unicodeScalars { interpreter.append(letter) }
            return String(String.UnicodeScalarView(interpreter.stem()))
        }
        #expect(stems == ["cat", String(repeating: "cat", count: 100), "brrs"])
    }

    @Test(arguments: FullTextLanguage.allCases)
    func `the rules of each language compile`(language: FullTextLanguage) {
        #expect(language.rules.instructions.count > 10)
    }
}
