/// The command line is not understood.
struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// The words of a command line, taken one after the other, and its options.
struct Arguments {
    private var words: [String] = []
    private var options: [String: String] = [:]
    private var flags: Set<String> = []

    /// Sorts the words.
    ///
    /// - Parameter words: Words; `--name=value` is an option and `--name` a flag.
    /// - Throws: ``UsageError``.
    init(_ words: some Sequence<String>) throws {
        for word in words {
            guard word.hasPrefix("--") else {
                self.words.append(word)
                continue
            }
            let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1).map(String.init)
            guard let name = parts.first else { throw UsageError("\(word) is no option") }
            if parts.count == 2 { options[name] = parts[1] } else { flags.insert(name) }
        }
    }

    /// Takes the next word.
    mutating func word(_ name: String) throws -> String {
        guard !words.isEmpty else { throw UsageError("\(name) is missing") }
        return words.removeFirst()
    }

    /// Takes the next word as a number.
    mutating func number(_ name: String) throws -> Int {
        let word = try word(name)
        guard let number = Int(word) else { throw UsageError("\(name) is no number: \(word)") }
        return number
    }

    /// Takes the seed, or makes one.
    mutating func seed() throws -> UInt64 {
        guard let text = options.removeValue(forKey: "seed") else {
            return .random(in: 1...999_999)
        }
        guard let seed = UInt64(text) else { throw UsageError("the seed is no number: \(text)") }
        return seed
    }

    /// Takes a flag.
    mutating func flag(_ name: String) -> Bool {
        flags.remove(name) != nil
    }

    /// Refuses what nobody took.
    func finish() throws {
        if let rest = words.first ?? options.keys.first ?? flags.first {
            throw UsageError("\(rest) is not understood")
        }
    }
}
