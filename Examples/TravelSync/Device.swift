#if Replication
    import Foundation
    import Quire
    import QuireReplication

    /// The travel app on one device: a database, which synchronizes with a hub.
    struct Device {
        private static let bookmarksID = "bookmarks-guest"

        private let name: String
        private let database: Database
        private let hotels: Repository<Hotel>
        private let lists: Repository<BookmarkedHotels>

        /// Opens the database of a device and creates it if it doesn't exist.
        init(_ name: String, folder: String) throws {
            self.name = name
            var configuration = DatabaseConfiguration()
            configuration.directory = folder
            database = try Database(name: name, config: configuration)
            hotels = try database.repository(of: Hotel.self)
            lists = try database.repository(of: BookmarkedHotels.self)
        }

        /// Saves a hotel and adds it to the bookmarks.
        func bookmark(_ hotel: Hotel) throws {
            try database.inBatch {
                try hotels.upsert(hotel)
                var list = try list()
                if let id = hotel.id, !list.hotels.contains(id) { list.hotels.append(id) }
                try lists.save(list)
            }
        }

        /// Removes a hotel from the bookmarks.
        func removeBookmark(_ id: String) throws {
            var list = try list()
            list.hotels.removeAll { $0 == id }
            try lists.save(list)
        }

        private func list() throws -> BookmarkedHotels {
            try lists.find(Self.bookmarksID)
                ?? BookmarkedHotels(id: Self.bookmarksID, hotels: [])
        }

        /// Synchronizes with the hub.
        ///
        /// If both devices have changed the bookmarks, the lists are merged as sets: what one of them
        /// has added is added, and what one of them has removed is removed.
        func synchronize(with url: URL, user: String, password: String) async throws {
            var collection = CollectionConfiguration(collection: try database.defaultCollection())
            collection.resolveConflicts(of: lists, by: .mergeFields { $0.set(\.hotels) })
            let summary = try await database.sync(
                with: url, collections: [collection], user: user, password: password)
            print("\(name): \(summary.pulledCount) received, \(summary.pushedCount) sent")
            for failure in summary.failures { print("\(name): \(failure)") }
        }

        /// Prints the bookmarked hotels.
        func printBookmarks() throws {
            let names = try list().hotels.map { try hotels.require($0) }.map {
                "\($0.name) in \($0.city)"
            }
            print("\(name): \(names.sorted().joined(separator: ", "))")
        }
    }
#endif
