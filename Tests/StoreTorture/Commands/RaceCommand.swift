import Foundation
import Quire

/// Performs random operations on many threads concurrently.
///
/// The threads share several database objects for one file, and an in-memory database. Run it with
/// ThreadSanitizer.
struct RaceCommand: Command {
    static let name = "race"
    static let usage = "SECONDS [--seed=N]"

    private static let threads = 8
    /// The number of seconds without progress after which a thread is considered deadlocked.
    private static let patience = 30

    private let seconds: Int
    private let seed: UInt64

    init(_ arguments: inout Arguments) throws {
        seconds = try arguments.number("SECONDS")
        seed = try arguments.seed()
    }

    func run() throws {
        Console.print("SEED \(seed)")
        let directory = FileManager.default.temporaryDirectory
            .appending(path: "quire-race-\(UUID().uuidString)").path
        let file = try RaceArena(files: 3) {
            try TortureDatabase.open(in: directory)
        }
        let memory = try RaceArena(keeping: Database(inMemoryNamed: "race"))
        let watchdog = Watchdog(patience: Self.patience)
        let threads = (0..<Self.threads).map { number in
            RaceThread(
                number: number, seconds: seconds, seed: seed &+ UInt64(number),
                arenas: [file, file, file, memory], watchdog: watchdog)
        }
        for thread in threads { thread.start() }
        for thread in threads { thread.wait() }
        try watchdog.watching("the end") {
            for arena in [file, memory] { try arena.end() }
            try check(file, memory, in: directory)
        }
        try FileManager.default.removeItem(atPath: directory)
        Console.print(
            "raced: \(threads.map(\.count).reduce(0, +)) operations, "
                + "\(file.listenerCalls + memory.listenerCalls) listener calls")
    }

    private func check(_ file: RaceArena, _ memory: RaceArena, in directory: String) throws {
        let fresh = try TortureDatabase.open(in: directory)
        for (arena, database) in [(file, fresh), (memory, memory.anyDatabase)] {
            try database.performMaintenance(type: .integrityCheck)
            let counted = try RaceOperation.count(in: database)
            try require(
                counted == arena.increments,
                "the counter is at \(counted) after \(arena.increments) increments")
            try TortureVectors.check(database)
            try database.close()
        }
        try StoredRows(ofFile: TortureDatabase.file(in: directory)).checkSequences()
    }
}
