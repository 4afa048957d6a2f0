#if Replication
    import Foundation
    import Quire

    /// The steps of both devices, each of which is a process, as on real devices.
    enum Step: String, CaseIterable {
        /// The phone bookmarks three hotels.
        case phoneStarts = "phone-starts"
        /// The tablet receives them, and bookmarks another one without a connection.
        case tabletStarts = "tablet-starts"
        case tabletOffline = "tablet-offline"
        /// In the meantime, the phone removes one and bookmarks another one.
        case phoneChanges = "phone-changes"
        /// The tablet has a connection again, and resolves the conflict of the bookmarks.
        case tabletReturns = "tablet-returns"
        case phoneReturns = "phone-returns"

        var title: String {
            switch self {
            case .phoneStarts: "The phone bookmarks three hotels:"
            case .tabletStarts: "The tablet receives the bookmarks:"
            case .tabletOffline: "The tablet bookmarks a hotel without a connection:"
            case .phoneChanges: "The phone removes a bookmark and adds one:"
            case .tabletReturns: "The tablet is online again and merges both changes:"
            case .phoneReturns: "The phone receives the merged bookmarks:"
            }
        }

        /// Runs the step with the databases in a folder.
        func run(url: URL, folder: String, user: String, password: String) async throws {
            let name = rawValue.hasPrefix("phone") ? "phone" : "tablet"
            let device = try Device(name, folder: folder)
            switch self {
            case .phoneStarts:
                for hotel in Hotels.all.prefix(3) { try device.bookmark(hotel) }
            case .tabletOffline:
                try device.bookmark(Hotels.all[3])
            case .phoneChanges:
                try device.removeBookmark("hotel-1")
                try device.bookmark(Hotels.all[4])
            case .tabletStarts, .tabletReturns, .phoneReturns:
                break
            }
            if self != .tabletOffline {
                try await device.synchronize(with: url, user: user, password: password)
            }
            try device.printBookmarks()
        }
    }

    /// The hotels of the example.
    enum Hotels {
        static let all = [
            Hotel(id: "hotel-1", name: "Fjord View Inn", city: "Bergen"),
            Hotel(id: "hotel-2", name: "Nave Loft", city: "Porto"),
            Hotel(id: "hotel-3", name: "The Orchard House", city: "Ludlow"),
            Hotel(id: "hotel-4", name: "Zagora Tents", city: "Zagora"),
            Hotel(id: "hotel-5", name: "Harbour House", city: "Bergen"),
        ]
    }
#endif
