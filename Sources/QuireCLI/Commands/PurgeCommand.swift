import Quire

/// The command `quire purge`.
enum PurgeCommand: Command {
    static let help = CommandHelp(
        name: "purge",
        summary: "Purge documents",
        discussion: [
            "Purging removes a document without leaving a tombstone and is not replicated. Either "
                + "all of the documents are purged or none."
        ],
        operands: [.database, DocumentIDs.operand],
        options: [
            CollectionOption.option, DatabaseAccess.upgradeOption, ServerDatabase.schemaNameOption,
        ],
        examples: [CommandHelp.Example("quire purge hotels.cblite2 hotel-3")])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        let ids = try DocumentIDs.read(arguments, console)
        try DatabaseAccess.write(arguments, console: console) { database in
            let collection = try CollectionOption.collection(arguments, of: database)
            try database.inBatch {
                for id in ids where try !collection.purge(id: id) {
                    throw collection.missingDocument(id)
                }
            }
        }
    }
}
