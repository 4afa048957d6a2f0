import Foundation
import Quire

/// The command `quire copy`.
enum CopyCommand: Command {
    static let help = CommandHelp(
        name: "copy",
        summary: "copy a database with its blobs",
        discussion: [
            "The copy gets identifiers of its own, so that it is a database of its own to others. "
                + "The source may be in use meanwhile. A bundle of an older Couchbase Lite is copied "
                + "as it is."
        ],
        operands: [.database, OperandSpecification("COPY", "the path of the copy, .cblite2 too")],
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
