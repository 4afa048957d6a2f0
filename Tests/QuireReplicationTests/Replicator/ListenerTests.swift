#if Replication
    import Foundation
    import Quire
    import QuireNetwork
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// Listeners and replicators that connect over the loopback interface.
    @Suite struct ListenerTests {
        @Test func `a replicator synchronizes with a listener`() async throws {
            let pair = try SyncPair()
            try pair.active.defaultCollection().save(document: MutableDocument(id: "a"))
            try pair.passive.defaultCollection().save(document: MutableDocument(id: "b"))
            let listener = try pair.listener()
            defer { listener.stop() }
            let summary = try await pair.active.sync(with: listener.urls[0])
            #expect(summary.pulledCount == 1 && summary.pushedCount == 1)
            #expect(
                try SyncPair.documents(of: pair.active) == SyncPair.documents(of: pair.passive))
        }

        @Test(
            arguments: [
                ("ann", "secret", nil), ("ann", "Secret", 10401), ("bob", "secret", 10401),
                ("", "", 10401), ("ann", "secret:x", 10401), (nil, "", 10401),
            ] as [(String?, String, Int?)])
        func `a listener accepts only the right credentials`(
            user: String?, password: String, code: Int?
        ) async throws {
            let pair = try SyncPair()
            let listener = try pair.listener() {
                $0.authenticator = ListenerPasswordAuthenticator(
                    username: "ann", password: "secret")
            }
            defer { listener.stop() }
            var thrown: Int?
            do {
                try await pair.active.sync(
                    with: listener.urls[0], user: user, password: password)
            } catch let error as QuireError {
                thrown = error.code.rawValue
            }
            #expect(thrown == code)
        }

        @Test(arguments: [("", "secret"), ("ann:x", "secret"), ("ann", ""), (":\u{301}", "a")])
        func `credentials that no client can send, or everyone can, are refused`(
            user: String, password: String
        ) throws {
            let pair = try SyncPair()
            let error = try #require(throws: QuireError.self) {
                _ = try pair.listener() {
                    $0.authenticator = ListenerPasswordAuthenticator(
                        username: user, password: password)
                }
            }
            #expect(error.code == .invalidParameter)
        }

        /// Sends a request and returns the first line of the answer.
        private static func answer(
            to request: String, _ listener: URLEndpointListener
        ) async throws -> String {
            let url = listener.urls[0]
            let transport = try await openTransport(to: url)
            defer { transport.close() }
            try await transport.send(Array(request.utf8))
            var bytes: [UInt8] = []
            while !bytes.contains(10) {
                let part = try await transport.receive(maximum: 1000)
                if part.isEmpty { break }
                bytes += part
            }
            let line = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\r\n" }
            return String(line)
        }

        private static func request(
            path: String = "/passive/_blipsync", host: String = "127.0.0.1", origin: String? = nil
        ) -> String {
            var text = """
                GET \(path) HTTP/1.1\r
                Host: \(host)\r
                Connection: Upgrade\r
                Upgrade: websocket\r
                Sec-WebSocket-Version: 13\r
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
                Sec-WebSocket-Protocol: BLIP_3+CBMobile_4\r

                """
            if let origin { text += "Origin: \(origin)\r\n" }
            return text + "\r\n"
        }

        @Test(arguments: [
            (request(), "HTTP/1.1 101"), (request(host: "localhost:80"), "HTTP/1.1 101"),
            (request(host: "[::1]:80"), "HTTP/1.1 101"),
            (request(host: "attacker.example"), "HTTP/1.1 403"),
            (request(host: "127.0.0.1.attacker.example"), "HTTP/1.1 403"),
            (request(host: ""), "HTTP/1.1 403"),
            (request(origin: "https://attacker.example"), "HTTP/1.1 403"),
            (request(origin: "null"), "HTTP/1.1 403"),
            (request(origin: "https://app.example"), "HTTP/1.1 101"),
            (request(path: "/other/_blipsync"), "HTTP/1.1 404"),
            (request(path: "/passive"), "HTTP/1.1 404"),
            (request(path: "/passive/../passive/_blipsync"), "HTTP/1.1 404"),
            (request(path: "/_blipsync"), "HTTP/1.1 404"),
            ("GET / HTTP/1.1\r\n\r\n", "HTTP/1.1 400"), ("\u{0}\r\n\r\n", "HTTP/1.1 400"),
        ])
        func `a listener answers a request`(request: String, status: String) async throws {
            let pair = try SyncPair()
            let listener = try pair.listener() {
                $0.allowedOrigins = ["https://app.example"]
            }
            defer { listener.stop() }
            #expect(try await Self.answer(to: request, listener).hasPrefix(status))
        }

        @Test func `an address that other machines reach requires an authenticator`() throws {
            let pair = try SyncPair()
            let error = try #require(throws: QuireError.self) {
                _ = try pair.listener() { $0.networkInterface = "0.0.0.0" }
            }
            #expect(error.code == .invalidParameter)
        }

        @Test(arguments: [
            ("127.0.0.1", true), ("127.255.0.1", true), ("localhost", true), ("::1", true),
            ("[::1]", true), ("127.0.0.\u{661}", false), ("127.0.0", false), ("127.0.0.1.", false),
            ("127..0.1", false), ("127.0.0.256", false), ("127.0.0.+1", false), ("127", false),
            ("128.0.0.1", false), ("127.0.0.1.example.com", false), ("", false),
        ])
        func `only the addresses of the loopback interface count as such`(
            host: String, isLoopback: Bool
        ) {
            #expect(ListenerRequest.isLoopback(host) == isLoopback)
        }

        @Test func `connections without a request do not lock out a client`() async throws {
            let pair = try SyncPair()
            let listener = try pair.listener() { $0.maximumConnections = 4 }
            defer { listener.stop() }
            var idle: [any ByteTransport] = []
            for _ in 0..<4 { idle.append(try await openTransport(to: listener.urls[0])) }
            while listener.status.connectionCount < 4 {
                try await Task.sleep(for: .milliseconds(5))
            }
            let answer = try await Self.answer(to: Self.request(), listener)
            #expect(answer.hasPrefix("HTTP/1.1 101"))
            for transport in idle { transport.close() }
        }

        @Test func `a violation of the protocol is answered with a frame that names it`()
            async throws
        {
            let pair = try SyncPair()
            let listener = try pair.listener()
            defer { listener.stop() }
            let transport = try await openTransport(to: listener.urls[0])
            defer { transport.close() }
            // The frame has no mask.
            let frame: [UInt8] = [0x82, 0x01, 0x00]
            try await transport.send(Array(Self.request().utf8) + frame)
            var bytes: [UInt8] = []
            while let part = try? await transport.receive(maximum: 1000), !part.isEmpty {
                bytes += part
            }
            let head = Data(bytes).range(of: Data("\r\n\r\n".utf8))
            let answer = Data(bytes).dropFirst(head?.upperBound ?? 0)
            // A frame that closes the connection, with a length and the code 1002.
            #expect(answer.first == 0x88 && Array(answer.dropFirst(2).prefix(2)) == [0x03, 0xEA])
        }

        @Test func `closing the database stops its listener`() throws {
            let pair = try SyncPair()
            let listener = try pair.listener()
            try pair.passive.close()
            #expect(listener.port == nil && listener.urls == [])
            let error = #expect(throws: QuireError.self) { try listener.start() }
            #expect(error?.code == .notOpen)
        }

        @Test func `a stopped listener refuses connections`() async throws {
            let pair = try SyncPair()
            let listener = try pair.listener()
            let url = listener.urls[0]
            listener.stop()
            var thrown: Int?
            do {
                try await pair.active.sync(with: url) { $0.maxAttempts = 1 }
            } catch let error as QuireError {
                thrown = error.code.rawValue
            }
            #expect(thrown == QuireError.Code.networkUnreachable.rawValue)
        }

        @Test func `continuous replicators transfer later changes until they are stopped`()
            async throws
        {
            let pair = try SyncPair()
            let listener = try pair.listener()
            defer { listener.stop() }
            var configuration = ReplicatorConfiguration(
                collections: [
                    CollectionConfiguration(collection: try pair.active.defaultCollection())
                ], target: URLEndpoint(url: listener.urls[0]))
            configuration.continuous = true
            let replicator = Replicator(config: configuration)
            replicator.start()
            for n in 0..<3 {
                try pair.active.defaultCollection().save(document: MutableDocument(id: "a\(n)"))
                try pair.passive.defaultCollection().save(document: MutableDocument(id: "b\(n)"))
                for _ in 0..<1000 {
                    let counts = try [pair.active, pair.passive].map {
                        try $0.defaultCollection().count
                    }
                    if counts == [UInt64(2 * n + 2), UInt64(2 * n + 2)] { break }
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
            replicator.stop()
            let status = await replicator.waitUntilStopped()
            #expect(status.activity == .stopped && status.error == nil)
            #expect(
                try SyncPair.documents(of: pair.active).keys.sorted()
                    == ["a0", "a1", "a2", "b0", "b1", "b2"])
            #expect(
                try SyncPair.documents(of: pair.active) == SyncPair.documents(of: pair.passive))
        }

        @Test func `pending documents are those that the other database lacks`() async throws {
            let pair = try SyncPair()
            let listener = try pair.listener()
            defer { listener.stop() }
            let collection = try pair.active.defaultCollection()
            try collection.save(document: MutableDocument(id: "a"))
            let replicator = Replicator(
                config: ReplicatorConfiguration(
                    collections: [CollectionConfiguration(collection: collection)],
                    target: URLEndpoint(url: listener.urls[0])))
            let before = try replicator.pendingDocumentIds(collection: collection)
            try await replicator.sync()
            let after = try replicator.pendingDocumentIds(collection: collection)
            try collection.save(document: MutableDocument(id: "b"))
            let later = try replicator.pendingDocumentIds(collection: collection)
            #expect([before, after, later] == [["a"], [], ["b"]])
            #expect(
                try [
                    replicator.isDocumentPending("a", collection: collection),
                    replicator.isDocumentPending("b", collection: collection),
                ] == [false, true])
        }
    }
#endif
