import Quire
import QuireFormats
import QuireInspection

/// The command `quire check`.
enum CheckCommand: Command {
    static let help = CommandHelp(
        name: "check",
        summary: "Check a database for errors",
        discussion: [
            "Checks SQLite's pages and indexes, the IDs, sequences, revisions and bodies of all "
                + "documents, the shared keys, and the content of all blobs. In an encrypted bundle, it also "
                + "checks that no page and no blob was changed without the key. The database is not "
                + "changed or upgraded.",
            "Prints a line for each finding: a fault or a note, with its location and "
                + "description. If there are faults, the exit status is 1.",
        ],
        operands: [.bundle],
        options: [RowFormat.option, RowFormat.jsonOption],
        examples: [CommandHelp.Example("quire check hotels.cblite2")])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        let bundle = try DatabaseLocation.bundle(
            arguments, console: console, for: help, because: "it checks the files of a bundle")
        try bundle.checkExists()
        let isPlain = !arguments.has("format") && !arguments.has("json")
        let format = try RowFormat.chosen(arguments, console)
        var writer = format.writer(["weight", "place", "finding"], console)
        let totals = try BundleCheck.run(path: bundle.path, key: bundle.key.value()) { finding in
            if isPlain {
                let weight = finding.isFault ? console.style.red("fault") : "note"
                try console.print(
                    PlainText.escaped("\(finding.location): \(finding.message)").prefixed(weight))
            } else {
                try writer.write([
                    .text(finding.isFault ? "fault" : "note"), .text(finding.location),
                    .text(finding.message),
                ])
            }
        }
        if !isPlain { try writer.finish() }
        try console.output.flush()
        console.note(summary(of: bundle, totals: totals, style: console.diagnosticStyle))
        if totals.faults > 0 { throw Failure.reported }
    }

    private static func summary(
        of bundle: BundlePath, totals: BundleCheck.Totals, style: TextStyle
    ) -> String {
        let counts = [
            Spelling.count(totals.documents, "document"),
            Spelling.count(totals.tombstones, "tombstone"), Spelling.count(totals.blobs, "blob"),
            Spelling.count(totals.indexes, "index", plural: "indexes"),
        ]
        let verdict =
            totals.faults == 0
            ? style.green("no faults") : style.red(Spelling.count(totals.faults, "fault"))
        return "\(bundle.path): \(Spelling.list(counts, "and")): \(verdict)"
    }
}

extension String {
    /// Returns the string prefixed by a word and a colon.
    fileprivate func prefixed(_ word: String) -> String { "\(word): \(self)" }
}
