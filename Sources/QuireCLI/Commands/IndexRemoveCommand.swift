import Quire

/// The command `quire index rm`.
enum IndexRemoveCommand: Command {
    static let help = CommandHelp(
        name: "index rm",
        summary: "Delete indexes",
        discussion: ["Either all of the indexes are deleted or none. Documents are not changed."],
        operands: [
            .database, OperandSpecification("NAME", .oneOrMore, help: "the indexes' names"),
        ],
        options: [
            CollectionOption.option, DatabaseAccess.upgradeOption, ServerDatabase.schemaNameOption,
        ],
        examples: [
            CommandHelp.Example(
                "quire index create hotels.cblite2 byCity city && "
                    + "quire index rm hotels.cblite2 byCity")
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        try DatabaseAccess.write(arguments, console: console) { database in
            let collection = try CollectionOption.collection(arguments, of: database)
            try database.inBatch {
                for name in arguments.operands("NAME") {
                    guard try collection.indexes().contains(name) else {
                        throw Failure("there is no index \(name)")
                    }
                    try collection.deleteIndex(forName: name)
                }
            }
        }
    }
}
