import DatabaseTestSupport
import Quire
import Testing

/// Changes of models, in every engine.
@Suite struct ChangesBehaviourTests {
    @Test(arguments: TestStore.all)
    func `changes deliver the current models, then inserted, updated and removed ones`(
        kind: TestStore
    ) async throws {
        let inns = try kind.open().repository(of: Inn.self)
        try await inns.save(Inn(id: "i1", name: "n", stars: 3))
        var seen: [String] = []
        for try await change in inns.filter({ $0.stars >= 3 }).changes() {
            seen.append(
                [change.models, change.inserted, change.updated].map {
                    $0.map(\.id).joined(separator: " ")
                }.joined(separator: "|") + "|" + change.removed.joined(separator: " "))
            switch seen.count {
            case 1: try await inns.save(Inn(id: "i2", name: "n", stars: 4))
            case 2: try await inns.update("i2") { $0.name = "other" }
            case 3: try await inns.delete(id: "i1")
            default: break
            }
            if seen.count == 4 { break }
        }
        #expect(seen == ["i1|i1||", "i1 i2|i2||", "i1 i2||i2|", "i2|||i1"])
    }
}
