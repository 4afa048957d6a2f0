#if Replication
    import Foundation
    import Quire
    import QuireReplication

    /// The bytes that a changed counter of a large document takes on the wire, with and without deltas.
    ///
    /// All bytes of the connection count: WebSocket frames, proposals, acknowledgments and checkpoints.
    enum DeltaTransfer {
        private static let updates = 40
        /// A connection is compressed with the last 32 kB as its dictionary, which must not contain the document.
        private static let documents = 8
        private static let textLength = 10_000

        static func compare() throws -> Comparison {
            Comparison(
                subject: .size(
                    ours: try bytes(withDeltas: true), peer: try bytes(withDeltas: false)),
                verify: {})
        }

        /// Returns the number of bytes for each update.
        private static func bytes(withDeltas: Bool) throws -> Int {
            let folder = FileManager.default.temporaryDirectory.appending(
                path: "quire-benchmarks-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            let configuration = DatabaseConfiguration(directory: folder.path)
            let hub = try Database(name: "hub", config: configuration)
            let device = try Database(name: "device", config: configuration)
            var listening = URLEndpointListenerConfiguration(
                collections: [try hub.defaultCollection()])
            listening.enableDeltaSync = withDeltas
            let listener = URLEndpointListener(config: listening)
            try listener.start()
            let proxy = try LoopbackProxy(to: listener.port ?? 0)
            guard let url = URL(string: "ws://127.0.0.1:\(proxy.port)/hub") else {
                throw Disagreement("the URL is invalid")
            }
            var replication = ReplicatorConfiguration(
                collections: [CollectionConfiguration(collection: try device.defaultCollection())],
                target: URLEndpoint(url: url))
            replication.continuous = true
            let replicator = Replicator(config: replication)
            var generator = SeededGenerator(seed: 5)
            let texts = (0..<documents).map { _ in
                String(
                    decoding: (0..<textLength).map { _ in
                        UInt8.random(in: 0x61...0x7A, using: &generator)
                    }, as: UTF8.self)
            }
            let collection = try device.defaultCollection()
            for (index, text) in texts.enumerated() {
                try collection.save(
                    document: MutableDocument(id: "counter\(index)", data: ["n": 0, "text": text]))
            }
            replicator.start()
            for index in texts.indices { try wait(for: 0, of: "counter\(index)", in: hub) }
            let before = proxy.byteCount
            for number in 1...updates {
                let id = "counter\(number % documents)"
                guard let document = try collection.document(id: id)?.toMutable() else {
                    throw Disagreement("the document is missing")
                }
                document.setInt(number, forKey: "n")
                try collection.save(document: document)
                try wait(for: number, of: id, in: hub)
            }
            let count = (proxy.byteCount - before) / updates
            for (index, text) in texts.enumerated() {
                let copy = try hub.defaultCollection().document(id: "counter\(index)")
                guard copy?.string(forKey: "text") == text else {
                    throw Disagreement("the text has changed")
                }
            }
            replicator.stop()
            while replicator.status.activity != .stopped { Thread.sleep(forTimeInterval: 0.01) }
            listener.stop()
            proxy.stop()
            try device.close()
            try hub.close()
            return count
        }

        private static func wait(for number: Int, of id: String, in database: Database) throws {
            let collection = try database.defaultCollection()
            for _ in 0..<10_000 {
                if let copy = try collection.document(id: id), copy.int(forKey: "n") == number {
                    return
                }
                Thread.sleep(forTimeInterval: 0.001)
            }
            throw Disagreement("update \(number) did not arrive")
        }
    }
#endif
