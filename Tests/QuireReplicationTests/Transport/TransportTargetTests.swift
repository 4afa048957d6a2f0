#if Replication
    import Foundation
    import QuireNetwork
    import Testing

    @testable import QuireReplication

    @Suite struct TransportTargetTests {
        static let targets: [(url: String, authority: String, isEncrypted: Bool)] = [
            ("ws://example.com/db", "example.com:80", false),
            ("wss://example.com", "example.com:443", true),
            ("HTTP://h:8080/", "h:8080", false), ("https://user:pw@h:1/x?y#z", "h:1", true),
            ("ws://[::1]:4984/db", "[::1]:4984", false), ("ws://127.0.0.1", "127.0.0.1:80", false),
        ]

        @Test(arguments: targets)
        func `a URL names a host, a port and whether to encrypt`(
            url: String, authority: String, isEncrypted: Bool
        ) throws {
            let target = try TransportTarget(try #require(URL(string: url)))
            #expect(target.authority == authority)
            #expect(target.isEncrypted == isEncrypted)
        }

        @Test(arguments: [
            "ftp://h", "h", "/path", "ws:///db", "ws://h:0/", "ws://h:65536/", "file:///x",
        ])
        func `other URLs are errors`(url: String) throws {
            let url = try #require(URL(string: url))
            #expect(throws: NetworkError.self) { try TransportTarget(url) }
        }
    }
#endif
