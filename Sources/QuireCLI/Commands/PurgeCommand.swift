import Quire

/// The command `quire purge`.
enum PurgeCommand: Command {
    static let help = CommandHelp(
        name: "purge",
        summary: "remove documents without a trace",
        discussion: [
            "Nothing is left of them, not even a tombstone, and other databases do not hear of it. "
                + "All of the documents are removed, or none."
        ],
        operands: [.database, OperandSpecification("ID", .oneOrMore, "the documents' IDs")],
        options: [CollectionOption.option, DatabaseAccess.upgradeOption],
        examples: [CommandHelp.Example("quire purge hotels.cblite2 hotel-3")])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        try DatabaseAccess.write(arguments.operand("DB"), arguments) { database in
            let collection = try CollectionOption.collection(arguments, of: database)
            try database.inBatch {
                for id in arguments.operands("ID") { try collection.purge(id: id) }
            }
        }
    }
}
