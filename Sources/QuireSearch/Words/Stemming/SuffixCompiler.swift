// The syntax of actions, whose items `SuffixInterpreter.swift` describes:
//
//   action    choice ; choice ; …
//   choice    sequence | sequence | …
//   sequence  item item …
//   item      ( action )   item ?   & item   ! item   word

extension SuffixRules {
    /// Compiles rules.
    ///
    /// - Precondition: The text contains valid rules.
    init(_ text: String) {
        self = SuffixCompiler(text).rules
    }
}

/// Compiles the text of rules.
///
/// Invalid rules end the process. They can only be a mistake in the folder `Languages`: the texts
/// there are constants, no data is compiled, and the tests compile the rules of all languages.
struct SuffixCompiler {
    private typealias Instruction = SuffixRules.Instruction

    private(set) var rules = SuffixRules()
    private var sets: [String: Int] = [:]
    /// The instructions that run steps and tables.
    private var steps: [Substring: Instruction] = [:]
    /// The steps that instructions call.
    private var calledSteps: [Substring] = []
    /// The words of an action that have not been compiled, in reverse order.
    private var words: [Substring] = []

    init(_ text: String) {
        var definition: [Substring] = []
        for line in text.split(separator: "\n") where !line.hasPrefix("//") {
            if line.first != " ", !definition.isEmpty {
                define(definition)
                definition = []
            }
            definition.append(line)
        }
        define(definition)
        for index in rules.instructions.indices where rules.instructions[index].operation == .call {
            rules.instructions[index] = step(calledSteps[rules.instructions[index].operand])
        }
        rules.stem = step("stem").operand
        let changed =
            rules.marks.map(\.letter)
            + (rules.replacements + rules.restorations).map { $0.letters[0] }
        rules.changedLetters = set(changed)
    }

    private func step(_ name: Substring) -> Instruction {
        // The rules are constants, which the tests compile.
        guard let step = steps[name] else { preconditionFailure("unknown step \(name)") }
        return step
    }

    private func region(_ name: Substring) -> Int {
        // The rules are constants, which the tests compile.
        guard let region = SuffixRules.regionNames.firstIndex(of: String(name)) else {
            preconditionFailure("unknown region \(name)")
        }
        return region
    }

    // MARK: Definitions

    private mutating func define(_ lines: [Substring]) {
        let header = lines[0].split(separator: " ")
        guard header.count > 1, header[1] == "=" else {
            return defineTable(header, lines.dropFirst())
        }
        let content = lines.joined(separator: " ").drop { $0 != "=" }.dropFirst()
        let parts = content.split(separator: " ").map { Array($0.unicodeScalars) }
        switch header[0] {
        case "vowels": _ = set(parts[0])
        case "replace": rules.replacements += parts.map { replacement($0) }
        case "restore": rules.restorations += parts.map { replacement($0) }
        case "mark": parts.forEach { addMark($0) }
        default:
            let index = addAction(content)
            steps[header[0]] = Instruction(operation: .call, operand: index)
            if SuffixRules.regionNames.contains(String(header[0])) {
                rules.regions.append((region(header[0]), index))
            }
        }
    }

    private mutating func defineTable(_ header: [Substring], _ lines: ArraySlice<Substring>) {
        let table =
            switch header.dropFirst().first {
            case nil: addTable()
            case "within": addTable(limit: region(header[2]))
            default: addTable(region: region(header[2]))
            }
        steps[header[0]] = Instruction(operation: .suffix, operand: table)
        var suffixes: [Substring] = []
        for line in lines {
            let parts = line.split(separator: ":", omittingEmptySubsequences: false)
            suffixes += parts[0].split(separator: " ")
            guard parts.count == 2 else { continue }
            let action = addAction(parts[1])
            for suffix in suffixes {
                add(suffix.unicodeScalars.reversed(), to: table, action: action)
            }
            suffixes = []
        }
    }

    private mutating func replacement(_ part: [Unicode.Scalar]) -> SuffixRules.Replacement {
        let sides = part.split(separator: "→").map(Array.init)
        precondition(sides.count == 2, "invalid replacement")
        return SuffixRules.Replacement(letters: sides[0], string: string(sides[1]))
    }

    private mutating func addMark(_ part: [Unicode.Scalar]) {
        // The rules are constants, which the tests compile.
        guard let index = part.firstIndex(where: { $0 != "V" && "A"..."Z" ~= $0 }) else {
            preconditionFailure("mark without a capital")
        }
        let letter = Unicode.Scalar(UInt8(truncatingIfNeeded: part[index].value | 0x20))
        rules.marks.append(
            SuffixRules.Mark(
                letter: letter, capital: part[index], previous: index > 0 ? part[0] : nil,
                isBeforeVowel: index + 1 < part.count))
        rules.restorations.append(
            SuffixRules.Replacement(letters: [part[index]], string: string([letter])))
    }

    private mutating func string(_ letters: some Collection<Unicode.Scalar>) -> Range<Int> {
        rules.strings += letters
        return rules.strings.count - letters.count..<rules.strings.count
    }

    /// Returns the number of a set of letters, which may begin with ^.
    private mutating func set(_ letters: some Collection<Unicode.Scalar>) -> Int {
        if letters.first == "^" { return ~set(letters.dropFirst()) }
        let text = String(String.UnicodeScalarView(letters))
        if let set = sets[text] { return set }
        let set = sets.count
        precondition(set < UInt32.bitWidth, "too many sets")
        sets[text] = set
        for index in letters.map({ Int($0.value) }) {
            while index >= rules.sets.count { rules.sets.append(0) }
            rules.sets[index] |= 1 << UInt32(set)
        }
        return set
    }

    // MARK: Tables

    private mutating func addTable(
        limit: Int = SuffixRules.completeWord, region: Int = SuffixRules.completeWord
    ) -> Int {
        rules.tables.append(
            SuffixRules.Table(lastLetters: rules.lastLetters.count, limit: limit, region: region))
        rules.lastLetters += [Int](repeating: -1, count: 64)
        return rules.tables.count - 1
    }

    /// Adds a suffix to a table.
    ///
    /// - Parameters:
    ///   - letters: The letters in the order in which the interpreter reads them.
    ///   - table: The number of the table.
    ///   - action: The index of the instruction for the suffix.
    private mutating func add(_ letters: [Unicode.Scalar], to table: Int, action: Int) {
        var last = -1
        for letter in letters {
            let entry = rules.tables[table].lastLetters + Int(letter.value & 63)
            let first = last < 0 ? rules.lastLetters[entry] : rules.suffixLetters[last].previous
            var index = first
            while index >= 0, rules.suffixLetters[index].letter != letter {
                index = rules.suffixLetters[index].other
            }
            if index < 0 {
                index = rules.suffixLetters.count
                rules.suffixLetters.append(SuffixRules.SuffixLetter(letter: letter, other: first))
                if last < 0 {
                    rules.lastLetters[entry] = index
                } else {
                    rules.suffixLetters[last].previous = index
                }
            }
            last = index
        }
        precondition(rules.suffixLetters[last].action < 0, "duplicate suffix")
        rules.suffixLetters[last].action = action
    }

    private mutating func literal(_ content: Substring, isPrefix: Bool) -> Instruction {
        let table = addTable()
        for part in content.split(separator: ",") {
            let letters = Array(part.unicodeScalars)
            add(isPrefix ? letters : letters.reversed(), to: table, action: 0)
        }
        return Instruction(operation: .suffix, operand: table)
    }

    // MARK: Actions

    /// Compiles an action.
    ///
    /// - Parameter text: The action.
    /// - Returns: The index of an instruction that combines those of the action.
    private mutating func addAction(_ text: Substring) -> Int {
        let spaced = text.map { "()&|!;?".contains($0) ? " \($0) " : "\($0)" }.joined()
        words = spaced.split(separator: " ").reversed()
        let action = self.action()
        precondition(words.isEmpty, "invalid action \(text)")
        let isRunnable = [.sequence, .choice, .steps].contains(action.first?.operation)
        let index = rules.instructions.count
        rules.instructions += isRunnable ? action : combine(.sequence, action)
        return index
    }

    private mutating func action() -> [Instruction] {
        list(of: .steps, separatedBy: ";") { compiler in
            compiler.list(of: .choice, separatedBy: "|") { compiler in compiler.sequence() }
        }
    }

    private mutating func list(
        of operation: SuffixRules.Operation, separatedBy separator: Substring,
        _ part: (inout SuffixCompiler) -> [Instruction]
    ) -> [Instruction] {
        var parts = part(&self)
        guard words.last == separator else { return parts }
        while words.last == separator {
            words.removeLast()
            parts += part(&self)
        }
        return combine(operation, parts)
    }

    private mutating func sequence() -> [Instruction] {
        var items: [Instruction] = []
        while let word = words.last, ![")", "|", ";"].contains(word) { items += item() }
        return items.first?.length == items.count ? items : combine(.sequence, items)
    }

    private mutating func item() -> [Instruction] {
        let word = words.removeLast()
        var item: [Instruction]
        switch word {
        case "&": return combine(.test, self.item())
        case "!": return combine(.negated, self.item())
        case "(":
            item = action()
            precondition(words.popLast() == ")", "missing parenthesis")
        default: item = [instruction(word)]
        }
        guard words.last == "?" else { return item }
        words.removeLast()
        return combine(.optional, item)
    }

    private func combine(
        _ operation: SuffixRules.Operation, _ content: [Instruction]
    ) -> [Instruction] {
        [Instruction(operation: operation, length: content.count + 1)] + content
    }

    private mutating func instruction(_ word: Substring) -> Instruction {
        switch word {
        case ".": return Instruction(operation: .any)
        case "V": return Instruction(operation: .letter, operand: 0)
        case "C": return Instruction(operation: .letter, operand: ~0)
        case "A":
            let letters = (UInt8(0)..<0x80).map { Unicode.Scalar($0) }
            return Instruction(operation: .letter, operand: set(letters))
        case "double": return Instruction(operation: .double)
        case "keep": return Instruction(operation: .keep)
        case "delete": return Instruction(operation: .replace)
        case "fail": return Instruction(operation: .fail)
        case "R1", "R2", "RV": return Instruction(operation: .region, operand: region(word))
        default: break
        }
        let content = word.dropFirst()
        switch word.first {
        case ".":
            let letter = instruction(content.dropFirst())
            return Instruction(operation: .search, operand: letter.operand)
        case "[":
            let letters = content.dropLast().unicodeScalars
            return Instruction(operation: .letter, operand: set(letters))
        case "'":
            return Instruction(
                operation: .replace, string: string(content.dropLast().unicodeScalars))
        case "-": return literal(content, isPrefix: false)
        case _ where word.last == "-": return literal(word.dropLast(), isPrefix: true)
        default:
            calledSteps.append(word)
            return Instruction(operation: .call, operand: calledSteps.count - 1)
        }
    }
}
