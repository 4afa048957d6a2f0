import Foundation
import Quire
import QuireTestSupport

/// Saves batches until the process is killed, and acknowledges each saved batch.
struct SaveCommand: Command {
    static let name = "save"
    static let usage = "DIR [--seed=N]"

    /// A limit in case the process is not killed, so that it does not fill the disk.
    private static let limit = Duration.seconds(30)

    private let directory: String
    private let seed: UInt64

    init(_ arguments: inout Arguments) throws {
        directory = try arguments.word("DIR")
        seed = try arguments.seed()
    }

    func run() throws {
        Console.print("SEED \(seed)")
        var random = SplitMix64(seed: seed)
        if random.once(in: 3) { try OtherDatabases.make(in: directory) }
        let database = try TortureDatabase.open(in: directory)
        if random.once(in: 5) { try OtherDatabases.copy(database, in: directory) }
        if random.once(in: 8) { try TortureIndexes.delete(in: database) }
        try TortureIndexes.create(in: database)
        let writer = try BatchWriter(database)
        let end = ContinuousClock.now + Self.limit
        while ContinuousClock.now < end {
            Console.print(try writer.saveNext(using: &random).line)
            if random.once(in: 6) { try TortureVectors.change(database, using: &random) }
            if random.once(in: 10) { try database.performMaintenance(type: .compact) }
        }
        throw TortureFailure("the command was not killed within \(Self.limit)")
    }
}
