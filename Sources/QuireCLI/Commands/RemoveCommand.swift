import Quire

/// The command `quire rm`.
enum RemoveCommand: Command {
    static let help = CommandHelp(
        name: "rm",
        summary: "Delete documents, leaving tombstones",
        discussion: [
            "A tombstone replicates the deletion to other databases; 'quire purge' leaves none. "
                + "Either all of the documents are deleted or none."
        ],
        operands: [.database, DocumentIDs.operand],
        options: [
            CollectionOption.option, DatabaseAccess.upgradeOption, ServerDatabase.schemaNameOption,
        ],
        examples: [CommandHelp.Example("quire rm hotels.cblite2 hotel-3")])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        let ids = try DocumentIDs.read(arguments, console)
        try DatabaseAccess.write(arguments, console: console) { database in
            let collection = try CollectionOption.collection(arguments, of: database)
            try database.inBatch {
                for id in ids
                where try collection.delete(id: id, if: .any).revision(in: collection) == nil {
                    throw Failure("document \(id.debugDescription) is already deleted")
                }
            }
        }
    }
}
