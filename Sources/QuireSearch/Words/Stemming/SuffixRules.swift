/// The compiled rules by which the words of a language are reduced to their stems.
///
/// `SuffixInterpreter.swift` describes the text of rules.
struct SuffixRules: Sendable {
    /// What an instruction does.
    enum Operation {
        // Letters next to the cursor.
        case letter, search, any, double, suffix
        case region
        // Changes of the word.
        case keep, replace, fail
        // Combinations of instructions.
        case sequence, choice, steps, optional, test, negated, call
    }

    /// An instruction, which precedes the instructions that it combines.
    struct Instruction {
        var operation: Operation
        /// The number of a set, table, region, string or instruction.
        var operand = 0
        /// The number of instructions, including those that this one combines.
        var length = 1
        /// The place of a string in ``SuffixRules/strings``.
        var string = 0..<0
    }

    /// Suffixes, or prefixes, of which the longest counts.
    struct Table {
        /// The index of the table's 64 entries in ``SuffixRules/lastLetters``.
        let lastLetters: Int
        /// The region in which suffixes are found.
        let limit: Int
        /// The region in which the longest suffix must begin.
        let region: Int
    }

    /// A letter of suffixes, which form a tree from their last letters to their first ones.
    struct SuffixLetter {
        let letter: Unicode.Scalar
        /// The instruction for the suffix that begins with this letter, or -1.
        var action = -1
        /// A letter that precedes this one, or -1.
        var previous = -1
        /// Another letter that is possible in place of this one, or -1.
        let other: Int
    }

    /// A letter that is written as a capital in certain places.
    struct Mark {
        let letter: Unicode.Scalar
        let capital: Unicode.Scalar
        /// The letter before it, V for a vowel, ^ for the beginning of the word, or `nil` for any.
        let previous: Unicode.Scalar?
        let isBeforeVowel: Bool

        /// The number of letters between the beginning of the place and the letter.
        var offset: Int { previous == nil || previous == "^" ? 0 : 1 }
    }

    /// Letters that are replaced wherever they occur.
    struct Replacement {
        let letters: [Unicode.Scalar]
        /// The place of the replacement in ``SuffixRules/strings``.
        let string: Range<Int>
    }

    static let regionNames = ["R1", "R2", "RV"]
    /// The number of the region that is the complete word.
    static let completeWord = 3

    /// The instructions, of which the first one succeeds and does nothing.
    var instructions = [Instruction(operation: .sequence)]
    var tables: [Table] = []
    /// The last letters of the suffixes in tables, by the lowest 6 bits of their scalars, or -1.
    var lastLetters: [Int] = []
    var suffixLetters: [SuffixLetter] = []
    /// The strings that replace letters, one after the other.
    var strings: [Unicode.Scalar] = []
    var marks: [Mark] = []
    var replacements: [Replacement] = []
    var restorations: [Replacement] = []
    /// The regions of the language, each with the instruction that finds it.
    var regions: [(region: Int, instruction: Int)] = []
    /// The instruction that runs all steps.
    var stem = 0
    /// The sets that contain a scalar, one bit each, of which the first contains the vowels.
    var sets: [UInt32] = []
    /// The set of all letters that are marked, replaced or restored.
    var changedLetters = 0

    /// Returns whether a set contains a letter.
    ///
    /// - Parameters:
    ///   - letter: The letter. One beyond the table is in no set.
    ///   - set: The number of the set, or `~number` for the letters that are not in the set.
    /// - Returns: `true` if the set contains the letter.
    @inline(__always)
    func contains(_ letter: Unicode.Scalar, in set: Int) -> Bool {
        let index = Int(letter.value)
        let bits = index < sets.count ? sets[index] : 0
        let bit = UInt32(truncatingIfNeeded: set < 0 ? ~set : set)
        return (bits &>> bit & 1 == 1) == (set >= 0)
    }
}
