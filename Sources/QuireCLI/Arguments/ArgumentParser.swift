/// A parser for the arguments of a command.
///
/// Options have the forms `--name value`, `--name=value`, `-n value` and `-nvalue`. They can appear
/// before, between and after operands. All arguments after `--` are operands. The argument `-` is
/// always an operand.
struct ArgumentParser {
    let options: [OptionSpecification]
    let operands: [OperandSpecification]

    /// Parses arguments.
    ///
    /// - Parameter texts: The arguments, without the command's name.
    /// - Returns: The parsed arguments.
    /// - Throws: ``UsageError`` that names the invalid argument.
    func parse(_ texts: some Sequence<String>) throws -> Arguments {
        var result = Arguments()
        var rest: [String] = []
        var remaining = Array(texts)[...]
        while let text = remaining.popFirst() {
            if text == "--" {
                rest += remaining
                break
            } else if text.hasPrefix("--") {
                try parseLong(text, remaining: &remaining, into: &result)
            } else if text.hasPrefix("-"), text.count > 1 {
                try parseShort(text, remaining: &remaining, into: &result)
            } else {
                rest.append(text)
            }
        }
        try assign(rest, &result)
        return result
    }

    private func parseLong(
        _ text: String, remaining: inout ArraySlice<String>, into result: inout Arguments
    ) throws {
        let parts = text.dropFirst(2).split(
            separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = options.first(where: { $0.name == name }) else {
            let nearest = Spelling.nearest(to: name, among: options.map(\.name))
            throw UsageError(
                "unknown option --\(name)" + (nearest.map { "; did you mean --\($0)?" } ?? ""))
        }
        try add(
            option, given: text, attached: parts.count == 2 ? String(parts[1]) : nil,
            remaining: &remaining,
            to: &result)
    }

    private func parseShort(
        _ text: String, remaining: inout ArraySlice<String>, into result: inout Arguments
    ) throws {
        let letter = text[text.index(after: text.startIndex)]
        guard let option = options.first(where: { $0.letter == letter }) else {
            throw UsageError("unknown option -\(letter)")
        }
        let attached = text.count > 2 ? String(text.dropFirst(2)) : nil
        try add(option, given: text, attached: attached, remaining: &remaining, to: &result)
    }

    private func add(
        _ option: OptionSpecification, given: String, attached: String?,
        remaining: inout ArraySlice<String>, to result: inout Arguments
    ) throws {
        guard option.placeholder != nil else {
            guard attached == nil else { throw UsageError("\(option.title) does not take a value") }
            result.values[option.name] = [""]
            return
        }
        guard let value = attached ?? remaining.popFirst() else {
            throw UsageError("\(option.title) requires a value")
        }
        guard option.choices.isEmpty || option.choices.contains(value) else {
            throw UsageError(
                "\(option.title) must be \(Spelling.list(option.choices)), "
                    + "not \(value.debugDescription)")
        }
        if !option.isRepeatable, result.values[option.name] != nil {
            throw UsageError("\(option.title) cannot be repeated")
        }
        result.values[option.name, default: []].append(value)
    }

    private func assign(_ texts: [String], _ result: inout Arguments) throws {
        var remaining = texts[...]
        for operand in operands {
            switch operand.count {
            case .one:
                guard let text = remaining.popFirst() else { throw missing(operand) }
                result.operands[operand.placeholder] = [text]
            case .optional:
                guard let text = remaining.popFirst() else { continue }
                result.operands[operand.placeholder] = [text]
            case .oneOrMore:
                guard !remaining.isEmpty else { throw missing(operand) }
                result.operands[operand.placeholder] = Array(remaining)
                remaining = []
            case .any:
                result.operands[operand.placeholder] = Array(remaining)
                remaining = []
            }
        }
        if let text = remaining.first {
            throw UsageError("unexpected argument \(text.debugDescription)")
        }
    }

    private func missing(_ operand: OperandSpecification) -> UsageError {
        UsageError("missing argument \(operand.placeholder): \(operand.help)")
    }
}
