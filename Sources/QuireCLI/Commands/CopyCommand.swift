import Foundation
import Quire

/// The command `quire copy`.
enum CopyCommand: Command {
    static let help = CommandHelp(
        name: "copy",
        summary: "Copy a database with its blobs",
        discussion: [
            "The copy gets new identifiers, so that other databases treat it as a separate "
                + "database. The source may be in use during the copy. A bundle of an older "
                + "Couchbase Lite is not upgraded."
        ],
        operands: [.database, OperandSpecification("COPY", "the path of the new bundle")],
        examples: [
            CommandHelp.Example(
                "quire copy hotels.cblite2 backup.cblite2 && quire ls backup.cblite2 -n 1",
                "hotel-1")
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        let source = try BundlePath(arguments.operand("DB"))
        let copy = try BundlePath(arguments.operand("COPY"))
        try source.checkExists()
        try Database.copy(
            fromPath: source.path, toDatabase: copy.name,
            withConfig: DatabaseConfiguration(directory: copy.directory))
    }
}
