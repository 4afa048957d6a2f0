/// The arguments of a command, sorted out.
struct Arguments: Sendable {
    /// The values of the options that were given, by long name; a flag has an empty one.
    var values: [String: [String]] = [:]
    /// The operands by placeholder.
    var operands: [String: [String]] = [:]

    /// Whether an option was given.
    func has(_ name: String) -> Bool { values[name] != nil }

    /// The value of an option.
    func value(_ name: String) -> String? { values[name]?.last }

    /// All values of an option.
    func values(_ name: String) -> [String] { values[name] ?? [] }

    /// An operand that must be given, or the first of several.
    func operand(_ placeholder: String) -> String { operands[placeholder]?.first ?? "" }

    /// An operand that need not be given.
    func optionalOperand(_ placeholder: String) -> String? { operands[placeholder]?.first }

    /// Operands of which there can be several.
    func operands(_ placeholder: String) -> [String] { operands[placeholder] ?? [] }

    /// The value of an option as a whole number that is not negative.
    ///
    /// - Throws: ``UsageError`` if it is something else.
    func count(_ name: String) throws -> Int? {
        guard let text = value(name) else { return nil }
        guard let count = Int(text), count >= 0 else {
            throw UsageError("--\(name) takes a whole number, not \(text.debugDescription)")
        }
        return count
    }
}

/// A command was called in a way that it has not: exit code 2.
struct UsageError: Error, Hashable {
    /// What is wrong: a phrase without a full stop.
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
