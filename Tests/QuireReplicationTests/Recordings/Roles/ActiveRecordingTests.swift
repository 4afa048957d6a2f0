#if Replication
    import Testing

    @testable import QuireReplication

    /// Sessions whose partner is the server of a recording.
    @Suite struct ActiveRecordingTests {
        @Test(arguments: RecordingTable.active)
        func `a session sends what the recorded client has sent`(name: String) async throws {
            let differences = try await ActivePlayer(Recording(name)).play()
            RecordingTable.report(differences, name)
        }
    }
#endif
