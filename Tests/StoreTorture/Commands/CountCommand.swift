import Fleece
import Quire
import QuireTestSupport

/// Increments a counter in a database that other processes use concurrently.
///
/// Each transaction reads a shared counter, saves its successor, and saves an entry about it with a
/// unique field name.
struct CountCommand: Command {
    static let name = "count"
    static let usage = "DIR PROCESS TRANSACTIONS [--seed=N]"

    private let directory: String
    private let process: Int
    private let transactions: Int
    private let seed: UInt64

    init(_ arguments: inout Arguments) throws {
        directory = try arguments.word("DIR")
        process = try arguments.number("PROCESS")
        transactions = try arguments.number("TRANSACTIONS")
        seed = try arguments.seed()
    }

    func run() throws {
        Console.print("SEED \(seed)")
        var random = SplitMix64(seed: seed)
        let database = try TortureDatabase.open(in: directory)
        let collection = try database.defaultCollection()
        for number in 0..<transactions {
            let counter = CounterEntry.counters.randomElement(using: &random) ?? ""
            try database.inBatch {
                let value = (try collection.body(id: counter)?["value"]?.int64 ?? 0) + 1
                try collection.saveBody(id: counter) { writer in
                    writer.beginDictionary()
                    writer.writeKey("value")
                    writer.write(value)
                    writer.endDictionary()
                }
                let entry = CounterEntry(
                    process: process, number: number, counter: counter, value: value,
                    sequence: try database.sequence(of: counter))
                try collection.saveBody(id: entry.id) { entry.write(to: $0) }
            }
        }
        try database.close()
    }
}
