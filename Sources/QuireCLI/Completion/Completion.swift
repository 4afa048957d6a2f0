import Foundation
import Quire
import SQLPlusPlus

/// The completion of command lines in a shell, from the table of commands.
enum Completion {
    /// The line that asks the shell to complete the names of files.
    static let filesLine = ":files"

    private static let largestCount = 200

    /// Returns the completions of the last word, one per line, each followed by a tab and a
    /// description if it has one.
    ///
    /// - Parameter words: The words after the program's name; the last one can be empty.
    /// - Returns: The lines.
    static func text(for words: [String]) -> String {
        let current = words.last ?? ""
        let lines = candidates(Array(words.dropLast()), current)
            .filter { $0.hasPrefix(current) || $0 == filesLine }
            .filter { !$0.unicodeScalars.contains("\n") }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func candidates(_ before: [String], _ current: String) -> [String] {
        let table = CommandTable.commands.map(\.help)
        if before.first == "help" { return names(table, after: Array(before.dropFirst())) }
        let command = table.first { help in
            before.starts(with: help.name.split(separator: " ").map(String.init))
        }
        guard let command else {
            let own =
                before.isEmpty
                ? ["help\tPrint the help of a command", "--help", "--version"] : []
            return names(table, after: before) + own
        }
        let count = command.name.split(separator: " ").count
        return candidates(of: command, after: Array(before.dropFirst(count)), current: current)
    }

    /// Returns the next words of the commands that begin with the given words.
    private static func names(_ table: [CommandHelp], after before: [String]) -> [String] {
        var found: [String] = []
        var known: Set<String> = []
        for help in table {
            let words = help.name.split(separator: " ").map(String.init)
            guard words.count > before.count, words.starts(with: before),
                known.insert(words[before.count]).inserted
            else { continue }
            let isLast = words.count == before.count + 1
            found.append(words[before.count] + (isLast ? "\t\(help.summary)" : ""))
        }
        return found
    }

    private static func candidates(
        of command: CommandHelp, after words: [String], current: String
    ) -> [String] {
        var arguments = CompletedArguments(command)
        for word in words { arguments.add(word) }
        let location = arguments.operands.first.flatMap { try? BundlePath($0) }
        if let option = arguments.open {
            if !option.choices.isEmpty { return option.choices }
            switch option.placeholder {
            case "FILE": return [filesLine]
            case "NAME" where option.name == "collection":
                return names(in: location) { database in
                    try database.stores().map { CollectionOption.name(of: $0) }
                }
            default: return []
            }
        }
        if current.hasPrefix("-"), !arguments.hasEnded {
            return (command.allOptions + command.encryptionOptions).map {
                "\($0.title)\t\($0.help)"
            }
        }
        guard let operand = arguments.nextOperand else { return [] }
        return candidates(for: operand, arguments: arguments, location: location, current: current)
    }

    private static func candidates(
        for operand: OperandSpecification, arguments: CompletedArguments,
        location: BundlePath?, current: String
    ) -> [String] {
        switch operand.placeholder {
        case "DB", "COPY", "FILE": return [filesLine]
        case "SHELL": return CompletionCommand.Shell.allCases.map(\.rawValue)
        case "ID":
            return names(in: location) { database in
                try ids(in: database, arguments.collection, current)
            }
        case "NAME" where arguments.command.name.hasPrefix("collection"):
            return names(in: location) { database in
                try database.stores().map { CollectionOption.name(of: $0) }
            }
        case "NAME" where arguments.command.name == "index rm":
            return names(in: location) { database in
                try store(arguments.collection, of: database)?.indexes() ?? []
            }
        default: return []
        }
    }

    /// Returns the first IDs that begin with a text.
    private static func ids(
        in database: any DocumentDatabase, _ collection: String?, _ beginning: String
    ) throws -> [String] {
        guard let store = try store(collection, of: database) else { return [] }
        let id = QueryTerm.metadata(.id, of: nil)
        let statement = SelectStatement(
            [ResultColumn(id, as: "id")], from: CollectionSource("_"),
            where: .operation(.greaterThanOrEqual, [id, .literal(.string(beginning))]),
            orderedBy: [OrderingTerm(id)], limit: .literal(.integer(Int64(largestCount))))
        return try store.rows(of: statement).compactMap { $0.string(at: 0) }
    }

    private static func store(
        _ collection: String?, of database: any DocumentDatabase
    ) throws -> (any DocumentStore)? {
        guard let collection else { return try database.defaultStore() }
        return try database.store(QualifiedCollectionName(collection))
    }

    /// Reads names from a bundle; returns none if it cannot be read as it is.
    private static func names(
        in bundle: BundlePath?, _ read: (any DocumentDatabase) throws -> [String]
    ) -> [String] {
        guard let bundle, bundle.exists,
            let database = try? Database(
                reading: bundle.name, config: DatabaseConfiguration(directory: bundle.directory))
        else { return [] }
        defer { try? database.close() }
        return (try? read(database)) ?? []
    }
}

/// The arguments before the word that is completed.
private struct CompletedArguments {
    let command: CommandHelp
    private let options: [OptionSpecification]
    /// The operands so far.
    private(set) var operands: [String] = []
    /// The option whose value is the next word.
    private(set) var open: OptionSpecification?
    /// The collection that an option names.
    private(set) var collection: String?
    /// Whether `--` has ended the options.
    private(set) var hasEnded = false

    init(_ command: CommandHelp) {
        self.command = command
        options = command.options + command.encryptionOptions
    }

    /// The operand that the next word is.
    var nextOperand: OperandSpecification? {
        var index = operands.count
        for operand in command.operands {
            if index == 0 || operand.count == .oneOrMore || operand.count == .any { return operand }
            index -= 1
        }
        return nil
    }

    mutating func add(_ word: String) {
        if let option = open {
            open = nil
            set(option, word)
        } else if hasEnded || !word.hasPrefix("-") || word == "-" {
            operands.append(word)
        } else if word == "--" {
            hasEnded = true
        } else if let mark = word.firstIndex(of: "=") {
            let option = options.first { $0.title == word[..<mark] }
            if let option { set(option, String(word[word.index(after: mark)...])) }
        } else {
            open = options.first { option in
                option.placeholder != nil
                    && (option.title == word || option.letter.map { "-\($0)" } == word)
            }
        }
    }

    private mutating func set(_ option: OptionSpecification, _ value: String) {
        if option.name == CollectionOption.option.name { collection = value }
    }
}
