import Foundation
import Quire
import QuireFormats

#if PostgreSQL
    import QuirePostgreSQL
#endif

/// The command `quire fleet ls`.
enum FleetListCommand: Command {
    static let help = CommandHelp(
        name: "fleet ls",
        summary: "List the databases of a fleet",
        discussion: [
            "Prints a row for each database: its name, its server, its PostgreSQL schema and its state. "
                + "Other commands open a database of a fleet by the connection string of its server and "
                + "the option --schema-name.",
            FleetAccess.discussion,
        ],
        operands: [FleetAccess.operand],
        options: [
            .value("prefix", "TEXT", help: "list the names that begin with TEXT"),
            RowFormat.option, RowFormat.jsonOption,
        ] + FleetAccess.options,
        examples: [
            CommandHelp.Example(
                "quire fleet ls postgresql:///tenants?host=/run/fleet --prefix a || true")
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        try requirePostgreSQL()
        #if PostgreSQL
            let format = try RowFormat.chosen(arguments, console)
            var writer = format.writer(["name", "server", "schema", "state"], console)
            try FleetAccess.open(arguments, isReadOnly: true) { fleet in
                var last = ""
                while true {
                    let page = try fleet.databases(
                        withPrefix: arguments.value("prefix") ?? "", after: last, limit: 1000)
                    for entry in page {
                        try writer.write([
                            .text(entry.name), .text(entry.serverName), .text(entry.schemaName),
                            .text(entry.state.rawValue),
                        ])
                        last = entry.name
                    }
                    if page.count < 1000 { break }
                }
            }
            try writer.finish()
        #endif
    }
}

/// The command `quire fleet create`.
enum FleetCreateCommand: Command {
    static let help = CommandHelp(
        name: "fleet create",
        summary: "Create databases of a fleet",
        discussion: [
            "Each database is a PostgreSQL schema. The fleet is created with its first database.",
            FleetAccess.discussion,
        ],
        operands: [
            FleetAccess.operand, OperandSpecification("NAME", .oneOrMore, help: "a new database"),
        ],
        options: [
            .value(
                "on", "SERVER",
                help: "the server of the databases (default: the one with the fewest databases)")
        ] + FleetAccess.options,
        examples: [
            CommandHelp.Example(
                "quire fleet create postgresql:///tenants?host=/run/fleet alice bob || true")
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        try requirePostgreSQL()
        #if PostgreSQL
            try FleetAccess.open(arguments) { fleet in
                for name in arguments.operands("NAME") {
                    try fleet.createDatabase(named: name, on: arguments.value("on"))
                }
            }
        #endif
    }
}

/// The command `quire fleet rm`.
enum FleetRemoveCommand: Command {
    static let help = CommandHelp(
        name: "fleet rm",
        summary: "Delete databases of a fleet",
        discussion: [
            "Deletes the databases with all documents and blobs, which cannot be undone. The command "
                + "waits for transactions of other programs, and can be repeated after an interruption.",
            FleetAccess.discussion,
        ],
        operands: [
            FleetAccess.operand, OperandSpecification("NAME", .oneOrMore, help: "a database"),
        ],
        options: FleetAccess.options,
        examples: [
            CommandHelp.Example("quire fleet rm postgresql:///tenants?host=/run/fleet bob || true")
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        try requirePostgreSQL()
        #if PostgreSQL
            try FleetAccess.open(arguments) { fleet in
                for name in arguments.operands("NAME") { try fleet.deleteDatabase(named: name) }
            }
        #endif
    }
}

/// The command `quire fleet move`.
enum FleetMoveCommand: Command {
    static let help = CommandHelp(
        name: "fleet move",
        summary: "Move a database of a fleet to another server",
        discussion: [
            "Programs can use the database during the move. At its end, writers wait for a moment, and "
                + "find the database at its new place. An interrupted move loses nothing: repeat the "
                + "command, or end the move by naming the database's own server.",
            FleetAccess.discussion,
        ],
        operands: [
            FleetAccess.operand, OperandSpecification("NAME", "the database"),
            OperandSpecification("SERVER", "the name of the new server"),
        ],
        options: FleetAccess.options,
        examples: [
            CommandHelp.Example(
                "quire fleet move postgresql:///tenants?host=/run/fleet alice eu2 "
                    + "--server eu2=postgresql:///tenants?host=/run/fleet2 || true")
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        try requirePostgreSQL()
        #if PostgreSQL
            let name = arguments.operand("NAME")
            try FleetAccess.open(arguments) { fleet in
                let report = try fleet.moveDatabase(
                    named: name, to: arguments.operand("SERVER"))
                guard report.byteCount > 0 else {
                    return console.note("\(name) is on \(arguments.operand("SERVER"))")
                }
                console.note(
                    "moved \(name): \(Spelling.count(report.byteCount, "byte")) in "
                        + "\(report.duration.formatted(fractionDigits: 1)); writers waited "
                        + report.writePause.formatted(fractionDigits: 3))
            }
        #endif
    }
}

/// The command `quire fleet upgrade`.
enum FleetUpgradeCommand: Command {
    static let help = CommandHelp(
        name: "fleet upgrade",
        summary: "Upgrade the tables of all databases of a fleet",
        discussion: [
            "Databases are also upgraded when they are opened. After the upgrade, programs with an "
                + "earlier version of Quire can read the database and not write to it. The command "
                + "continues after an error, names the databases whose upgrade failed, and exits with 1.",
            FleetAccess.discussion,
        ],
        operands: [FleetAccess.operand],
        options: FleetAccess.options,
        examples: [
            CommandHelp.Example("quire fleet upgrade postgresql:///tenants?host=/run/fleet || true")
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        try requirePostgreSQL()
        #if PostgreSQL
            try FleetAccess.open(arguments) { fleet in
                let report = try fleet.upgrade()
                for failure in report.failures {
                    let reason = (failure.error as? QuireError)?.message ?? "\(failure.error)"
                    console.note("quire fleet upgrade: \(failure.databaseName): \(reason)")
                }
                console.note(
                    "\(Spelling.count(report.completedCount, "database")) with the current version")
                if !report.failures.isEmpty { throw Failure.reported }
            }
        #endif
    }
}

#if PostgreSQL
    extension Duration {
        /// The duration in seconds.
        fileprivate func formatted(fractionDigits: Int) -> String {
            formatted(
                .units(
                    allowed: [.seconds], width: .narrow,
                    fractionalPart: .show(length: fractionDigits)))
        }
    }
#endif
