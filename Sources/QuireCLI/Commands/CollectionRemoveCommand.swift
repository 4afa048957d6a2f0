import Quire

/// The command `quire collection rm`.
enum CollectionRemoveCommand: Command {
    static let help = CommandHelp(
        name: "collection rm",
        summary: "Delete collections with their documents and indexes",
        discussion: [
            "The deletion leaves no tombstones and is not replicated. Either all of the collections "
                + "are deleted or none. The default collection cannot be deleted."
        ],
        operands: [
            .bundle,
            OperandSpecification(
                "NAME", .oneOrMore,
                help: "the collections' names, as collection or scope.collection"),
        ],
        options: [DatabaseAccess.upgradeOption],
        examples: [
            CommandHelp.Example(
                "quire collection create hotels.cblite2 old && "
                    + "quire collection rm hotels.cblite2 old")
        ])

    /// Why the command does not work on servers.
    static let reason = "collections of a server cannot be deleted"

    static func run(_ arguments: Arguments, _ console: Console) throws {
        let bundle = try DatabaseLocation.bundle(
            arguments, console: console, for: help, because: reason)
        try DatabaseAccess.writeBundle(bundle, arguments: arguments) { database in
            try database.inBatch {
                for text in arguments.operands("NAME") {
                    let name = QualifiedCollectionName(text)
                    guard try database.collection(name: name.collection, scope: name.scope) != nil
                    else {
                        throw Failure("there is no collection \(text) in database \(database.name)")
                    }
                    try database.deleteCollection(name: name.collection, scope: name.scope)
                }
            }
        }
    }
}
