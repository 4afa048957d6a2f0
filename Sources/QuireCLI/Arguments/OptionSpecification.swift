/// An option that a command takes.
struct OptionSpecification: Sendable {
    /// The long name, without the dashes.
    let name: String
    /// The letter of the short option, if any.
    let letter: Character?
    /// The placeholder for the value in help; `nil` for a flag, which has no value.
    let placeholder: String?
    /// The allowed values; if empty, any value is allowed.
    let choices: [String]
    /// Whether the option can be given more than once.
    let isRepeatable: Bool
    /// A description of the option: a phrase without a period.
    let help: String

    /// Creates an option without a value.
    static func flag(_ name: String, letter: Character? = nil, _ help: String) -> Self {
        Self(
            name: name, letter: letter, placeholder: nil, choices: [], isRepeatable: false,
            help: help)
    }

    /// Creates an option with a value.
    static func value(
        _ name: String, _ placeholder: String, letter: Character? = nil,
        choices: [String] = [], help: String
    ) -> Self {
        Self(
            name: name, letter: letter, placeholder: placeholder, choices: choices,
            isRepeatable: false, help: help)
    }

    /// Creates an option that has a value and can be given more than once.
    static func list(
        _ name: String, _ placeholder: String, letter: Character? = nil, help: String
    ) -> Self {
        Self(
            name: name, letter: letter, placeholder: placeholder, choices: [], isRepeatable: true,
            help: help)
    }

    /// The option's name as shown in help and messages.
    var title: String { "--\(name)" }

    /// The usage of the option: `-f, --format FORMAT`.
    var usage: String {
        (letter.map { "-\($0), " } ?? "") + title + (placeholder.map { " \($0)" } ?? "")
    }

    /// The description, followed by the allowed values.
    var meaning: String {
        choices.isEmpty ? help : "\(help): \(Spelling.list(choices))"
    }
}

/// An argument that is not an option.
struct OperandSpecification: Sendable {
    /// How often an operand can be given.
    enum Count: Sendable {
        case one, optional, oneOrMore, any
    }

    /// The placeholder for the operand in help.
    let placeholder: String
    /// How often the operand can be given.
    let count: Count
    /// A description of the operand: a phrase without a period.
    let help: String

    init(_ placeholder: String, _ count: Count, help: String) {
        self.placeholder = placeholder
        self.count = count
        self.help = help
    }

    /// The operand for the database, which almost every command has.
    static let database = OperandSpecification(
        "DB", "the path of a .cblite2 bundle, or a connection string")

    /// The operand for the database of a command that works only on bundles.
    static let bundle = OperandSpecification("DB", "the path of a .cblite2 bundle")

    init(_ placeholder: String, _ help: String) {
        self.init(placeholder, .one, help: help)
    }
}
