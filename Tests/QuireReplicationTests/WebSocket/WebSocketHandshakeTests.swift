#if Replication
    import Foundation
    import QuireNetwork
    import Testing

    @testable import QuireReplication

    @Suite struct WebSocketHandshakeTests {
        static let key = "dGhlIHNhbXBsZSBub25jZQ=="
        static let answer = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="

        @Test func `the answer to a key is that of the standard`() {
            #expect(WebSocketHandshake.answer(to: Self.key) == Self.answer)
        }

        @Test func `a random key has 16 bytes and differs from the previous one`() {
            let keys = (0..<10).map { _ in WebSocketHandshake.randomKey() }
            #expect(Set(keys).count == 10)
            #expect(keys.allSatisfy { Data(base64Encoded: $0)?.count == 16 })
        }

        // MARK: The request

        static let urls: [(url: String, target: String, host: String)] = [
            ("ws://example.com/db/_blipsync", "/db/_blipsync", "example.com"),
            ("wss://example.com:4984/a%20b/c?d=e%26f&g", "/a%20b/c?d=e%26f&g", "example.com:4984"),
            ("ws://example.com", "/", "example.com"),
            ("ws://example.com?a=b", "/?a=b", "example.com"),
            ("ws://[::1]:80/x", "/x", "[::1]:80"), ("ws://user:pass@h/x#f", "/x", "h"),
        ]

        @Test(arguments: urls)
        func `the request names the host and the target of the URL`(
            url: String, target: String, host: String
        ) throws {
            let request = try WebSocketHandshake.request(
                to: try #require(URL(string: url)), key: Self.key, subprotocols: ["a", "b"],
                headers: [("Authorization", "Basic x")])
            #expect(request.target == target)
            #expect(
                request.headers
                    == HTTPHeaders([
                        ("Host", host), ("Upgrade", "websocket"), ("Connection", "Upgrade"),
                        ("Sec-WebSocket-Key", Self.key), ("Sec-WebSocket-Version", "13"),
                        ("Sec-WebSocket-Protocol", "a, b"), ("Authorization", "Basic x"),
                    ]))
        }

        @Test(arguments: [
            "Host", "upgrade", "CONNECTION", "Sec-WebSocket-Extensions", "Content-Length",
        ])
        func `a further field may not change the handshake`(name: String) throws {
            let url = try #require(URL(string: "ws://h"))
            #expect(throws: HTTPError.self) {
                try WebSocketHandshake.request(
                    to: url, key: Self.key, subprotocols: [], headers: [(name, "x")])
            }
        }

        @Test func `a URL without a host is an error`() throws {
            let url = try #require(URL(string: "ws:///db"))
            #expect(throws: NetworkError.self) {
                try WebSocketHandshake.request(
                    to: url, key: Self.key, subprotocols: [], headers: [])
            }
        }

        // MARK: The server's answer

        static func choice(
            _ fields: [(String, String)], subprotocols: [String] = ["a", "b"]
        ) throws -> String? {
            let head = HTTPResponseHead(
                status: 101, reason: "", headers: HTTPHeaders(fields))
            return try WebSocketHandshake.check(head, key: key, subprotocols: subprotocols)
        }

        static let valid = [
            ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Accept", answer),
            ("Sec-WebSocket-Protocol", "b"),
        ]

        static func replacing(_ name: String, by values: String...) -> [(String, String)] {
            valid.filter { $0.0 != name } + values.map { (name, $0) }
        }

        @Test func `the server chooses a subprotocol`() throws {
            #expect(try Self.choice(Self.valid) == "b")
        }

        @Test func `case and other items do not matter`() throws {
            #expect(
                try Self.choice(
                    [
                        ("upgrade", "WebSocket"), ("CONNECTION", "keep-alive, upgrade"),
                        ("sec-websocket-accept", Self.answer),
                    ], subprotocols: []) == nil)
        }

        static let invalidAnswers: [[(String, String)]] = [
            replacing("Upgrade"), replacing("Upgrade", by: "h2c"),
            replacing("Upgrade", by: "websocket", "h2c"), replacing("Connection"),
            replacing("Connection", by: "close"), replacing("Sec-WebSocket-Accept"),
            replacing("Sec-WebSocket-Accept", by: "s3pPLMBiTxaQ9kYGzzhZRbK+xOO="),
            replacing("Sec-WebSocket-Accept", by: answer, answer),
            replacing("Sec-WebSocket-Accept", by: answer.uppercased()),
            replacing("Sec-WebSocket-Protocol"), replacing("Sec-WebSocket-Protocol", by: "c"),
            replacing("Sec-WebSocket-Protocol", by: "a, b"),
            replacing("Sec-WebSocket-Protocol", by: "a", "b"),
            replacing("Sec-WebSocket-Protocol", by: "B"),
            valid + [("Sec-WebSocket-Extensions", "permessage-deflate")],
        ]

        @Test(arguments: invalidAnswers)
        func `an answer that does not fit the request is an error`(
            fields: [(String, String)]
        ) throws {
            let error = #expect(throws: WebSocketError.self) { try Self.choice(fields) }
            guard case .invalidResponse = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }

        @Test func `a subprotocol that was not requested is an error`() {
            #expect(throws: WebSocketError.self) { try Self.choice(Self.valid, subprotocols: []) }
        }

        // MARK: The client's request

        static let request = [
            ("Host", "h"), ("Upgrade", "websocket"), ("Connection", "keep-alive, Upgrade"),
            ("Sec-WebSocket-Key", key), ("Sec-WebSocket-Version", "13"),
            ("Sec-WebSocket-Protocol", "x, b,a"),
        ]

        static func changing(_ name: String, to values: String...) -> [(String, String)] {
            request.filter { $0.0 != name } + values.map { (name, $0) }
        }

        static func refusal(
            _ fields: [(String, String)], method: String = "GET", version: HTTPVersion = .http11
        ) -> Int? {
            let head = HTTPRequestHead(
                method: method, target: "/", version: version, headers: HTTPHeaders(fields))
            do throws(WebSocketRefusal) {
                _ = try WebSocketHandshake.check(head, subprotocols: ["a", "b"])
                return nil
            } catch {
                return error.status
            }
        }

        @Test func `the server prefers its first subprotocol`() throws {
            let head = HTTPRequestHead(
                method: "GET", target: "/", headers: HTTPHeaders(Self.request))
            let result = try WebSocketHandshake.check(head, subprotocols: ["a", "b"])
            #expect(result.subprotocol == "a")
            #expect(result.key == Self.key)
            let response = WebSocketHandshake.response(to: result.key, subprotocol: "a")
            #expect(
                try WebSocketHandshake.check(response, key: Self.key, subprotocols: ["a", "b"])
                    == "a")
        }

        static let refused: [(fields: [(String, String)], status: Int)] = [
            (changing("Upgrade"), 426), (changing("Upgrade", to: "h2c"), 426),
            (changing("Connection"), 426), (changing("Connection", to: "Upgraded"), 426),
            (changing("Sec-WebSocket-Version"), 426),
            (changing("Sec-WebSocket-Version", to: "8"), 426),
            (changing("Sec-WebSocket-Version", to: "13", "8"), 426),
            (changing("Sec-WebSocket-Key"), 400),
            (changing("Sec-WebSocket-Key", to: key, key), 400),
            (changing("Sec-WebSocket-Key", to: ""), 400),
            (changing("Sec-WebSocket-Key", to: "dGhlIHNhbXBsZSBub25j"), 400),
            (changing("Sec-WebSocket-Key", to: "dGhlIHNhbXBsZSBub25jZQ=!"), 400),
            (changing("Sec-WebSocket-Key", to: "dGhlIHNhbXBsZSBub25jZQAA"), 400),
            (changing("Sec-WebSocket-Protocol"), 400),
            (changing("Sec-WebSocket-Protocol", to: "c"), 400),
            (changing("Sec-WebSocket-Protocol", to: "A"), 400),
            (request + [("Content-Length", "1")], 400),
            (request + [("Transfer-Encoding", "chunked")], 400),
        ]

        @Test(arguments: refused)
        func `a request that is no handshake is refused`(fields: [(String, String)], status: Int) {
            #expect(Self.refusal(fields) == status)
        }

        @Test func `other methods and versions are refused`() {
            #expect(Self.refusal(Self.request, method: "POST") == 405)
            #expect(Self.refusal(Self.request, version: .http10) == 426)
            #expect(Self.refusal(Self.request + [("Content-Length", "0")]) == nil)
        }

        @Test func `the response of a refusal is valid HTTP`() throws {
            let refusal = WebSocketRefusal(
                426, reason: "Reason", fields: [("Upgrade", "websocket")])
            var input = refusal.response[...]
            var parser = HTTPHeadParser<HTTPResponseHead>()
            let head = try #require(try parser.parse(&input))
            #expect(head.status == 426 && head.headers["Upgrade"] == "websocket")
            #expect(try head.bodyFraming() == .length(input.count))
        }
    }
#endif
