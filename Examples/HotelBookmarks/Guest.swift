import Quire

/// A guest of the travel app and the guest's database.
struct Guest {
    let database: Database
    let hotels: Repository<Hotel>
    private let bookmarkLists: Repository<BookmarkedHotels>

    /// Opens the guest's database and creates it if it doesn't exist.
    init(folder: String) throws {
        var configuration = DatabaseConfiguration()
        configuration.directory = folder
        database = try Database(name: "guest", config: configuration)
        hotels = try database.repository(of: Hotel.self)
        bookmarkLists = try database.repository(of: BookmarkedHotels.self)
    }

    /// The numbers of hotels that an import has added, changed and left unchanged.
    struct Import: Equatable {
        var added = 0
        var changed = 0
        var unchanged = 0
    }

    /// Imports the hotels of a catalogue in one transaction.
    func importHotels(_ catalogue: [Hotel]) throws -> Import {
        try database.inBatch {
            var result = Import()
            for hotel in catalogue {
                guard let stored = try hotel.id.flatMap(hotels.find) else {
                    try hotels.save(hotel)
                    result.added += 1
                    continue
                }
                if stored == hotel {
                    result.unchanged += 1
                } else {
                    try hotels.save(hotel.replacing(stored))
                    result.changed += 1
                }
            }
            return result
        }
    }

    /// The IDs of the bookmarked hotels.
    func bookmarks() throws -> [String] {
        try bookmarkList().hotels
    }

    /// Saves a hotel and adds it to the bookmarks, in one transaction.
    ///
    /// - Returns: Whether the bookmark is new.
    /// - Throws: ``QuireError``.
    func bookmark(_ hotel: Hotel) throws -> Bool {
        try database.inBatch {
            let saved = try hotel.id.flatMap(hotels.find) ?? hotels.save(hotel)
            var list = try bookmarkList()
            guard let id = saved.id, !list.hotels.contains(id) else { return false }
            list.hotels.append(id)
            try bookmarkLists.save(list)
            return true
        }
    }

    /// Deletes a hotel and removes it from the bookmarks, in one transaction.
    func removeBookmark(_ id: String) throws {
        try database.inBatch {
            try hotels.delete(id: id)
            var list = try bookmarkList()
            list.hotels.removeAll { $0 == id }
            try bookmarkLists.save(list)
        }
    }

    private func bookmarkList() throws -> BookmarkedHotels {
        try bookmarkLists.all().first ?? BookmarkedHotels(hotels: [])
    }
}
