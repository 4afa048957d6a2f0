import Quire

/// The command `quire collection create`.
enum CollectionCreateCommand: Command {
    static let help = CommandHelp(
        name: "collection create",
        summary: "Create collections",
        discussion: [
            "Either all of the collections are created or none. The database is created if it does "
                + "not exist."
        ],
        operands: [
            .database,
            OperandSpecification(
                "NAME", .oneOrMore,
                help: "the collections' names, as collection or scope.collection"),
        ],
        options: [DatabaseAccess.upgradeOption, ServerDatabase.schemaNameOption],
        examples: [CommandHelp.Example("quire collection create hotels.cblite2 travel.reviews")])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        try DatabaseAccess.write(arguments, console: console, for: .creating) { database in
            try database.inBatch {
                for text in arguments.operands("NAME") {
                    let name = QualifiedCollectionName(text)
                    guard try database.store(name) == nil else {
                        throw Failure("there is already a collection \(text)")
                    }
                    _ = try database.createStore(name)
                }
            }
        }
    }
}
