#if Replication
    import Foundation
    import Quire
    import Testing

    @testable import QuireReplication

    @Suite struct EndpointTests {
        @Test(arguments: [
            ("ws://example.com/travel", "ws://example.com/travel/_blipsync"),
            ("wss://example.com:4984/travel", "wss://example.com:4984/travel/_blipsync"),
            ("https://example.com/a/travel/", "wss://example.com/a/travel/_blipsync"),
            ("http://127.0.0.1:80/x", "ws://127.0.0.1:80/x/_blipsync"),
            ("ws://[::1]:4984/x%20y", "ws://[::1]:4984/x%20y/_blipsync"),
            ("WS://example.com/travel", "ws://example.com/travel/_blipsync"),
        ])
        func `the URL of the WebSocket follows from the URL of the database`(
            text: String, expected: String
        ) throws {
            let endpoint = URLEndpoint(url: try #require(URL(string: text)))
            try endpoint.check()
            #expect(endpoint.remoteName == expected)
        }

        @Test(arguments: [
            "ftp://example.com/travel", "example.com/travel", "ws://example.com",
            "ws://example.com/",
            "ws:///travel", "ws://ann:secret@example.com/travel", "ws://ann@example.com/travel",
            "ws://example.com/travel?x=1", "ws://example.com/travel#x",
        ])
        func `a URL that names no database is refused`(text: String) throws {
            let endpoint = URLEndpoint(url: try #require(URL(string: text)))
            let error = try #require(throws: QuireError.self) { try endpoint.check() }
            #expect(error.code == .invalidParameter)
        }

        @Test func `descriptions of credentials contain no secret`() {
            let basic = BasicAuthenticator(username: "ann", password: "secret")
            let session = SessionAuthenticator(sessionID: "secret")
            var texts = ["\(basic)", "\(session)", String(reflecting: basic)]
            for value in [basic, session] as [Any] {
                var text = ""
                dump(value, to: &text)
                texts.append(text)
            }
            #expect(texts.filter { $0.contains("secret") } == [])
        }
    }
#endif
