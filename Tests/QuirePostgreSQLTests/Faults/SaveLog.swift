#if PostgreSQL
    import Fleece
    import Foundation
    import QuirePlatform
    import Quire
    import SQLPlusPlus
    import Testing

    @testable import QuirePostgreSQL

    /// Threads that save documents while a server fails, and a log of what it acknowledged.
    ///
    /// Each transaction saves three documents and increments a counter. Each save outside a transaction
    /// saves one document.
    final class SaveLog: Sendable {
        private enum Outcome {
            /// The server has confirmed the commit.
            case acknowledged
            /// The connection was lost during the commit, or during a save outside a transaction.
            case unknown
            /// The connection was lost before the commit.
            case failed
        }

        private struct State {
            var outcomes: [String: Outcome] = [:]
            var acknowledged = [Int](repeating: 0, count: SaveLog.threadCount)
            var unexpected: [String] = []
            var codes: Set<QuireError.Code> = []
        }

        static let threadCount = 6
        private static let parts = ["a", "b", "c"]

        private let database: PostgresDatabase
        private let expectedCodes: Set<QuireError.Code>
        private let state = Mutex(State())
        private let isStopped = Flag()
        private let group = DispatchGroup()

        /// Creates a log.
        ///
        /// - Parameters:
        ///   - database: The database that the threads use.
        ///   - codes: The codes of the errors that can occur.
        init(_ database: PostgresDatabase, expecting codes: Set<QuireError.Code> = [.cantOpenFile])
        {
            self.database = database
            expectedCodes = codes
        }

        /// The codes of the errors that have occurred.
        var codes: Set<QuireError.Code> { state.withLock { $0.codes } }

        /// The numbers of acknowledged transactions and saves by thread.
        var acknowledged: [Int] { state.withLock { $0.acknowledged } }

        /// The number of operations whose outcome is unknown.
        var unknownCount: Int {
            state.withLock { $0.outcomes.values.count { $0 == .unknown } }
        }

        // MARK: Saving

        /// Starts the threads.
        ///
        /// Every third one saves outside transactions.
        func start() throws {
            for thread in 0..<Self.threadCount {
                try database.defaultStore().put("counter\(thread)", #"{"n":0}"#)
            }
            for thread in 0..<Self.threadCount {
                group.enter()
                Thread.detachNewThread { [self] in
                    var number = 0
                    while !isStopped.isSet {
                        number += 1
                        save(thread, number)
                    }
                    group.leave()
                }
            }
        }

        /// Ends the threads and waits for them.
        func stop() {
            isStopped.set()
            group.wait()
        }

        /// Waits until each thread has saved something that it had not saved before the call.
        func waitForProgress() -> Bool {
            let before = acknowledged
            return waits { zip(before, acknowledged).allSatisfy { $0 < $1 } }
        }

        private func save(_ thread: Int, _ number: Int) {
            let isSingle = thread % 3 == 0
            let key = "\(isSingle ? "single" : "group")-\(thread)-\(number)"
            var isCommitting = isSingle
            var outcome = Outcome.acknowledged
            do {
                let store = try database.defaultStore()
                if isSingle {
                    try store.put(key, #"{"key":"\#(key)"}"#).revision(in: store)
                } else {
                    try store.inBatch {
                        isCommitting = false
                        for part in Self.parts {
                            try store.put("\(key)-\(part)", #"{"key":"\#(key)"}"#).revision(
                                in: store)
                        }
                        let id = "counter\(thread)"
                        let count = try store.record(id: id)?.body["n"]?.int64 ?? 0
                        try store.put(id, #"{"n":\#(count + 1)}"#).revision(in: store)
                        isCommitting = true
                    }
                }
            } catch {
                outcome = isCommitting ? .unknown : .failed
                let code = (error as? QuireError)?.code ?? .unexpectedError
                state.withLock { state in
                    state.codes.insert(code)
                    if !expectedCodes.contains(code) { state.unexpected.append("\(key): \(error)") }
                }
                // The server is being restarted.
                Thread.sleep(forTimeInterval: 0.01)
            }
            let result = outcome
            state.withLock { state in
                state.outcomes[key] = result
                if result == .acknowledged { state.acknowledged[thread] += 1 }
            }
        }

        // MARK: Verifying

        /// Returns what differs from the log in a store.
        func violations(in store: any DocumentStore) throws -> [String] {
            let (outcomes, unexpected) = state.withLock { ($0.outcomes, $0.unexpected) }
            var violations = unexpected
            let statement = SelectStatement([.star], from: CollectionSource("_"))
            let records = try store.records(selectedBy: statement)
            let bodies = Dictionary(uniqueKeysWithValues: records.map { ($0.id, $0.body) })
            var counts: [String: Int64] = [:]
            for (key, outcome) in outcomes {
                let isSingle = key.hasPrefix("single")
                let ids = isSingle ? [key] : Self.parts.map { "\(key)-\($0)" }
                let found = ids.count { bodies[$0]?["key"]?.string == key }
                let isValid =
                    switch outcome {
                    case .acknowledged: found == ids.count
                    case .failed: found == 0
                    case .unknown: found == 0 || found == ids.count
                    }
                if !isValid { violations.append("\(key): \(outcome), \(found) documents") }
                if !isSingle, found == ids.count {
                    counts["counter\(key.split(separator: "-")[1])", default: 0] += 1
                }
            }
            for (id, count) in counts where bodies[id]?["n"]?.int64 != count {
                violations.append("\(id): \(bodies[id]?["n"]?.int64 ?? -1) instead of \(count)")
            }
            let known = outcomes.keys.reduce(0) { $0 + ($1.hasPrefix("single") ? 1 : 3) }
            if records.count > known + Self.threadCount { violations.append("unknown documents") }
            if try store.count(where: .literal(.boolean(true))) != records.count {
                violations.append("the count differs")
            }
            return violations.sorted()
        }
    }
#endif
