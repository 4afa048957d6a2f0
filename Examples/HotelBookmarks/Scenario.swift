import Quire

/// The guest scenario, which prints its steps to standard output.
struct Scenario {
    let guest: Guest
    let catalogue: [Hotel]

    func play() throws {
        try importCatalogue()
        try bookmark()
        try removeBookmark()
        try listBookmarks()
        try query()
        try summarize()
    }

    private func importCatalogue() throws {
        let result = try guest.importHotels(catalogue)
        print("Imported \(catalogue.count) hotels:", terminator: " ")
        print("\(result.added) new, \(result.changed) changed, \(result.unchanged) unchanged.")
    }

    /// Returns the first three hotels with free breakfast and a vacant room, by name.
    private func favourites() throws -> [Hotel] {
        try guest.hotels.filter { $0.hasFreeBreakfast == true && $0.hasVacancy == true }
            .sorted(by: \.name).limit(3).all()
    }

    private func bookmark() throws {
        print("\nBookmarking three hotels with free breakfast and a vacancy:")
        for hotel in try favourites() {
            let isNew = try guest.bookmark(hotel)
            print("  \(hotel.name)\(isNew ? "" : " (bookmarked already)")")
        }
    }

    private func removeBookmark() throws {
        guard let id = try guest.bookmarks().last, let hotel = try guest.hotels.find(id) else {
            return
        }
        try guest.removeBookmark(id)
        print("\nRemoved the bookmark of \(hotel.name) and deleted its document.")
    }

    private func listBookmarks() throws {
        print("\nBookmarks:")
        for id in try guest.bookmarks() {
            guard let hotel = try guest.hotels.find(id) else { continue }
            print("  \(hotel.name), \(hotel.city ?? hotel.country)")
        }
    }

    /// The columns that the query selects.
    private struct Offer: Decodable {
        let name: String
        let city: String?
        let price: String?
    }

    private func query() throws {
        let rows = try guest.database.query(
            """
            SELECT name, city, price FROM _
            WHERE type = 'hotel' AND pets_ok = TRUE AND vacancy = TRUE AND price IS VALUED
            ORDER BY name LIMIT 3
            """)
        print("\nHotels that accept pets:")
        for row in rows {
            let offer = try row.decode(Offer.self)
            print("  \(row.toJSON())")
            print("  \(offer.name) in \(offer.city ?? "the country"): \(offer.price ?? "ask")")
        }
    }

    private func summarize() throws {
        let hotels = try guest.hotels.count()
        let bookmarks = try guest.bookmarks().count
        print("\nThe database has \(hotels) hotels and \(bookmarks) bookmarks. Its folder is")
        print(guest.database.path ?? "unknown")
    }
}
