/// An option that a command takes.
struct OptionSpecification: Sendable {
    /// The long name, without the dashes.
    let name: String
    /// The letter of the short form, if it has one.
    let letter: Character?
    /// What stands for its value in help; `nil` for a flag, which has no value.
    let placeholder: String?
    /// The values that can be given; any, if there are none.
    let choices: [String]
    /// Whether it can be given more than once.
    let isRepeatable: Bool
    /// What it does: a phrase without a full stop.
    let help: String

    /// Makes an option without a value.
    static func flag(_ name: String, letter: Character? = nil, _ help: String) -> Self {
        Self(
            name: name, letter: letter, placeholder: nil, choices: [], isRepeatable: false,
            help: help)
    }

    /// Makes an option with a value.
    static func value(
        _ name: String, _ placeholder: String, letter: Character? = nil,
        choices: [String] = [], _ help: String
    ) -> Self {
        Self(
            name: name, letter: letter, placeholder: placeholder, choices: choices,
            isRepeatable: false, help: help)
    }

    /// Makes an option with a value that can be given more than once.
    static func list(
        _ name: String, _ placeholder: String, letter: Character? = nil, _ help: String
    ) -> Self {
        Self(
            name: name, letter: letter, placeholder: placeholder, choices: [], isRepeatable: true,
            help: help)
    }

    /// The option as help and messages name it.
    var title: String { "--\(name)" }

    /// All that can be written: `-f, --format FORMAT`.
    var usage: String {
        (letter.map { "-\($0), " } ?? "") + title + (placeholder.map { " \($0)" } ?? "")
    }

    /// What it does, and the values that it can have.
    var meaning: String {
        choices.isEmpty ? help : "\(help): \(Spelling.list(choices))"
    }
}

/// An argument that is no option.
struct OperandSpecification: Sendable {
    /// How often it can be given.
    enum Count: Sendable {
        case one, optional, oneOrMore, any
    }

    /// What stands for it in help.
    let placeholder: String
    /// How often it can be given.
    let count: Count
    /// What it is: a phrase without a full stop.
    let help: String

    init(_ placeholder: String, _ count: Count, _ help: String) {
        self.placeholder = placeholder
        self.count = count
        self.help = help
    }

    /// The database that nearly every command works on.
    static let database = OperandSpecification("DB", "the path of a .cblite2 bundle")

    init(_ placeholder: String, _ help: String) {
        self.init(placeholder, .one, help)
    }
}
