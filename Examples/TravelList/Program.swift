// A travel list: import, full-text search, and a view that is updated after each change.
//
//   swift run TravelList

import Foundation
import Quire

@main @MainActor
struct Program {
    let list: TravelList
    let view: LiveView

    static func main() async throws {
        let list = try await TravelList(Database(inMemoryNamed: "travel"))
        guard let file = Bundle.module.url(forResource: "places", withExtension: "jsonl") else {
            fatalError("places.jsonl is missing in the resources of the example")
        }
        print("Imported \(try await list.importPlaces(from: file)) places.")
        try await Program(list: list, view: LiveView(list)).run()
    }

    private func run() async throws {
        try await step("All places") { view.search = Search() }
        for text in ["s", "sea", "sea v", "cafe", "walki"] {
            try await step("Search \"\(text)\"") { view.search.text = text }
        }
        try await step("Search \"sea\", not visited yet") {
            view.search = Search(text: "sea", onlyNew: true)
        }

        try await step("Add Tide Pools") {
            let address = Place.Address(city: "Newport", country: "United States")
            try await list.places.insert(
                Place(
                    id: "tide-pools", name: "Tide Pools", kind: .beach, address: address,
                    notes: "Starfish and sea urchins at low tide.", tags: ["family"],
                    addedAt: november(20)))
        }
        try await step("Visit Fjord Trail") {
            try await list.visit("fjord-trail", at: november(21), rating: 4)
        }
        // The search doesn't find this place, so the view is not updated.
        try await list.visit("tiles", at: november(22), rating: nil)
        try await step("Delete Whale House") {
            try await list.places.delete(id: "whale-house")
        }
        try await step("All trails and museums") {
            view.search = Search(kinds: [.trail, .museum])
        }
    }

    /// Makes a change and waits until the view has shown it.
    private func step(_ title: String, _ change: @MainActor () async throws -> Void) async throws {
        print("\n\(title)")
        try await change()
        await view.nextUpdate()
    }

    /// Returns noon of a day of November 2026, in UTC.
    private func november(_ day: Int) -> Date {
        Date(timeIntervalSince1970: 1_793_491_200 + Double(day - 1) * 86_400 + 43_200)
    }
}
