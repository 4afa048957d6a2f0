#if Replication
    import Foundation
    import Quire
    import QuireReplication

    /// A run that measures a listener with many connections.
    ///
    /// The clients are in another process, so the memory and the descriptors are those of the listener.
    struct ConnectionRun {
        /// The number of connections without work.
        var idle = 1_000
        /// The number of connections that receive each new document.
        var busy = 100

        private static let documents = 100
        private static let interval = 0.1

        func run() throws {
            raiseDescriptorLimit()
            // A client that has ended must not end this process.
            signal(SIGPIPE, SIG_IGN)
            Console.print(MarkdownTable(Machine()).text)
            var table = MarkdownTable(titles: ["connections", "figure", "value"])
            for (figure, value) in try idleFigures() {
                table.rows.append(["\(idle) idle", figure, value])
            }
            for (title, bytes, isSlow) in [
                ("\(busy) busy", 200, false), ("\(busy) busy, large documents", 10_000, false),
                ("the same, and a client that reads nothing", 10_000, true),
            ] {
                for (figure, value) in try busyFigures(bytes: bytes, hasSlowClient: isSlow) {
                    table.rows.append([title, figure, value])
                }
            }
            Console.print(table.text)
        }

        // MARK: Idle connections

        private func idleFigures() throws -> [(String, String)] {
            let server = try ConnectionServer()
            let (memory, descriptors) = (try ProcessMemory.current(), openDescriptors)
            let clients = try ConnectionClients(.idle, count: idle, port: server.port)
            let growth = try ProcessMemory.current() - memory
            let added = openDescriptors - descriptors
            var watch = Stopwatch()
            watch.measure { Thread.sleep(forTimeInterval: 10) }
            try clients.end()
            return [
                ("memory", Scale.size(Double(growth))),
                ("memory of each", Scale.size(Double(growth) / Double(idle))),
                ("descriptors", "\(added)"),
                ("processor time in 10 seconds", Scale.time(watch.time.processor)),
            ]
        }

        private var openDescriptors: Int {
            (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
        }

        // MARK: Busy connections

        private func busyFigures(
            bytes: Int, hasSlowClient: Bool
        ) throws -> [(String, String)] {
            let server = try ConnectionServer()
            let proxy = try LoopbackProxy(to: server.port)
            let memory = try ProcessMemory.current()
            let slow =
                hasSlowClient
                ? try ConnectionClients(.idle, count: 1, port: proxy.port) : nil
            let clients = try ConnectionClients(.busy, count: busy, port: server.port)
            proxy.setPaused(true)
            var generator = SeededGenerator(seed: 3)
            for number in 0..<Self.documents {
                let text = String(
                    decoding: (0..<bytes).map { _ in
                        UInt8.random(in: 0x61...0x7A, using: &generator)
                    }, as: UTF8.self)
                try server.save("d\(number)", text)
                Thread.sleep(forTimeInterval: Self.interval)
            }
            let latencies = try clients.latencies(expecting: busy * Self.documents)
            let growth = try ProcessMemory.current() - memory
            proxy.setPaused(false)
            try slow?.end()
            proxy.stop()
            func quantile(_ part: Double) -> String {
                Scale.time(latencies[Int(Double(latencies.count - 1) * part)])
            }
            return [
                ("time until a document arrives: median", quantile(0.5)),
                ("99 %", quantile(0.99)), ("maximum", quantile(1)),
                ("growth of memory", Scale.size(Double(growth))),
            ]
        }
    }

    /// A database with a listener.
    private final class ConnectionServer {
        private let folder = FileManager.default.temporaryDirectory.appending(
            path: "quire-benchmarks-\(UUID().uuidString)")
        private let database: Database
        private let listener: URLEndpointListener

        init() throws {
            database = try Database(
                name: "hub", config: DatabaseConfiguration(directory: folder.path))
            var configuration = URLEndpointListenerConfiguration(
                collections: [try database.defaultCollection()])
            configuration.maximumConnections = 10_000
            listener = URLEndpointListener(config: configuration)
            try listener.start()
        }

        deinit {
            listener.stop()
            try? database.close()
            try? FileManager.default.removeItem(at: folder)
        }

        var port: UInt16 { listener.port ?? 0 }

        /// Saves a document with the time at which it is saved.
        func save(_ id: String, _ text: String) throws {
            let document = MutableDocument(id: id, data: ["text": text])
            document.setDouble(Date().timeIntervalSince1970, forKey: "time")
            try database.defaultCollection().save(document: document)
        }
    }

    /// Raises the limit of open files to the maximum.
    func raiseDescriptorLimit() {
        #if canImport(Darwin)
            let resource = RLIMIT_NOFILE
        #else
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #endif
        var limits = rlimit()
        guard getrlimit(resource, &limits) == 0 else { return }
        limits.rlim_cur = min(limits.rlim_max, 100_000)
        _ = setrlimit(resource, &limits)
    }
#endif
