#if Replication
    import Foundation
    import QuirePlatform
    import QuireTestSupport
    import Quire
    import QuireNetwork
    import Testing

    @testable import QuireDocuments
    @testable import QuireReplication

    /// The log of connections at the level `debug`.
    @Suite(.timeLimit(.minutes(5))) struct ReplicationLogTests {
        /// Synchronizes a pair over a listener, and returns the lines of the log.
        private static func lines(
            level: LogMessage.Level, _ pair: SyncPair
        ) async throws -> (lines: [String], replicator: Replicator) {
            let messages = Mutex<[LogMessage]>([])
            let destination = QuireLog.Destination(minimumLevel: level) { message in
                messages.withLock { $0.append(message) }
            }
            let replicator = try await QuireLog.$taskDestination.withValue(destination) {
                let listener = try pair.listener()
                defer { listener.stop() }
                let replicator = try pair.replicator(
                    with: URLEndpoint(url: listener.urls[0]), isContinuous: false)
                try await replicator.sync()
                return replicator
            }
            return (
                messages.withLock { $0.map { "\($0.subject) \($0.level) \($0.text)" } }, replicator
            )
        }

        @Test func `the log names the peer, the correlation ID and the number of each message`()
            async throws
        {
            let pair = try SyncPair()
            try pair.active.defaultCollection().save(document: MutableDocument(id: "a\"b"))
            let (lines, replicator) = try await Self.lines(level: .debug, pair)
            let id = try #require(replicator.correlationID)
            let client = lines.filter { $0.hasPrefix("replication debug ws://127.0.0.1:") }
            let server = lines.filter { $0.hasPrefix("replication debug 127.0.0.1, corr") }
            #expect(client.allSatisfy { $0.contains(", correlation ID \(id): ") })
            #expect(server.allSatisfy { $0.contains(", correlation ID \(id): ") })
            #expect(client.contains { $0.contains(": sent request 1 getCollections, ") })
            #expect(server.contains { $0.contains(": received request 1 getCollections, ") })
            #expect(server.contains { $0.contains(": sent response 1, ") })
            #expect(client.contains { $0.contains(": received response 1, ") })
            #expect(client.contains { $0.contains(#" rev "a\"b", 2 bytes"#) })
            #expect(
                lines.contains { $0.hasPrefix("replication debug The replicator has connected") })
            #expect(lines.contains { $0.hasPrefix("listener info The listener on port ") })
        }

        @Test func `at higher levels, the log has no messages of connections`() async throws {
            let pair = try SyncPair()
            try SyncPair.save(1...3, in: pair.active)
            let (lines, _) = try await Self.lines(level: .warning, pair)
            #expect(lines == [])
        }

        @Test func `the level info has the clients that connect`() async throws {
            let (lines, _) = try await Self.lines(level: .info, SyncPair())
            #expect(
                lines.first?.contains("has accepted 127.0.0.1, correlation ID ") == true
                    && lines.allSatisfy { $0.hasPrefix("listener info ") }, "\(lines)")
        }

        @Test func `refused clients are warnings, of which a minute has some`() {
            let messages = Mutex<[String]>([])
            let destination = QuireLog.Destination(minimumLevel: .debug) { message in
                messages.withLock { $0.append("\(message.level) \(message.text)") }
            }
            QuireLog.$taskDestination.withValue(destination) {
                let log = RefusalLog()
                let start = ContinuousClock.now
                for number in 0..<1_000 {
                    log.add("no", of: "10.0.0.\(number % 250)", port: 1, at: start)
                }
                log.add("late", of: "10.0.0.1", port: 1, at: start + .seconds(59))
                log.add("again", of: "10.0.0.1", port: 1, at: start + .seconds(60))
            }
            let lines = messages.withLock { $0 }
            #expect(lines.count == RefusalLog.maximumCount + 3)
            #expect(
                lines.suffix(3) == [
                    "warning The listener on port 1 logs no further refused clients for up to a minute.",
                    "warning The listener on port 1 has refused 981 further clients.",
                    "warning The listener on port 1 has refused a client (10.0.0.1): again",
                ], "\(lines.suffix(3))")
        }

        @Test(arguments: [
            ("ann", #""ann""#), ("", #""""#), ("Åsa 🏨", #""Åsa 🏨""#), ("a\"b", #""a\"b""#),
            ("a\nb\u{1B}[31m", #""a\nb\u{1B}[31m""#), ("\u{202E}x", #""\u{202E}x""#),
            (String(repeating: "x", count: 500), "\"" + String(repeating: "x", count: 100) + "\"…"),
        ])
        func `the name of a client is shown without control characters`(
            name: String, shown: String
        ) {
            #expect(ListenerLog.shown(name) == shown)
        }

        @Test func `the codes of replication have names`() {
            let codes: [QuireError.Code] = [
                .unknownHost, .networkTimeout, .networkUnreachable, .tlsHandshakeFailed,
                .tlsCertificateUntrusted, .httpAuthenticationRequired, .httpForbidden,
                .httpNotFound, .connectionLost,
            ]
            #expect(!codes.contains { "\($0)".hasPrefix("code ") }, "\(codes)")
        }

        @Test(
            arguments: [
                (nil, nil), ("", nil), ("a1", "a1"), ("a\u{1B}[31m\u{202E}b", "a[31mb"),
                (String(repeating: "x", count: 1000), String(repeating: "x", count: 100)),
            ] as [(String?, String?)])
        func `a correlation ID is short and printable`(text: String?, expected: String?) {
            let (transport, _) = MemoryPipe.pair()
            let response = HTTPResponseHead(
                status: 101, reason: "",
                headers: HTTPHeaders(text.map { [("x-correlation-id", $0)] } ?? []))
            #expect(PeerDescription("a", response, over: transport).correlationID == expected)
        }
    }
#endif
