import Dispatch
import Foundation
import Quire
import Synchronization

/// Benchmarks of writing next to live queries that the writes do not affect.
enum QueryListening {
    private static let listeners = 1_000
    private static let transactions = 10_000

    static func compare() throws -> Comparison {
        let bench = try Bench()
        return Comparison(
            subject: .time(
                ours: Workload(
                    operations: transactions,
                    setUp: {
                        try bench.empty()
                        try bench.listen()
                    }, pass: bench.writeAndWait),
                peer: Workload(
                    operations: transactions, setUp: bench.empty, pass: bench.write)),
            verify: bench.verify)
    }

    /// Returns a condition that no written document meets.
    ///
    /// There are several kinds: one of many values of a property, a comparison combined with a
    /// value
    /// that all documents have, and a comparison alone.
    private static func condition(_ number: Int) -> String {
        switch number % 4 {
        case 0, 1: "type = 'hotel' AND city = 'City \(number)'"
        case 2: "type = 'hotel' AND rate < \(Double(number) / 100)"
        default: "stars > \(5 + number)"
        }
    }

    private final class Bench {
        private let folder: URL
        private let queue = DispatchQueue(label: "QueryListening")
        private let events = EventCount()
        private var fileNumber = 0
        private var database: Database
        private var collection: DocumentCollection

        init() throws {
            folder = FileManager.default.temporaryDirectory.appending(
                path: "quire-benchmarks-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            database = try Self.open(folder, 0)
            collection = try database.defaultCollection()
        }

        deinit {
            try? database.close()
            try? FileManager.default.removeItem(at: folder)
        }

        private static func open(_ folder: URL, _ number: Int) throws -> Database {
            try Database(
                name: "bench\(number)", config: DatabaseConfiguration(directory: folder.path))
        }

        /// Starts with an empty file and without listeners.
        func empty() throws {
            try database.delete()
            fileNumber += 1
            database = try Self.open(folder, fileNumber)
            collection = try database.defaultCollection()
        }

        /// Adds the listeners, and one more for the last document, and waits for their first
        /// results.
        func listen() throws {
            let before = events.value
            for number in 0..<listeners {
                try listen("SELECT META().id FROM _ WHERE \(condition(number))")
            }
            try listen("SELECT META().id FROM _ WHERE isLast = true")
            try wait(for: before + listeners + 1)
        }

        private func listen(_ text: String) throws {
            let events = events
            try database.createQuery(QuerySource(verbatim: text)).addChangeListener(
                withQueue: queue
            ) { _ in
                events.increase()
            }
        }

        private func save(_ number: Int) throws {
            try collection.saveBody(id: "hotel-\(number)") { writer in
                writer.beginDictionary()
                writer.writeKey("type")
                writer.write("hotel")
                writer.writeKey("name")
                writer.write("Hotel number \(number)")
                writer.writeKey("city")
                writer.write("Nowhere \(number % 100)")
                writer.writeKey("rate")
                writer.write(100 + Double(number) / 8)
                writer.writeKey("stars")
                writer.write(Int64(number % 5))
                writer.endDictionary()
            }
        }

        /// Writes one document per transaction.
        func write() throws {
            for number in 0..<(transactions - 1) { try save(number) }
            try collection.saveBody(id: "last") { writer in
                writer.beginDictionary()
                writer.writeKey("isLast")
                writer.write(true)
                writer.endDictionary()
            }
        }

        /// Writes the documents and waits until the last one has been checked.
        ///
        /// Documents are checked in order, so all listeners have processed the others by then.
        func writeAndWait() throws {
            let before = events.value
            try write()
            try wait(for: before + 1)
        }

        private func wait(for count: Int) throws {
            let deadline = Date(timeIntervalSinceNow: 120)
            while events.value < count {
                guard Date() < deadline else {
                    throw Disagreement("received \(events.value) of \(count) events")
                }
                usleep(200)
            }
        }

        /// Checks that the listeners are notified of exactly the changes that affect them.
        func verify() throws {
            try empty()
            try listen()
            let before = events.value
            try writeAndWait()
            queue.sync {}
            guard events.value == before + 1 else {
                throw Disagreement("\(events.value - before - 1) notifications without a change")
            }
            try collection.saveBody(id: "found") { writer in
                writer.beginDictionary()
                writer.writeKey("type")
                writer.write("hotel")
                writer.writeKey("city")
                writer.write("City 400")
                writer.writeKey("rate")
                writer.write(0.01)
                writer.writeKey("stars")
                writer.write(Int64(5 + listeners))
                writer.endDictionary()
            }
            // One listener by the city, 250 by the rate, 250 by the stars.
            try wait(for: before + 1 + 501)
        }
    }
}

/// A thread-safe counter of events.
private final class EventCount: Sendable {
    private let count = Atomic<Int>(0)

    func increase() { count.add(1, ordering: .acquiringAndReleasing) }

    var value: Int { count.load(ordering: .acquiring) }
}
