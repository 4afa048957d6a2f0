import Foundation
import Quire
import QuireTestSupport

/// Observes lists while documents change, and compares each list with a query.
///
/// Two database objects write random transactions, some of which are rolled back. After every few
/// commits, each observed list must become equal to the result of its query. Every list that is
/// delivered, also before, must consist of complete transactions, and must follow from the previous
/// one by the changes that are delivered with it.
struct LiveCommand: Command {
    static let name = "live"
    static let usage = "COMMITS [--seed=N]"

    private let commits: Int
    private let seed: UInt64

    init(_ arguments: inout Arguments) throws {
        commits = try arguments.number("COMMITS")
        seed = try arguments.seed()
    }

    func run() throws {
        Console.print("SEED \(seed)")
        let directory = FileManager.default.temporaryDirectory
            .appending(path: "quire-live-\(UUID().uuidString)").path
        let configuration = TortureDatabase.configuration(in: directory)
        let databases = try (0..<2).map { _ in try Database(name: "live", config: configuration) }
        var writer = try LiveWriter(databases, seed: seed)
        let lists = try LiveSelection.all(of: databases[0]).map { ObservedLiveList($0) }
        var committed = 0
        var compared = 0
        while committed < commits {
            let count = writer.random.next(below: 4) + 1
            for _ in 0..<count { try writer.write() }
            committed += count
            for list in lists { try list.compare(after: committed) }
            compared += lists.count
        }
        let changes = lists.reduce(0) { $0 + $1.changeCount }
        for list in lists { list.cancel() }
        for database in databases { try database.close() }
        try FileManager.default.removeItem(atPath: directory)
        Console.print("compared: \(compared) lists after \(committed) commits, \(changes) changes")
    }
}
