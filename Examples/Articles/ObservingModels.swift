// Observable lists of models, as views read them.

import Observation
import Quire

struct Hotel: DocumentModel, Identifiable {
    @DocumentID var id: String?
    var name: String
    var roomRate: Double
}

/// The models of a list and its search text.
@MainActor @Observable
final class HotelBrowser {
    let hotels: ObservedSelection<Hotel>
    private let repository: Repository<Hotel>

    init(_ repository: Repository<Hotel>) {
        self.repository = repository
        hotels = ObservedSelection(repository.sorted(by: \.name), loadingImmediately: true)
    }

    var search = "" {
        didSet {
            let search = search
            hotels.selection = repository.filter { $0.name.hasPrefix(search) }.sorted(by: \.name)
        }
    }
}

let database = try Database(inMemoryNamed: "hotels")
let hotels = try database.repository(of: Hotel.self)
try hotels.save([Hotel(name: "Seaside", roomRate: 90), Hotel(name: "Grand", roomRate: 210)])

let browser = HotelBrowser(hotels)
print(browser.hotels.models.map(\.name))

browser.search = "Sea"
print("still shown:", browser.hotels.models.map(\.name))
while !browser.hotels.isLoaded { try await Task.sleep(for: .milliseconds(1)) }
print("found:", browser.hotels.models.map(\.name))

browser.hotels.selection = hotels.filter { $0.roomRate > 100 }
browser.hotels.load()
print("loaded:", browser.hotels.models.map(\.name))
