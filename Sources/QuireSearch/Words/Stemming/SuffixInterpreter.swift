// The rules of a language are a text of definitions. A definition begins in the first column, and
// indented lines continue it. Lines that begin with two slashes are comments. The steps are those of
// the descriptions of the Snowball project.
//
//   vowels = aeiouy     the letters that V represents; C represents all others
//   replace = ß→ss      letters that are replaced before the steps, in all places
//   mark = ^Y VUV qU    letters that are capitals during the steps, so that they are consonants:
//                       y at the beginning of the word, u between vowels, u after q
//   restore = ä→a       letters that are replaced after the steps, in all places
//   R1 = ACTION         the region R1, which begins where the action ends; also R2 and RV
//   NAME = ACTION       a step; the step `stem` runs all others
//   NAME                a step that finds the longest of some suffixes before the cursor, moves past
//     SUFFIX…: ACTION   it and runs its action, which does not change the letters after the suffix
//   NAME in R1          the same, but the step fails if the suffix does not begin in R1
//   NAME within R1      the same, but the step finds the longest suffix that begins in R1
//
// An action is a sequence of items, and fails with the first item that fails. It begins at the end of
// the word and moves a cursor to the left. The action of a region begins at the beginning of the
// word and moves the cursor to the right.
//
//   .  V  C  A          moves past any letter, a vowel, another letter, a letter of ASCII
//   [abc]  [^abc]       moves past one of the letters, any other letter
//   ..V  ..[abc]        moves to the next such letter, but not past it
//   -ing,ed             moves past the longest of these suffixes
//   un,pre-             moves past the longest of these prefixes, in the action of a region
//   double              moves past the second of two equal letters
//   R1                  fails unless the cursor is in R1; in the action of a region, moves to R1
//   delete              deletes the letters after the cursor
//   'ic'                replaces the letters after the cursor
//   keep                protects the letters after the cursor from changes until the step ends
//   fail                fails; the changes remain
//   NAME                runs a step
//   ITEM?               does not fail
//   &ITEM  !ITEM        fails if the item fails, or if it succeeds, and does not move the cursor
//   (ACTION)            runs an action
//   ACTION | ACTION     runs the second action if the first one fails
//   ACTION; ACTION      runs all actions from the end of the word, and does not fail
//
// Example:
//
//   vowels = aeiou
//   R1 = ..V ..C .
//   stem = plural; participle
//   plural
//     ies: 'y'
//     ss:
//     s: delete
//   participle in R1
//     ed ing: delete (&[bdmnpt] double delete)?
//
//   hoppings   R1 begins after a vowel and a consonant: hop|pings. The longest suffix of `plural` is
//              -s, which is deleted. The suffix -ss, which has no action, would remain.
//   hopping    The longest suffix of `participle` is -ing. It begins in R1, and is deleted.
//   hopp       The last letter is one of bdmnpt. The cursor moves past the second of two equal
//              letters, and the letter after it is deleted. The stem is "hop".

/// Applies the rules of a language to one word after another.
final class SuffixInterpreter {
    private let rules: SuffixRules
    private var letters = UnsafeMutableBufferPointer<Unicode.Scalar>.allocate(capacity: 64)
    /// The number of letters of the word.
    private var count = 0
    /// The number of letters before the cursor.
    private var cursor = 0
    /// The number of letters at the end of the word that changes do not affect.
    private var kept = 0
    /// The indices at which the regions begin, or `Int.max` for those that the word lacks.
    private var regions = SIMD4<Int>(repeating: .max)
    /// Whether the cursor moves to the right, to find a region.
    private var isForward = false
    /// Whether the word contains letters that are marked, replaced or restored.
    private var hasChangedLetters = false
    /// The number of nested steps.
    private var depth = 0
    /// A limit that prevents a stack overflow for a chain of suffixes that no real word has.
    private static let maximumDepth = 32

    init(_ rules: SuffixRules) {
        self.rules = rules
    }

    deinit {
        letters.deallocate()
    }

    /// Removes the letters of the previous word.
    ///
    /// - Parameter count: At least the number of letters of the next word.
    func removeAll(reserving count: Int) {
        // Replacements at most double the number of letters. Suffixes become a few letters longer.
        if letters.count < 2 * count + 16 {
            letters.deallocate()
            letters = .allocate(capacity: 2 * count + 16)
        }
        self.count = 0
        hasChangedLetters = false
    }

    /// Adds a letter to the word.
    @inline(__always)
    func append(_ letter: Unicode.Scalar) {
        letters[count] = letter
        count += 1
        if rules.contains(letter, in: rules.changedLetters) { hasChangedLetters = true }
    }

    /// Reduces the word to its stem.
    ///
    /// - Returns: The letters of the stem, which are valid until the next call.
    func stem() -> Slice<UnsafeMutableBufferPointer<Unicode.Scalar>> {
        if hasChangedLetters {
            replaceEach(rules.replacements)
            mark()
        }
        findRegions()
        (cursor, kept, depth) = (count, 0, 0)
        _ = run(rules.stem)
        if hasChangedLetters { replaceEach(rules.restorations) }
        return letters[..<count]
    }

    private func findRegions() {
        regions = SIMD4(.max, .max, .max, 0)
        isForward = true
        for (region, instruction) in rules.regions {
            cursor = 0
            if run(instruction) { regions[region] = cursor }
        }
        isForward = false
    }

    // MARK: Letters in all places

    private func replaceEach(_ replacements: [SuffixRules.Replacement]) {
        for item in replacements where letters[..<count].contains(item.letters[0]) {
            // The letters move to the end of the buffer, where the new ones do not reach them.
            var source = letters.count - count
            _ = letters[source...].update(fromContentsOf: letters[..<count])
            count = 0
            while source < letters.count {
                if letters[source...].starts(with: item.letters) {
                    for index in item.string { append(rules.strings[index]) }
                    source += item.letters.count
                } else {
                    append(letters[source])
                    source += 1
                }
            }
        }
    }

    private func mark() {
        for index in 0..<count {
            for mark in rules.marks where isMarked(mark, at: index) {
                letters[index + mark.offset] = mark.capital
                break
            }
        }
    }

    private func isMarked(_ mark: SuffixRules.Mark, at index: Int) -> Bool {
        let place = index + mark.offset
        guard place < count, letters[place] == mark.letter else { return false }
        let isAfter =
            switch mark.previous {
            case nil: true
            case "^": index == 0
            case "V": isVowel(at: index)
            default: letters[index] == mark.previous
            }
        return isAfter && (!mark.isBeforeVowel || isVowel(at: place + 1))
    }

    private func isVowel(at index: Int) -> Bool {
        index < count && rules.contains(letters[index], in: 0)
    }

    // MARK: Instructions

    /// Runs the instructions that an instruction combines.
    ///
    /// - Parameter index: The index of the instruction.
    /// - Returns: Whether the combination succeeded.
    private func run(_ index: Int) -> Bool {
        let combination = rules.instructions[index]
        let (distance, outer) = (count - cursor, kept)
        let end = index + combination.length
        var index = index + 1
        while index < end {
            if combination.operation == .steps { cursor = count - kept }
            let instruction = rules.instructions[index]
            let succeeded = perform(instruction, at: index)
            switch combination.operation {
            case .steps: kept = outer
            case .choice:
                if succeeded { return true }
                (cursor, kept) = (count - distance, outer)
            default: if !succeeded { return false }
            }
            index += instruction.length
        }
        return combination.operation != .choice
    }

    @inline(__always)
    private func perform(_ instruction: SuffixRules.Instruction, at index: Int) -> Bool {
        let operand = instruction.operand
        switch instruction.operation {
        case .letter:
            guard let next, rules.contains(next, in: operand) else { return false }
            cursor += step
        case .search:
            while let next, !rules.contains(next, in: operand) { cursor += step }
            return next != nil
        case .any:
            guard next != nil else { return false }
            cursor += step
        case .double:
            guard cursor > 1, letters[cursor - 1] == letters[cursor - 2] else { return false }
            cursor += step
        case .suffix: return applyLongest(of: rules.tables[operand])
        case .region:
            guard isForward else { return cursor >= regions[operand] }
            cursor = regions[operand]
            return cursor <= count
        case .keep: kept = count - cursor
        case .replace:
            replace(cursor..<count - kept, with: instruction.string)
            cursor += instruction.string.count
        case .fail: return false
        case .sequence, .choice, .steps: return run(index)
        case .optional, .test, .negated:
            let (distance, outer) = (count - cursor, kept)
            let succeeded = run(index)
            if succeeded, instruction.operation == .optional { return true }
            (cursor, kept) = (count - distance, outer)
            return succeeded == (instruction.operation == .test)
        case .call:
            guard depth < Self.maximumDepth else { return false }
            let outer = kept
            depth += 1
            let succeeded = run(operand)
            (depth, kept) = (depth - 1, outer)
            return succeeded
        }
        return true
    }

    /// The letter to the left of the cursor, or to the right if the cursor moves to the right.
    private var next: Unicode.Scalar? {
        let index = isForward ? cursor : cursor - 1
        return 0..<count ~= index ? letters[index] : nil
    }

    private var step: Int { isForward ? 1 : -1 }

    /// Moves the cursor past the longest suffix of a table, and runs its action.
    private func applyLongest(of table: SuffixRules.Table) -> Bool {
        // The letter next to a position is at this offset.
        let (step, offset) = (step, isForward ? 0 : -1)
        var length = isForward ? count - cursor : cursor - regions[table.limit]
        guard length > 0 else { return false }
        var position = cursor
        var node = rules.lastLetters[
            table.lastLetters + Int(letters[position + offset].value & 63)]
        var (action, start) = (-1, 0)
        while node >= 0, length > 0 {
            let letter = rules.suffixLetters[node]
            guard letter.letter == letters[position + offset] else {
                node = letter.other
                continue
            }
            position += step
            length -= 1
            if letter.action >= 0 { (action, start) = (letter.action, position) }
            node = letter.previous
        }
        guard action >= 0, start >= regions[table.region] else { return false }
        let (outer, end) = (kept, cursor)
        cursor = start
        if action == 0 { return true }
        kept = count - end
        let succeeded = run(action)
        kept = outer
        return succeeded
    }

    private func replace(_ range: Range<Int>, with string: Range<Int>) {
        let change = string.count - range.count
        precondition(range.lowerBound >= 0 && count + change <= letters.count)
        if range.upperBound < count, change != 0 {
            let rest = letters[range.upperBound..<count]
            _ = letters[(range.upperBound + change)...].update(fromContentsOf: rest)
        }
        for (place, index) in zip(range.lowerBound..., string) {
            letters[place] = rules.strings[index]
        }
        count += change
    }
}
