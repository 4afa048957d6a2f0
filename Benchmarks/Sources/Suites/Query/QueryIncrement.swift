import Foundation
import Quire

/// A benchmark of the time from a commit to the change of a live list, by the length of the list.
enum QueryIncrement {
    struct Guest: DocumentModel {
        @DocumentID var id: String?
        var house: String
        var name: String
        var rank: Int
    }

    /// The number of documents in the long list.
    private static let count = 100_000
    /// The number of documents in the short list.
    private static let shortCount = 10
    private static let commits = 500

    static func compare() throws -> Comparison {
        let bench = try Bench()
        return Comparison(
            subject: .measured {
                (
                    ours: try waiting { try await bench.measure("large", count) },
                    peer: try waiting { try await bench.measure("small", shortCount) }
                )
            }, verify: { try waiting { try await bench.verify() } })
    }

    private final class Bench: Sendable {
        private let folder: URL
        private let database: Database
        private let guests: Repository<Guest>

        init() throws {
            folder = FileManager.default.temporaryDirectory.appending(
                path: "quire-benchmarks-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            database = try Database(
                name: "bench", config: DatabaseConfiguration(directory: folder.path))
            guests = try database.defaultCollection().repository(of: Guest.self)
            try database.inBatch {
                for number in 0..<count { try guests.save(Bench.guest("large", number, number)) }
                for number in 0..<shortCount {
                    try guests.save(Bench.guest("small", number, number))
                }
            }
        }

        deinit {
            try? database.close()
            try? FileManager.default.removeItem(at: folder)
        }

        private static func guest(_ house: String, _ number: Int, _ rank: Int) -> Guest {
            Guest(
                id: "\(house)-\(number)", house: house, name: "Guest number \(number)", rank: rank)
        }

        private func selection(_ house: String) -> Selection<Guest> {
            guests.filter { $0.house == house }.sorted(by: \.rank)
        }

        /// Returns the average time from a commit to its change.
        func measure(_ house: String, _ count: Int) async throws -> Duration {
            var changes = selection(house).changes().makeAsyncIterator()
            _ = try await changes.next()
            let clock = ContinuousClock()
            var total = Duration.zero
            for commit in 0..<commits {
                // Each commit moves a document to another place in the list.
                let number = commit * 7_919 % count
                let guest = Self.guest(house, number, commit * 104_729 % count)
                try await guests.upsert(guest)
                let start = clock.now
                guard let change = try await changes.next(), change.updated.count == 1 else {
                    throw Disagreement("commit \(commit) is not a change of one document")
                }
                total += clock.now - start
            }
            return total / commits
        }

        func verify() async throws {
            var changes = selection("large").changes().makeAsyncIterator()
            _ = try await changes.next()
            for commit in 0..<20 {
                try await guests.upsert(Self.guest("large", commit * 5, commit * 4_999))
                let models = try await changes.next()?.models.map(\.value.rank)
                if models != (try await selection("large").all().map(\.rank)) {
                    throw Disagreement("the list differs after commit \(commit)")
                }
            }
        }
    }
}
