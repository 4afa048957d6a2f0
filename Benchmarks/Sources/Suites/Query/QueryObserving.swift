import Dispatch
import Foundation
import Quire
import Synchronization

/// A benchmark of the time from a commit to the event of a live list, with commits without pauses.
enum QueryObserving {
    private static let rows = 10_000
    private static let commits = 400
    private static let text =
        "SELECT META().id, name, stars, version FROM _ WHERE city = 'City 7' ORDER BY name"

    static func compare() throws -> Comparison {
        let bench = try Bench()
        return Comparison(subject: .measured(bench.measure), verify: {})
    }

    private final class Bench: Sendable {
        private let folder: URL
        private let database: Database
        private let collection: DocumentCollection
        /// The time at which each version of the observed document was first received.
        private let received = Mutex<[Int: ContinuousClock.Instant]>([:])
        private let latest = Mutex(0)

        init() throws {
            folder = FileManager.default.temporaryDirectory.appending(
                path: "quire-benchmarks-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            database = try Database(
                name: "bench", config: DatabaseConfiguration(directory: folder.path))
            collection = try database.defaultCollection()
            try database.inBatch { for number in 0..<rows { try save(number, version: 0) } }
            try collection.createIndex(
                withName: "byCity", config: ValueIndexConfiguration(["city", "name"]))
        }

        deinit {
            try? database.close()
            try? FileManager.default.removeItem(at: folder)
        }

        private func save(_ number: Int, version: Int) throws {
            try collection.saveBody(id: "hotel-\(number)") { writer in
                writer.beginDictionary()
                writer.writeKey("name")
                writer.write("Hotel number \(number)")
                writer.writeKey("city")
                writer.write("City \(number % 100)")
                writer.writeKey("stars")
                writer.write(Int64(number % 5))
                writer.writeKey("version")
                writer.write(Int64(version))
                writer.endDictionary()
            }
        }

        /// Returns the average time from a commit to its event, and that of a run of the query.
        func measure() throws -> (ours: Duration, peer: Duration) {
            let query = try database.createQuery(QuerySource(verbatim: text))
            let clock = ContinuousClock()
            let first = latest.withLock { $0 }
            let token = query.addChangeListener(withQueue: DispatchQueue(label: "observe")) {
                [self] change in
                let now = clock.now
                let version = change.results?.map { $0.int(forKey: "version") }.max() ?? 0
                received.withLock { $0[version] = now }
            }
            defer { token.remove() }
            try wait(for: first)
            var committed: [ContinuousClock.Instant] = []
            for commit in 1...commits {
                try save(7 + commit % 100 * 100, version: first + commit)
                committed.append(clock.now)
            }
            latest.withLock { $0 += commits }
            try wait(for: first + commits)
            let events = received.withLock { $0 }
            var total = Duration.zero
            for (index, time) in committed.enumerated() {
                // The first event with this version or a later one.
                let event = events.filter { $0.key > first + index }.values.min()
                total += max(.zero, time.duration(to: event ?? clock.now))
            }
            let run = try clock.measure {
                for _ in 0..<100 {
                    blackHole(try query.execute().map { $0.int(forKey: "version") })
                }
            }
            return (total / commits, run / 100)
        }

        private func wait(for version: Int) throws {
            let deadline = Date(timeIntervalSinceNow: 60)
            while received.withLock({ $0[version] == nil }) {
                guard Date() < deadline else { throw Disagreement("no event of \(version)") }
                usleep(200)
            }
        }
    }
}
