import Quire

/// Checks the results of several processes with the command `count`.
struct CheckCountCommand: Command {
    static let name = "check-count"
    static let usage = "DIR PROCESSES TRANSACTIONS"

    private let directory: String
    private let processes: Int
    private let transactions: Int

    init(_ arguments: inout Arguments) throws {
        directory = try arguments.word("DIR")
        processes = try arguments.number("PROCESSES")
        transactions = try arguments.number("TRANSACTIONS")
    }

    func run() throws {
        let database = try TortureDatabase.open(in: directory)
        try database.performMaintenance(type: .integrityCheck)
        let collection = try database.defaultCollection()
        let rows = try StoredRows(ofFile: TortureDatabase.file(in: directory))
        try rows.checkSequences()
        let entries = try (0..<processes).flatMap { process in
            try (0..<transactions).map {
                try CounterEntry(process: process, number: $0, in: collection)
            }
        }
        for entry in entries {
            let sequence = rows.live[entry.id]?.sequence ?? 0
            try require(
                sequence == entry.sequence + 1,
                "\(entry.id) has sequence \(sequence), its counter had \(entry.sequence)")
        }
        try checkOrder(of: entries)
        for counter in CounterEntry.counters {
            try check(counter, entries.filter { $0.counter == counter }, in: collection)
        }
        // Each transaction assigns two sequences, and nothing else assigns any.
        let count = 2 * Int64(entries.count)
        let first = rows.lastSequence - count
        let sequences = entries.map(\.sequence).sorted()
        let expected = Array(stride(from: first + 1, to: first + count, by: 2))
        try require(
            sequences == expected, "the sequences \(first + 1)...\(first + count) have gaps")
        let others = rows.live.count - entries.count - Set(entries.map(\.counter)).count
        try require(
            first == 0 || others > 0, "\(first) sequences were assigned and not used")
        try database.close()
        Console.print("counted: \(entries.count) transactions, last sequence \(rows.lastSequence)")
    }

    /// Checks that the transactions of each process are in order.
    private func checkOrder(of entries: [CounterEntry]) throws {
        for (entry, next) in zip(entries, entries.dropFirst())
        where entry.process == next.process {
            try require(
                entry.sequence < next.sequence, "\(next.id) was committed before \(entry.id)")
        }
    }

    /// Checks that each transaction read the value written by the previous one.
    private func check(
        _ counter: String, _ entries: [CounterEntry], in collection: DocumentCollection
    ) throws {
        let values = entries.sorted { $0.sequence < $1.sequence }.map(\.value)
        try require(
            values == Array(1..<Int64(values.count) + 1),
            "\(counter) was not incremented one by one: updates were lost")
        let stored = try collection.body(id: counter)?["value"]?.int64 ?? 0
        try require(
            stored == Int64(values.count),
            "\(counter) has \(stored) after \(values.count) transactions")
    }
}
