// An audit trail, a feed of changes, and conditional changes in a server.

import Foundation
import Quire

struct Hotel: DocumentModel {
    @DocumentID var id: String?
    var name: String
    var roomRate: Double
}

struct HistoryRoutes: Sendable {
    let database: any DocumentDatabase
    let hotels: Repository<Hotel>
    let entries: Repository<AuditEntry>

    init(_ database: any DocumentDatabase) async throws {
        self.database = database
        hotels = try await database.repository(of: Hotel.self, in: "hotels")
        entries = try await database.repository(of: AuditEntry.self, in: "audit")
        if database.capabilities.contains(.indexes) {
            try await entries.createIndex(on: \.documentID, \.date)
        }
    }

    /// Returns the repository for the requests of a user.
    func hotels(for user: String) -> Repository<Hotel> {
        hotels.audited(in: entries, actor: { user })
    }
}

// MARK: The audit trail

extension HistoryRoutes {
    /// Handles DELETE /hotels/ID.
    func delete(_ id: String, by user: String) async throws {
        try await hotels(for: user).delete(id: id)
    }

    /// Handles GET /hotels/ID/audit, with the latest entry first.
    func trail(of id: String) async throws -> [String] {
        try await entries.filter { $0.documentID == id }.sorted(by: \.date, .descending)
            .limit(100).all()
            .map { "\($0.action.rawValue) by \($0.actor ?? "unknown")" }
    }

    /// Removes the entries that are older than a date.
    func removeEntries(before date: Date) async throws -> Int {
        try await entries.filter { $0.date < date }.purge()
    }
}

/// A version of a hotel, with the user who saved it.
struct HotelVersion: DocumentModel {
    @DocumentID var id: String?
    var hotelID: String
    var hotel: Hotel?
    var user: String
    var date: Date
}

/// Saves a copy of each version of a hotel.
struct VersionMiddleware: RepositoryMiddleware {
    let versions: Repository<HotelVersion>
    let user: String

    func perform(
        _ operation: WriteOperation<Hotel>,
        next: (WriteOperation<Hotel>) throws -> WriteOutcome<Hotel>
    ) throws -> WriteOutcome<Hotel> {
        let outcome = try next(operation)
        // A patch has no model, and a deletion leaves none.
        let hotel = try versions.store.database.store(named: "hotels")?
            .repository(of: Hotel.self).find(outcome.id)
        try versions.insert(
            HotelVersion(hotelID: outcome.id, hotel: hotel, user: user, date: Date()))
        return outcome
    }
}

// MARK: The feed

extension HistoryRoutes {
    /// Handles GET /changes with the header Last-Event-ID, and sends server-sent events.
    ///
    /// The closure writes a part of the response, and returns when the client can receive the next.
    func events(
        after text: String?, send: @Sendable (String) async throws -> Void
    ) async throws {
        for try await change in hotels.changes(since: text.flatMap { ChangeToken($0) }) {
            let data: Data
            switch change.content {
            case .saved(let hotel): data = try JSONEncoder().encode(hotel.value)
            case .deleted: data = try JSONEncoder().encode(["deleted": change.id])
            case .unreadable: continue
            }
            let json = String(decoding: data, as: UTF8.self)
            try await send("id: \(change.token)\ndata: \(json)\n\n")
        }
    }

    /// Returns the status of a feed before its first part is sent.
    func feedStatus(after text: String?) async throws -> Int {
        do {
            _ = try await hotels.changes(since: text.flatMap { ChangeToken($0) }, limit: 1)
            return 200
        } catch QuireError.Code.staleChangeToken {
            return 410
        }
    }
}

// MARK: Conditional changes

/// The body of a request to change a hotel: the properties to change.
struct HotelChange: Decodable, Sendable {
    var name: String?
    var roomRate: Double?
}

extension HistoryRoutes {
    /// Handles PATCH /hotels/ID, and returns the status, the new `ETag` and the hotel.
    func patch(
        _ change: HotelChange, of id: String, ifMatch: String?, by user: String
    ) async throws -> (status: Int, etag: String?, hotel: Hotel?) {
        guard let ifMatch else { return (428, nil, nil) }
        let revision = ifMatch.trimmingCharacters(in: ["\""])
        do {
            let hotels = hotels(for: user)
            let changed = try await hotels.patch(id, ifMatch: revision, returning: .stored) {
                if let name = change.name { $0.set(\.name, to: name) }
                if let roomRate = change.roomRate { $0.set(\.roomRate, to: roomRate) }
            }
            return (200, "\"\(changed.revision)\"", changed.value)
        } catch QuireError.Code.conflict, QuireError.Code.notFound {
            return (412, nil, nil)
        } catch QuireError.Code.badRevisionID {
            return (400, nil, nil)
        }
    }
}

@main
struct HistoryServer {
    struct Enough: Error {}

    static func main() async throws {
        let database = try await Database.open(inMemoryNamed: "travel")
        let routes = try await HistoryRoutes(database)
        try await routes.hotels(for: "ada").insert(
            Hotel(id: "grand", name: "Grand", roomRate: 240))

        // Two users change the same revision.
        let read = try await routes.hotels.findStored("grand").map { "\"\($0.revision)\"" }
        let change = try JSONDecoder().decode(
            HotelChange.self, from: Data(#"{"roomRate":250}"#.utf8))
        let first = try await routes.patch(change, of: "grand", ifMatch: read, by: "ada")
        print(first.status, first.hotel?.roomRate ?? 0, first.etag == read)
        let second = try await routes.patch(change, of: "grand", ifMatch: read, by: "lin")
        print(second.status)
        let third = try await routes.patch(change, of: "grand", ifMatch: first.etag, by: "lin")
        print(third.status, try await routes.patch(change, of: "x", ifMatch: nil, by: "x").status)

        // The feed, which a client reads again from its last event.
        let token = try await routes.hotels.changes(since: nil, limit: 1).token
        try await routes.delete("grand", by: "lin")
        do {
            try await routes.events(after: token.description) { event in
                print(event.split(separator: "\n")[1])
                throw Enough()
            }
        } catch is Enough {}
        print(try await routes.feedStatus(after: token.description))

        for entry in try await routes.trail(of: "grand").sorted() { print(entry) }
        print(try await routes.removeEntries(before: .distantPast))

        // Versions.
        let versions = try await database.repository(of: HotelVersion.self, in: "versions")
        let hotels = routes.hotels.using(VersionMiddleware(versions: versions, user: "ada"))
        var hotel = try await hotels.insert(Hotel(id: "inn", name: "Inn", roomRate: 80))
        hotel.roomRate = 85
        try await hotels.save(hotel)
        try await hotels.patch("inn") { $0.increment(\.roomRate, by: 5) }
        try await hotels.delete(id: "inn")
        let rates = try await versions.filter { $0.hotelID == "inn" }.all()
            .map { $0.hotel?.roomRate ?? 0 }
        print(rates)
        try await database.shutDown()
    }
}
