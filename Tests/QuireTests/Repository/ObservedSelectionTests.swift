import Observation
import Testing

@testable import Quire

@MainActor @Suite struct ObservedSelectionTests {
    private func wait(until condition: () -> Bool) async throws {
        for _ in 0..<2_000 where !condition() { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test(arguments: TestStore.all)
    func `the observed records match the selection`(kind: TestStore) async throws {
        let inns = try kind.open().repository(of: Inn.self)
        try await inns.save(Inn(id: "i1", name: "n", stars: 3))
        let observed = ObservedSelection(inns.filter { $0.stars >= 3 })
        try await wait(until: { observed.isLoaded })
        let first = observed.models.map(\.id)
        let isNoted = SendableBox(false)
        withObservationTracking {
            _ = observed.models
        } onChange: {
            isNoted.value = true
        }
        try await inns.save(Inn(id: "i2", name: "n", stars: 4))
        try await wait(until: { observed.models.count == 2 })
        #expect(first == ["i1"] && observed.models.map(\.id) == ["i1", "i2"] && isNoted.value)
    }

    @Test func `an invalid selection is an error`() async throws {
        let inns = try TestStore.database.open().repository(of: Inn.self)
        let observed = ObservedSelection(
            inns.filter { _ in QueryCondition(.failure(QuireError(.invalidQuery, "no property"))) })
        try await wait(until: { observed.error != nil })
        #expect(observed.error is QuireError && !observed.isLoaded)
    }
}
