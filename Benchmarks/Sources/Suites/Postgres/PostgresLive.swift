#if PostgreSQL
    import Dispatch
    import Quire
    import QuirePostgreSQL

    /// The time after which a listener receives the change of another program.
    enum PostgresLive {
        private static let changes = 20

        /// Saves documents with one database object and waits for the listener of another one.
        static func compare() throws -> Comparison {
            let bench = try PostgresBench(count: 1)
            let listener = try PlainConnection(
                PostgresProgram.connectionString(), table: bench.peerTable)
            try listener.execute("LISTEN peer")
            try listener.prepare(
                "changes", "SELECT id, seq FROM \(bench.peerTable) ORDER BY seq DESC LIMIT 1", [])
            let other = try bench.openAgain()
            let store = try other.defaultStore()
            let received = DispatchSemaphore(value: 0)
            let stream = bench.store.changedDocumentIDs()
            let task = Task.detached {
                for await _ in stream { received.signal() }
            }
            let ours = { () throws -> Duration in
                try ContinuousClock().measure {
                    for number in 0..<changes {
                        try PostgresBench.save(bench.hotels[0], number, in: store, if: .any)
                        guard received.wait(timeout: .now() + 30) == .success else {
                            throw Disagreement("the listener was not notified")
                        }
                    }
                } / changes
            }
            try bench.peer.insert(bench.hotels[0], number: 0, revision: bench.revision)
            try listener.waitForNotification()
            let peer = { () throws -> Duration in
                try ContinuousClock().measure {
                    for number in 0..<changes {
                        try bench.peer.update(
                            bench.hotels[0], number: number, revision: bench.revision)
                        try listener.waitForNotification()
                        try listener.run("changes").clear()
                    }
                } / changes
            }
            return Comparison(
                subject: .measured {
                    withExtendedLifetime((other, task)) {}
                    return (try ours(), try peer())
                },
                verify: { blackHole(try ours()) })
        }
    }
#endif
