import Quire

/// The command `quire collection rename`.
enum CollectionRenameCommand: Command {
    static let help = CommandHelp(
        name: "collection rename",
        summary: "Rename a collection by copying it",
        discussion: [
            "Copies the documents, expiration dates and indexes to a new collection, and deletes "
                + "the old one, in one transaction. The documents get new revisions, and tombstones "
                + "are not copied, so for replication, the new collection is a different one."
        ],
        operands: [
            .bundle,
            OperandSpecification("NAME", "the collection, as collection or scope.collection"),
            OperandSpecification("NEW", "the new name, as collection or scope.collection"),
        ],
        options: [DatabaseAccess.upgradeOption],
        examples: [
            CommandHelp.Example(
                "quire collection create hotels.cblite2 old && "
                    + "quire collection rename hotels.cblite2 old new")
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        let bundle = try DatabaseLocation.bundle(
            arguments, console: console, for: help, because: CollectionRemoveCommand.reason)
        let (old, new) = (arguments.operand("NAME"), arguments.operand("NEW"))
        let (oldName, newName) = (QualifiedCollectionName(old), QualifiedCollectionName(new))
        try DatabaseAccess.writeBundle(bundle, arguments: arguments) { database in
            guard let source = try database.store(oldName) else {
                throw Failure("there is no collection \(old) in database \(database.name)")
            }
            guard try database.store(newName) == nil else {
                throw Failure("there is already a collection \(new)")
            }
            try database.inBatch {
                let target = try database.createStore(newName)
                try copyDocuments(from: source, to: target)
                for index in try source.indexDefinitions() {
                    try target.createIndex(withName: index.name, config: index.configuration)
                }
                try database.deleteCollection(name: oldName.collection, scope: oldName.scope)
            }
        }
    }

    private static func copyDocuments(
        from source: any DocumentStore, to target: any DocumentStore
    ) throws {
        let reader = StoreReader(store: source)
        try reader.forEachPage { page in
            let saves = page.map { document in
                let record = document.record
                return DocumentSave { writer in
                    writer.write(copyOf: record.body.value)
                    return WriteTarget(id: record.id, if: .absent)
                }
            }
            for result in try target.save(saves) { try result.revision(in: target) }
            for document in page {
                guard let date = document.expiration else { continue }
                try target.setExpiration(date, of: document.record.id)
            }
        }
    }
}
