import Foundation
import Quire
import QuireFormats
import QuireStudio

/// The command `quire studio`.
enum StudioCommand: Command {
    static let help = CommandHelp(
        name: "studio",
        summary: "Show and edit a database in the browser",
        discussion: [
            "Starts a server for this machine, prints the URL of its page, and opens it in the "
                + "browser if the output is a terminal. Ctrl-C stops the server.",
            "The URL contains a token that permits to read and to change the database. It is "
                + "different in each run.",
            "The browser stores no queries of an encrypted bundle. Its history contains the addresses of "
                + "screens, with document IDs and filters.",
        ],
        operands: [.database],
        options: [
            .value(
                "port", "N", letter: "p", help: "the port (default: the first free one from 4983)"),
            .flag("no-open", "do not open the browser"),
            .flag("read-only", "refuse changes"),
            DatabaseAccess.upgradeOption, ServerDatabase.schemaNameOption,
        ],
        examples: [
            CommandHelp.Example("timeout 1 quire studio hotels.cblite2 --no-open || true")
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        var configuration = StudioConfiguration()
        if let port = try arguments.count("port") {
            guard let port = UInt16(exactly: port) else {
                throw UsageError("--port must be at most 65535, not \(port)")
            }
            configuration.port = port
        }
        configuration.isReadOnly = arguments.has("read-only")
        let opens = console.terminals.output && !arguments.has("no-open")
        let serve = { (database: any DocumentDatabase) in
            let studio = try Studio(database, configuration: configuration)
            defer { studio.stop() }
            try console.interruption.whileAwaited {
                try console.print(studio.url.absoluteString)
                try console.output.flush()
                if opens { BrowserProcess.open(studio.openingURL()) }
                console.note("press Ctrl-C to stop")
                while !console.interruption.isRequested { Thread.sleep(forTimeInterval: 0.05) }
            }
        }
        if configuration.isReadOnly {
            try DatabaseAccess.read(arguments, console: console, serve)
        } else {
            try DatabaseAccess.write(arguments, console: console, serve)
        }
    }
}
