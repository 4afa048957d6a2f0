import Foundation
import Quire
import QuireFormats
import QuireInspection

/// The command `quire info`.
enum InfoCommand: Command {
    static let help = CommandHelp(
        name: "info",
        summary: "Print information about a database",
        discussion: [
            "Prints sizes, collections, indexes and settings of a bundle, which is not upgraded, or "
                + "the collections and indexes of a database on a server.",
            "Without the key of an encrypted bundle, prints only how it is encrypted, and its size.",
        ],
        operands: [.database],
        options: [RowFormat.jsonOption, ServerDatabase.schemaNameOption],
        examples: [
            CommandHelp.Example("quire info hotels.cblite2"),
            CommandHelp.Example("quire info hotels.cblite2 --json"),
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        let location = try DatabaseLocation(arguments, console: console)
        switch location {
        case .bundle(let bundle):
            try bundle.checkExists()
            let encryption = try BundleEncryption(path: bundle.path)
            if let encryption, bundle.key.source.option == nil {
                let summary = EncryptedBundleSummary(path: bundle.path, encryption)
                if arguments.has("json") { return try console.print(summary.json.pretty) }
                return try print(summary.facts, console)
            }
            let summary = try BundleSummary(bundle.reader())
            if arguments.has("json") { return try console.print(json(summary, encryption).pretty) }
            try print(facts(summary, encryption), console)
        case .server(let server):
            let information = try DatabaseAccess.read(location, console: console) {
                try ServerInformation($0, schemaName: server.schemaName)
            }
            if arguments.has("json") { return try console.print(information.json.pretty) }
            try print(information.facts, console)
        }
    }

    private static func print(
        _ facts: [(title: String, text: String)], _ console: Console
    ) throws {
        let width = facts.map(\.title.count).max() ?? 0
        for (title, text) in facts {
            let padding = String(repeating: " ", count: width - title.count + 2)
            try console.print(
                console.terminals.output
                    ? console.style.bold(title) + padding + text : "\(title)\t\(text)")
        }
    }

    private static func facts(
        _ summary: BundleSummary, _ encryption: BundleEncryption?
    ) -> [(title: String, text: String)] {
        var facts = [
            ("bundle", summary.path), ("encryption", encryption?.text ?? "none"),
            (
                "schema",
                "\(summary.schemaVersion), "
                    + (summary.hasVersionVectors ? "version vectors" : "revision trees")
                    + (summary.isOutdated ? "; writing requires --upgrade" : "")
            ),
            (
                "size",
                "\(Spelling.bytes(summary.fileBytes)), \(Spelling.bytes(summary.freeBytes)) of it "
                    + "free; log \(Spelling.bytes(summary.logBytes))"
            ),
            ("durability", durability(summary.journalMode)),
            (
                "blobs",
                summary.blobCount == 0
                    ? "none" : "\(summary.blobCount), \(Spelling.bytes(summary.blobBytes))"
            ),
            ("shared keys", "\(summary.sharedKeys.count) of 2,048"),
        ]
        if let uuid = summary.publicUUID { facts.append(("UUID", uuid.uuidString.lowercased())) }
        for collection in summary.collections {
            var text = Spelling.count(collection.documentCount, "document")
            if collection.tombstoneCount > 0 {
                text += ", \(Spelling.count(collection.tombstoneCount, "tombstone"))"
            }
            if collection.expiringCount > 0 {
                text += ", \(Spelling.grouped(collection.expiringCount)) of them expiring"
            }
            text += "; \(Spelling.bytes(collection.bodyBytes)), "
            text += "last sequence \(Spelling.grouped(Int(clamping: collection.lastSequence)))"
            facts.append(("collection \(collection.name)", text))
        }
        return facts + summary.indexes.map(fact)
    }

    /// Returns the line about an index.
    static func fact(_ index: BundleSummary.Index) -> (title: String, text: String) {
        var text = "\(index.kind) on \(index.collection): \(index.definition)"
        if let status = index.status {
            text += "; \(Spelling.count(status.indexedCount, "document"))"
            let counts = [
                (status.omittedCount, "without a vector"),
                (status.outdatedCount, "to compute"),
                (status.recentCount, "recent"), (status.unusedCount, "unused slots"),
            ]
            for (count, title) in counts where count > 0 {
                text += ", \(Spelling.grouped(count)) \(title)"
            }
        }
        return ("index \(index.name)", text)
    }

    private static func durability(_ journalMode: String) -> String {
        journalMode == "wal"
            ? "write-ahead log: no loss in a crash; power loss may lose the last commits"
            : "journal mode \(journalMode)"
    }

    private static func json(
        _ summary: BundleSummary, _ encryption: BundleEncryption?
    ) -> JSONNode {
        .object([
            ("path", .string(summary.path)),
            ("encryption", encryption?.json ?? .null),
            ("schemaVersion", .integer(summary.schemaVersion)),
            ("revisions", .string(summary.hasVersionVectors ? "version vectors" : "trees")),
            ("isOutdated", .bool(summary.isOutdated)),
            ("uuid", summary.publicUUID.map { .string($0.uuidString.lowercased()) } ?? .null),
            ("journalMode", .string(summary.journalMode)),
            ("fileBytes", .integer(summary.fileBytes)),
            ("freeBytes", .integer(summary.freeBytes)),
            ("logBytes", .integer(summary.logBytes)),
            ("blobs", .integer(Int64(summary.blobCount))),
            ("blobBytes", .integer(summary.blobBytes)),
            ("collections", .array(summary.collections.map(json))),
            ("indexes", .array(summary.indexes.map(json))),
            ("sharedKeys", .array(summary.sharedKeys.map { .string($0) })),
        ])
    }

    private static func json(_ collection: BundleSummary.Collection) -> JSONNode {
        .object([
            ("name", .string(collection.name)),
            ("documents", .integer(Int64(collection.documentCount))),
            ("tombstones", .integer(Int64(collection.tombstoneCount))),
            ("expiring", .integer(Int64(collection.expiringCount))),
            ("bodyBytes", .integer(collection.bodyBytes)),
            ("lastSequence", .integer(collection.lastSequence)),
        ])
    }

    /// Returns an index as JSON.
    static func json(_ index: BundleSummary.Index) -> JSONNode {
        .object(
            [
                ("name", .string(index.name)),
                ("collection", .string(index.collection)),
                ("kind", .string(index.kind)),
                ("expression", .string(index.definition)),
            ] + (index.status.map { [("status", json($0))] } ?? []))
    }

    private static func json(_ status: NearestIndexStatus) -> JSONNode {
        .object([
            ("indexed", .integer(Int64(status.indexedCount))),
            ("omitted", .integer(Int64(status.omittedCount))),
            ("outdated", .integer(Int64(status.outdatedCount))),
            ("recent", .integer(Int64(status.recentCount))),
            ("unused", .integer(Int64(status.unusedCount))),
        ])
    }
}
