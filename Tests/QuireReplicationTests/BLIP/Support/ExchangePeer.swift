#if Replication
    import QuirePlatform
    import QuireTestSupport
    @testable import QuireReplication

    /// A side of a connection that sends random requests, and answers those of the other side.
    final class ExchangePeer: Sendable {
        private struct Counts {
            var sent: [Int] = []
            var received: [Int] = []
            var differences = 0
        }

        let connection: BLIPConnection
        private let counts = Mutex(Counts())
        private let seed: UInt64

        init(_ socket: any MessageSocket, seed: UInt64) {
            connection = BLIPConnection(socket: socket)
            self.seed = seed
        }

        /// Hash values of the sent messages.
        var sent: [Int] { counts.withLock { $0.sent } }
        /// Hash values of the received messages.
        var received: [Int] { counts.withLock { $0.received } }
        /// The number of responses that were not the expected ones.
        var differences: Int { counts.withLock { $0.differences } }

        func run() async -> BLIPEnd {
            await connection.run { [self] request in
                counts.withLock { $0.received.append(Self.hash(request.message)) }
                request.respond(BLIPExchangeTests.response(to: request.message))
            }
        }

        /// Sends messages, and waits for all responses.
        func send(_ count: Int, largest: Int) async {
            await withTaskGroup(of: Void.self) { group in
                var random = SplitMix64(seed: seed)
                for index in 0..<count {
                    if index >= 100 { await group.next() }
                    let message = BLIPExchangeTests.message(&random, largest: largest)
                    counts.withLock { $0.sent.append(Self.hash(message)) }
                    group.addTask { await self.send(message) }
                }
            }
        }

        private func send(_ message: BLIPMessage) async {
            do {
                guard message.isReplyExpected else { return try connection.post(message) }
                let response = try await connection.request(message)
                let expected = BLIPExchangeTests.response(to: message)
                guard response.properties == expected.properties, response.body == expected.body
                else { return counts.withLock { $0.differences += 1 } }
            } catch {
                counts.withLock { $0.differences += 1 }
            }
        }

        /// Waits until messages arrived, up to 60 seconds.
        func waitUntilReceived(_ count: Int) async {
            for _ in 0..<6_000 where received.count < count {
                try? await Task.sleep(for: .milliseconds(10))
            }
        }

        private static func hash(_ message: BLIPMessage) -> Int {
            var hasher = Hasher()
            hasher.combine(message.properties.elements.map { "\($0.key)=\($0.value)" })
            hasher.combine(message.body)
            hasher.combine(message.isUrgent)
            hasher.combine(message.isCompressed)
            hasher.combine(message.isReplyExpected)
            return hasher.finalize()
        }
    }
#endif
