extension Printer {
    mutating func write(_ literal: Literal) {
        switch literal {
        case .null: write("NULL")
        case .boolean(let value): write(value ? "TRUE" : "FALSE")
        case .integer(let number): write(String(number))
        case .double(let number): write(Self.text(for: number))
        case .string(let text): write(Self.text(for: text))
        }
    }

    mutating func write(_ entries: [DictionaryEntry]) {
        write("{")
        writeList(entries) { printer, entry in
            printer.write("\(Self.text(for: entry.key)): ")
            printer.write(entry.value)
        }
        write("}")
    }

    mutating func write(_ choice: CaseTerm) {
        write("CASE")
        if let operand = choice.operand {
            write(" ")
            write(operand)
        }
        for branch in choice.branches {
            write(" WHEN ")
            write(branch.condition)
            write(" THEN ")
            write(branch.result)
        }
        if let otherwise = choice.otherwise {
            write(" ELSE ")
            write(otherwise)
        }
        write(" END")
    }

    /// Returns the shortest text that is parsed as the same number.
    ///
    /// A number that is not finite has no such text. Its text is out of range, so the parser
    /// rejects it with an error that contains it.
    private static func text(for number: Double) -> String {
        if number.isFinite { return number.description }
        return number.sign == .minus ? "-1e999" : "1e999"
    }

    private static func text(for string: String) -> String {
        "'\(Identifier.doubling("'", in: string))'"
    }
}
