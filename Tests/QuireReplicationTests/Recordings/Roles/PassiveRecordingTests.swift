#if Replication
    import Testing

    @testable import QuireReplication

    /// Passive sessions whose partner is the client of a recording.
    @Suite struct PassiveRecordingTests {
        @Test(arguments: RecordingTable.passive)
        func `a passive session answers what the recorded server has answered`(
            name: String
        ) async throws {
            let differences = try await PassivePlayer(Recording(name)).play()
            RecordingTable.report(differences, "\(name) passive")
        }
    }
#endif
