#if Replication
    import QuireReplication
    import Testing

    @Suite struct SocketCloseStatusTests {
        @Test func `a close by the peer is not equal to one by this side`() {
            #expect(
                SocketCloseStatus(code: 1000, reason: "", byPeer: true)
                    != SocketCloseStatus(code: 1000, reason: "", byPeer: false))
        }
    }
#endif
