/// The parsed arguments of a command.
struct Arguments: Sendable {
    /// The values of the given options, by long name; the value of a flag is an empty string.
    var values: [String: [String]] = [:]
    /// The operands, by placeholder.
    var operands: [String: [String]] = [:]

    /// Returns whether an option was given.
    func has(_ name: String) -> Bool { values[name] != nil }

    /// Returns the value of an option.
    func value(_ name: String) -> String? { values[name]?.last }

    /// Returns all values of an option.
    func values(_ name: String) -> [String] { values[name] ?? [] }

    /// Returns a required operand, or the first of several.
    func operand(_ placeholder: String) -> String { operands[placeholder]?.first ?? "" }

    /// Returns an optional operand.
    func optionalOperand(_ placeholder: String) -> String? { operands[placeholder]?.first }

    /// Returns the operands for a placeholder that accepts several.
    func operands(_ placeholder: String) -> [String] { operands[placeholder] ?? [] }

    /// Returns the value of an option as a nonnegative integer.
    ///
    /// - Throws: ``UsageError`` if the value is not a nonnegative integer.
    func count(_ name: String) throws -> Int? {
        guard let text = value(name) else { return nil }
        guard let count = Int(text), count >= 0 else {
            throw UsageError("--\(name) must be an integer >= 0, not \(text.debugDescription)")
        }
        return count
    }
}

/// An error for invalid command-line usage; the exit code is 2.
struct UsageError: Error, Hashable {
    /// The error message: a phrase without a period.
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
