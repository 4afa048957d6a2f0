#if PostgreSQL
    import Foundation
    import Quire
    import Synchronization

    /// Benchmarks of several threads, each with a connection.
    enum PostgresConnections {
        private static let gets = 500
        private static let saves = 20

        /// Reads documents in random order.
        static func compareGets(_ threads: Int) throws -> Comparison {
            let bench = try PostgresBench(count: 10_000, connections: threads)
            try bench.fill()
            let peers = try peers(threads, bench)
            let ids = (0..<threads).map {
                PostgresDocuments.randomIDs(bench, seed: UInt64($0)).prefix(gets)
            }
            return Comparison(
                subject: .time(
                    ours: Workload(operations: threads * gets) {
                        try onThreads(threads) { thread in
                            for id in ids[thread] {
                                blackHole(try bench.store.record(id: id)?.body)
                            }
                        }
                    },
                    peer: Workload(operations: threads * gets) {
                        try onThreads(threads) { thread in
                            for id in ids[thread] { blackHole(try peers[thread].body(id: id)) }
                        }
                    }),
                verify: bench.verify)
        }

        /// Saves new documents, each as a transaction.
        static func compareSaves(_ threads: Int) throws -> Comparison {
            let bench = try PostgresBench(count: threads * saves, connections: threads)
            let peers = try peers(threads, bench)
            let ours = {
                try onThreads(threads) { thread in
                    for number in thread * saves..<(thread + 1) * saves {
                        try PostgresBench.save(
                            bench.hotels[number], number, in: bench.store, if: .absent)
                    }
                }
            }
            let peer = {
                try onThreads(threads) { thread in
                    for number in thread * saves..<(thread + 1) * saves {
                        try peers[thread].insert(
                            bench.hotels[number], number: number, revision: bench.revision)
                    }
                }
            }
            return Comparison(
                subject: .time(
                    ours: Workload(operations: threads * saves, setUp: bench.empty, pass: ours),
                    peer: Workload(operations: threads * saves, setUp: bench.empty, pass: peer)),
                verify: {
                    try bench.empty()
                    try ours()
                    try peer()
                    try bench.verify()
                })
        }

        private static func peers(
            _ count: Int, _ bench: PostgresBench
        ) throws -> [PlainConnection] {
            try (0..<count).map { _ in
                try PlainConnection(
                    PostgresProgram.connectionString(), table: bench.peerTable)
            }
        }

        /// Runs a closure on several threads and waits for all of them.
        private static func onThreads(
            _ count: Int, _ body: @escaping @Sendable (Int) throws -> Void
        ) throws {
            let group = DispatchGroup()
            let failures = Failures()
            for thread in 0..<count {
                group.enter()
                Thread.detachNewThread {
                    do { try body(thread) } catch { failures.add(error) }
                    group.leave()
                }
            }
            group.wait()
            try failures.throwFirst()
        }

        private final class Failures: Sendable {
            private let first = Mutex<(any Error)?>(nil)

            func add(_ error: any Error) { first.withLock { $0 = $0 ?? error } }

            func throwFirst() throws {
                if let error = first.withLock({ $0 }) { throw error }
            }
        }
    }
#endif
