/// An invalid command line.
struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// The parsed arguments of a command line, consumed one by one.
struct Arguments {
    private var words: [String] = []
    private var options: [String: String] = [:]
    private var flags: Set<String> = []

    /// Parses arguments.
    ///
    /// - Parameter words: The arguments; `--name=value` is an option and `--name` a flag.
    /// - Throws: ``UsageError``.
    init(_ words: some Sequence<String>) throws {
        for word in words {
            guard word.hasPrefix("--") else {
                self.words.append(word)
                continue
            }
            let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1).map(String.init)
            guard let name = parts.first else { throw UsageError("unknown option \(word)") }
            if parts.count == 2 { options[name] = parts[1] } else { flags.insert(name) }
        }
    }

    /// Consumes the next operand.
    mutating func word(_ name: String) throws -> String {
        guard !words.isEmpty else { throw UsageError("missing argument \(name)") }
        return words.removeFirst()
    }

    /// Consumes the next operand as an integer.
    mutating func number(_ name: String) throws -> Int {
        let word = try word(name)
        guard let number = Int(word) else { throw UsageError("invalid \(name): \(word)") }
        return number
    }

    /// Consumes the option for the seed, or generates a seed.
    mutating func seed() throws -> UInt64 {
        guard let text = options.removeValue(forKey: "seed") else {
            return .random(in: 1...999_999)
        }
        guard let seed = UInt64(text) else { throw UsageError("invalid seed \(text)") }
        return seed
    }

    /// Consumes a flag.
    mutating func flag(_ name: String) -> Bool {
        flags.remove(name) != nil
    }

    /// Throws an error if arguments remain.
    func finish() throws {
        if let rest = words.first ?? options.keys.first ?? flags.first {
            throw UsageError("unexpected arguments \(rest)")
        }
    }
}
