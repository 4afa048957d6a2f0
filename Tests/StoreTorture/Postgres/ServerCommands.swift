#if PostgreSQL
    import Foundation
    import Quire
    import QuirePostgreSQL
    import QuireTestSupport

    /// Saves batches, counters and blobs on a server and changes indexes until the process is killed,
    /// and acknowledges what is saved.
    struct ServerSaveCommand: Command {
        static let name = "server-save"
        static let usage = "SERVER SCHEMA [--seed=N]"

        /// A limit in case the process is not killed.
        private static let limit = Duration.seconds(60)

        private let target: TortureServer
        private let seed: UInt64

        init(_ arguments: inout Arguments) throws {
            target = try TortureServer(&arguments)
            seed = try arguments.seed()
        }

        func run() throws {
            Console.print("SEED \(seed)")
            var random = SplitMix64(seed: seed)
            let database = try target.open()
            let store = try database.defaultStore()
            if random.once(in: 2) { start { try ServerIndexes.change(in: store) } }
            start {
                let id = "counter-\(ProcessInfo.processInfo.processIdentifier)"
                while true {
                    Console.print(try ServerCounter.increment(id, in: store).line)
                }
            }
            let writer = ServerBatchWriter(store)
            let end = ContinuousClock.now + Self.limit
            while ContinuousClock.now < end {
                Console.print(try writer.saveNext(using: &random).line)
            }
            throw TortureFailure("the command was not killed within \(Self.limit)")
        }

        /// Runs a closure on a thread, whose error ends the process.
        private func start(_ body: @escaping @Sendable () throws -> Void) {
            Thread.detachNewThread {
                do {
                    try body()
                } catch {
                    Console.complain("\(error)")
                    exit(1)
                }
            }
        }
    }

    /// Verifies the database on a server after the command `server-save` was killed.
    struct ServerVerifyCommand: Command {
        static let name = "server-verify"
        static let usage = "SERVER SCHEMA ACKFILE"

        private let target: TortureServer
        private let acknowledgements: String

        init(_ arguments: inout Arguments) throws {
            target = try TortureServer(&arguments)
            acknowledgements = try arguments.word("ACKFILE")
        }

        func run() throws {
            let text = try String(contentsOfFile: acknowledgements, encoding: .utf8)
            let verification = ServerVerification(
                target: target, lines: text.split(separator: "\n"))
            Console.print(try verification.run())
        }
    }
#endif
