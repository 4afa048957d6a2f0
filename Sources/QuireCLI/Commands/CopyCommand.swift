import Foundation
import Quire

/// The command `quire copy`.
enum CopyCommand: Command {
    private static let copySchemaNameOption = OptionSpecification.value(
        "copy-schema-name", "NAME", help: "the PostgreSQL schema of COPY, if it differs")

    static let help = CommandHelp(
        name: "copy",
        summary: "Copy a database with its blobs",
        discussion: [
            "The copy gets new identifiers, so that other databases treat it as a separate "
                + "database. The source may be in use during the copy. A bundle of an older "
                + "Couchbase Lite is not upgraded.",
            "DB, COPY or both can be on a server. Then all collections are copied, with their "
                + "documents, document IDs, tombstones, expiration dates, blobs, and the indexes that "
                + "the engine of the copy supports; a note names the others. Documents get new "
                + "revisions, and expired documents are not copied. At the end, COPY is compared "
                + "with DB. If a document differs, the exit status is 1.",
            "To continue an interrupted copy, run the command again. Documents that are equal are "
                + "not written again. If COPY contains other documents, or other versions of "
                + "documents, nothing is copied; with --overwrite, the versions of DB replace those of "
                + "COPY, and other documents of COPY are kept and reported as differences.",
            "The copy of an encrypted bundle has the same key, unless an option names another one, and "
                + "always a data key of its own.",
        ],
        operands: [
            .database,
            OperandSpecification("COPY", "the path of the new bundle, or a connection string"),
        ],
        options: [
            .flag("overwrite", "replace documents of COPY that differ")
        ] + OptionSpecification.newEncryption + [
            DatabaseAccess.upgradeOption, ServerDatabase.schemaNameOption, copySchemaNameOption,
        ],
        examples: [
            CommandHelp.Example(
                "quire copy hotels.cblite2 backup.cblite2 && quire ls backup.cblite2 -n 1",
                "hotel-1")
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        let new = try NewKey(arguments, console)
        let (source, target) = try locations(arguments, console, newKey: new.source)
        if case .bundle(let source) = source, case .bundle(let copy) = target {
            return try copyFiles(of: source, to: copy, with: new, arguments: arguments)
        }
        if new.decrypts || target.isServer { try new.refuse("bundles as DB and COPY") }
        try DatabaseAccess.read(source, console: console) { source in
            try DatabaseAccess.write(target, arguments: arguments, for: .creating) { target in
                let copy = DatabaseCopy(
                    source, to: target, overwrites: arguments.has("overwrite"), console)
                do {
                    try console.interruption.whileAwaited { try copy.run() }
                } catch {
                    if copy.counts.saved > 0 { console.note(summary(copy)) }
                    throw error
                }
                for example in copy.differences.examples { console.note("quire copy: \(example)") }
                console.note(summary(copy) + "; " + verdict(copy, console.diagnosticStyle))
                if copy.differences.count > 0 { throw Failure.reported }
            }
        }
    }

    private static func locations(
        _ arguments: Arguments, _ console: Console, newKey: KeySource
    ) throws -> (source: DatabaseLocation, target: DatabaseLocation) {
        let schemaName = arguments.value(ServerDatabase.schemaNameOption.name)
        let copySchemaName = arguments.value(copySchemaNameOption.name)
        let key = try KeySource(arguments, console)
        let source = try DatabaseLocation(
            arguments.operand("DB"), schemaName: schemaName, key: key)
        if source.isServer { try key.refuse("a bundle as DB") }
        let target = try DatabaseLocation(
            arguments.operand("COPY"), schemaName: copySchemaName ?? schemaName, key: newKey)
        if case .bundle = target {
            if copySchemaName != nil {
                throw UsageError(
                    "\(copySchemaNameOption.title) requires a connection string as COPY")
            }
            if case .bundle = source, schemaName != nil {
                throw UsageError(
                    "\(ServerDatabase.schemaNameOption.title) requires a connection string")
            }
        }
        return (source, target)
    }

    /// Copies the files of a bundle.
    private static func copyFiles(
        of source: BundlePath, to copy: BundlePath, with new: NewKey, arguments: Arguments
    ) throws {
        for option in ["overwrite", DatabaseAccess.upgradeOption.name] where arguments.has(option) {
            throw UsageError("--\(option) requires a connection string")
        }
        try source.checkExists()
        let key = try source.key.value()
        var configuration = DatabaseConfiguration(directory: copy.directory)
        configuration.encryptionKey = try new.isGiven ? new.value() : key
        try Database.copy(
            fromPath: source.path, toDatabase: copy.name, withConfig: configuration, sourceKey: key)
    }

    private static func summary(_ copy: DatabaseCopy) -> String {
        let counts = copy.counts
        let copied = [
            Spelling.count(counts.saved, "document"),
            Spelling.count(counts.tombstones, "tombstone"), Spelling.count(counts.blobs, "blob"),
        ]
        let seconds = (copy.progress.elapsed * 100).rounded() / 100
        var text = "\(Spelling.list(copied, "and")) copied in \(seconds) s"
        if counts.equal > 0 { text += ", \(Spelling.grouped(counts.equal)) were equal" }
        if counts.missingBlobs > 0 {
            text += "; DB lacks the content of \(Spelling.count(counts.missingBlobs, "blob"))"
        }
        return text
    }

    private static func verdict(_ copy: DatabaseCopy, _ style: TextStyle) -> String {
        let count = copy.differences.count
        return count == 0
            ? style.green("the copy is equal")
            : style.red(Spelling.count(count, "document") + (count == 1 ? " differs" : " differ"))
    }
}
