import Fleece
import Foundation
import Quire
import QuireFormats

/// The command `quire watch`.
enum WatchCommand: Command {
    static let help = CommandHelp(
        name: "watch",
        summary: "Print document changes as they happen",
        discussion: [
            "Prints a line for each changed document: its collection, ID and state on a terminal, "
                + "JSON otherwise. Runs until Ctrl-C, or with --limit until N lines have been "
                + "printed. Changes by other processes are detected within 100 ms in a bundle, and "
                + "within a second on a server, except for purges, which are not detected."
        ],
        operands: [.database],
        options: [
            .value(
                "collection", "NAME", letter: "c",
                help: "watch only this collection, as collection or scope.collection"),
            .flag("bodies", letter: "b", "also print the documents"),
            .value("since", "N", help: "start with the documents changed after sequence N"),
            .value("limit", "N", letter: "n", help: "exit after N lines"),
            .flag("json", "print JSON even on a terminal"),
            DatabaseAccess.upgradeOption, ServerDatabase.schemaNameOption,
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
        let location = try DatabaseLocation(arguments, console: console)
        let isForPeople = console.terminals.output && !arguments.has("json")
        var printer = Printer(
            console: console, rest: limit, isForPeople: isForPeople,
            hasBodies: arguments.has("bodies"))
        try DatabaseAccess.write(location, arguments: arguments, for: .observing) { database in
            let collections =
                try arguments.has("collection")
                ? [CollectionOption.collection(arguments, of: database)]
                : database.stores()
            let changes = ChangeQueue()
            for collection in collections { changes.observe(collection) }
            defer { changes.end() }
            let name =
                switch location {
                case .bundle(let bundle): bundle.path
                case .server(let server): "database \(database.name) on \(server)"
                }
            // The database is closed before a signal ends the process, so that no log files remain.
            try console.interruption.whileAwaited {
                console.note("watching \(name); press Ctrl-C to stop")
                if let since {
                    for collection in collections {
                        try printer.print(changesOf: collection, since: UInt64(since))
                    }
                }
                while !printer.isAtEnd, !console.interruption.isRequested {
                    for change in changes.take(waitingFor: 0.05) { try printer.print(change) }
                }
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

        mutating func print(_ change: ChangeQueue.Change) throws {
            let name = CollectionOption.name(of: change.store)
            for id in change.ids {
                try print(collection: name, id: id, document: change.store.record(id: id))
            }
            try console.output.flush()
        }

        mutating func print(changesOf store: any DocumentStore, since: UInt64) throws {
            let name = CollectionOption.name(of: store)
            var last = since
            while !isAtEnd {
                let page = try store.changes(since: last, limit: 500)
                guard let end = page.last?.revision.sequence else { break }
                for change in page {
                    try print(
                        collection: name, id: change.id, document: store.record(id: change.id))
                }
                last = end
            }
            try console.output.flush()
        }

        private mutating func print(
            collection: String, id: String, document: DocumentRecord?
        ) throws {
            guard !isAtEnd else { return }
            rest -= 1
            try console.print(
                isForPeople
                    ? line(collection: collection, id: id, document: document)
                    : json(collection: collection, id: id, document: document))
        }

        private func line(
            collection: String, id: String, document: DocumentRecord?
        ) throws -> String {
            let style = console.style
            let state = document.map { "at sequence \($0.sequence)" } ?? style.red("deleted")
            let text = "\(collection)  \(style.bold(PlainText.escaped(id)))  \(state)"
            guard hasBodies, let document else { return text }
            return text + "\n" + (try document.body.value.json(DocumentJSON.format))
        }

        private func json(
            collection: String, id: String, document: DocumentRecord?
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
