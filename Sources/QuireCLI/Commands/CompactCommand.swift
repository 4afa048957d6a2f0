import Quire
import QuireInspection

/// The command `quire compact`.
enum CompactCommand: Command {
    static let help = CommandHelp(
        name: "compact",
        summary: "Remove unreferenced blobs and reclaim free space",
        operands: [.bundle],
        options: [DatabaseAccess.upgradeOption],
        examples: [CommandHelp.Example("quire compact hotels.cblite2")])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        let path = try DatabaseLocation.bundle(
            arguments, console: console, for: help,
            because: "it compacts the files of a bundle, and a server vacuums its own tables")
        let before = try BundleSummary(path.reader())
        try DatabaseAccess.writeBundle(path, arguments: arguments) {
            try $0.performMaintenance(type: .compact)
        }
        let after = try BundleSummary(path.reader())
        let blobs = before.blobCount - after.blobCount
        console.note(
            "\(Spelling.bytes(size(before))) before, \(Spelling.bytes(size(after))) now; "
                + "\(Spelling.count(blobs, "blob")) removed")
    }

    private static func size(_ summary: BundleSummary) -> Int64 {
        summary.fileBytes + summary.logBytes + summary.blobBytes
    }
}
