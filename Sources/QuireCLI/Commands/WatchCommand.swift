import Dispatch
import Fleece
import Foundation
import Quire

/// The command `quire watch`.
enum WatchCommand: Command {
    static let help = CommandHelp(
        name: "watch",
        summary: "Print document changes as they happen",
        discussion: [
            "Prints a line for each changed document: its collection, ID and state on a terminal, "
                + "JSON otherwise. Runs until Ctrl-C, or with --limit until N lines have been "
                + "printed. Changes by other processes are detected within 100 ms, except for "
                + "purges, which are not detected."
        ],
        operands: [.database],
        options: [
            .value(
                "collection", "NAME", letter: "c",
                "watch only this collection, as collection or scope.collection"),
            .flag("bodies", letter: "b", "also print the documents"),
            .value("since", "N", "start with the documents changed after sequence N"),
            .value("limit", "N", letter: "n", "exit after N lines"),
            .flag("json", "print JSON even on a terminal"),
            DatabaseAccess.upgradeOption,
        ],
        examples: [
            CommandHelp.Example(
                "quire watch hotels.cblite2 --since 3 --limit 1",
                #"{"collection":"_default","_id":"hotel-10","sequence":4}"#),
            CommandHelp.Example("timeout 1 quire watch hotels.cblite2 --bodies || true"),
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        let limit = try arguments.count("limit") ?? .max
        let since = try arguments.count("since")
        let path = arguments.operand("DB")
        let isForPeople = console.terminals.output && !arguments.has("json")
        var printer = Printer(
            console: console, rest: limit, isForPeople: isForPeople,
            hasBodies: arguments.has("bodies"))
        try DatabaseAccess.write(path, arguments) { database in
            let collections =
                try arguments.has("collection")
                ? [CollectionOption.collection(arguments, of: database)]
                : CollectionOption.all(of: database)
            let changes = ChangeQueue()
            let queue = DispatchQueue(label: "quire.watch")
            let tokens = collections.map {
                $0.addChangeListener(queue: queue) { changes.add($0) }
            }
            defer { for token in tokens { token.remove() } }
            console.note("watching \(path); press Ctrl-C to stop")
            if let since {
                for collection in collections {
                    try printer.print(documentsOf: collection, since: UInt64(since))
                }
            }
            while !printer.isAtEnd {
                for change in changes.take() { try printer.print(change) }
            }
        }
    }

    /// A printer for changes that stops after a number of lines.
    private struct Printer {
        let console: Console
        var rest: Int
        let isForPeople: Bool
        let hasBodies: Bool

        var isAtEnd: Bool { rest == 0 }

        mutating func print(_ change: CollectionChange) throws {
            let name = CollectionOption.name(of: change.collection)
            for id in change.documentIDs {
                try print(name, id, change.collection.record(id: id))
            }
            try console.output.flush()
        }

        mutating func print(documentsOf collection: DocumentCollection, since: UInt64) throws {
            var found: [(sequence: UInt64, id: String)] = []
            try collection.forEachRecord {
                if $0.sequence > since { found.append(($0.sequence, $0.id)) }
            }
            let name = CollectionOption.name(of: collection)
            for (_, id) in found.sorted(by: { $0.sequence < $1.sequence }) {
                try print(name, id, collection.record(id: id))
            }
            try console.output.flush()
        }

        private mutating func print(
            _ collection: String, _ id: String, _ document: DocumentRecord?
        ) throws {
            guard !isAtEnd else { return }
            rest -= 1
            try console.print(
                isForPeople ? line(collection, id, document) : json(collection, id, document))
        }

        private func line(
            _ collection: String, _ id: String, _ document: DocumentRecord?
        ) throws -> String {
            let style = console.style
            let state = document.map { "at sequence \($0.sequence)" } ?? style.red("deleted")
            let text = "\(collection)  \(style.bold(PlainText.escaped(id)))  \(state)"
            guard hasBodies, let document else { return text }
            return text + "\n" + (try document.body.value.json(DocumentJSON.format))
        }

        private func json(
            _ collection: String, _ id: String, _ document: DocumentRecord?
        ) throws -> String {
            var pairs: [(key: String, value: JSONNode)] = [
                ("collection", .string(collection)), (DocumentJSON.idKey, .string(id)),
            ]
            if let document {
                pairs.append(("sequence", .integer(Int64(clamping: document.sequence))))
                if hasBodies {
                    pairs.append(("body", .raw(try document.body.value.json(DocumentJSON.format))))
                }
            } else {
                pairs.append(("deleted", .bool(true)))
            }
            return JSONNode.object(pairs).compact
        }
    }
}
