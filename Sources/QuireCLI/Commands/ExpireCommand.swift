import Foundation
import Quire

/// The command `quire expire`.
enum ExpireCommand: Command {
    static let help = CommandHelp(
        name: "expire",
        summary: "Set or print the expiration date of a document",
        discussion: [
            "WHEN is a date such as 2027-01-31T12:00:00Z, a duration from now such as 90s, 15m, "
                + "12h or 30d, or never. Without WHEN, prints the document's expiration date."
        ],
        operands: [
            .database, OperandSpecification("ID", "the document's ID"),
            OperandSpecification("WHEN", .optional, help: "the expiration date"),
        ],
        options: [
            CollectionOption.option, DatabaseAccess.upgradeOption, ServerDatabase.schemaNameOption,
        ],
        examples: [
            CommandHelp.Example("quire expire hotels.cblite2 hotel-1 30d"),
            CommandHelp.Example("quire expire hotels.cblite2 hotel-2", "never"),
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        let id = arguments.operand("ID")
        guard let text = arguments.optionalOperand("WHEN") else {
            return try DatabaseAccess.read(arguments, console: console) { database in
                let collection = try CollectionOption.collection(arguments, of: database)
                guard try collection.record(id: id) != nil else {
                    throw Failure("there is no document \(id.debugDescription)")
                }
                let time = try collection.expiration(of: id)
                try console.print(time.flatMap(DocumentDate.string(from:)) ?? "never")
            }
        }
        let time = try time(text, after: Date())
        try DatabaseAccess.write(arguments, console: console) { database in
            let collection = try CollectionOption.collection(arguments, of: database)
            guard try collection.setExpiration(time, of: id) else {
                throw collection.missingDocument(id)
            }
        }
    }

    /// Parses a time; `nil` means never.
    static func time(_ text: String, after now: Date) throws -> Date? {
        if text == "never" { return nil }
        let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        let number = text.hasPrefix("+") ? text.dropFirst().dropLast() : text.dropLast()
        if let unit = text.last.flatMap({ units[$0] }), let count = UInt32(number) {
            return now.addingTimeInterval(unit * Double(count))
        }
        if let date = DocumentDate.date(from: text) { return date }
        throw UsageError(
            "\(text.debugDescription) is not a time; use 2027-01-31T12:00:00Z, 15m, 30d or never")
    }
}
