#if Replication
    import Foundation
    import Quire
    import QuireReplication
    import Synchronization

    /// The clients of a run with many connections, in a process of their own.
    final class ConnectionClients {
        enum Kind: String {
            /// Replicators of one database.
            case idle
            /// Replicators with a database each, which report when documents arrive.
            case busy
        }

        private let process = Process()
        private let input = Pipe()
        private let output = Pipe()

        /// Starts the clients, and waits until all are connected and have nothing to do.
        init(_ kind: Kind, count: Int, port: UInt16) throws {
            process.executableURL = URL(filePath: CommandLine.arguments[0])
            process.arguments = [
                Arguments.connectionClients, kind.rawValue, "\(count)", "\(port)",
            ]
            process.standardInput = input
            process.standardOutput = output
            try process.run()
            guard try line() == "ready" else { throw Disagreement("the clients cannot connect") }
        }

        deinit { process.terminate() }

        /// Ends the clients.
        func end() throws {
            try input.fileHandleForWriting.close()
            process.waitUntilExit()
        }

        /// Waits until documents have arrived, and returns their times in nanoseconds, sorted.
        func latencies(expecting count: Int) throws -> [Double] {
            input.fileHandleForWriting.write(Data("\(count)\n".utf8))
            let times = try line().split(separator: " ").compactMap { Double($0) }
            try end()
            guard times.count == count else {
                throw Disagreement("\(times.count) of \(count) documents arrived")
            }
            return times.sorted()
        }

        private func line() throws -> String {
            var bytes = Data()
            while bytes.last != 10 {
                let part = output.fileHandleForReading.availableData
                guard !part.isEmpty else { break }
                bytes += part
            }
            return String(decoding: bytes.dropLast(), as: UTF8.self)
        }
    }

    /// The process of the clients.
    struct ConnectionClientProcess {
        let kind: ConnectionClients.Kind
        let count: Int
        let port: UInt16

        func run() throws {
            raiseDescriptorLimit()
            guard let url = URL(string: "ws://127.0.0.1:\(port)/hub") else { return }
            let latencies = Mutex<[Double]>([])
            var replicators: [Replicator] = []
            var databases: [Database] = []
            var tokens: [ListenerToken] = []
            for number in 0..<count {
                if kind == .busy || databases.isEmpty {
                    let database = try Database(inMemoryNamed: "client\(number)")
                    databases.append(database)
                    let documents = try database.defaultCollection()
                    let queue = DispatchQueue(label: "arrivals")
                    tokens.append(
                        documents.addChangeListener(queue: queue) { change in
                            let now = Date().timeIntervalSince1970
                            let times = change.documentIDs.compactMap { id in
                                (try? documents.document(id: id))?.double(forKey: "time")
                            }
                            latencies.withLock { $0 += times.map { (now - $0) * 1e9 } }
                        })
                }
                let documents = try databases[databases.count - 1].defaultCollection()
                var configuration = ReplicatorConfiguration(
                    collections: [CollectionConfiguration(collection: documents)],
                    target: URLEndpoint(url: url))
                configuration.continuous = true
                configuration.replicatorType = kind == .idle ? .pull : .pushAndPull
                let replicator = Replicator(config: configuration)
                replicator.start()
                replicators.append(replicator)
            }
            while !replicators.allSatisfy({ $0.status.activity == .idle }) {
                Thread.sleep(forTimeInterval: 0.05)
            }
            Console.print("ready")
            if let expected = readLine().flatMap({ Int($0) }) {
                for _ in 0..<1_200 where latencies.withLock({ $0.count }) < expected {
                    Thread.sleep(forTimeInterval: 0.05)
                }
                let times = latencies.withLock { $0 }
                Console.print(times.map { "\(Int($0))" }.joined(separator: " "))
                _ = readLine()
            }
            exit(0)
        }
    }
#endif
