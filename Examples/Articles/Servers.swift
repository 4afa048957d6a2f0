// The routes of a server for hotels: plain functions from requests to responses.

import Foundation
import Quire

struct Hotel: DocumentModel, Equatable {
    @DocumentID var id: String?
    var name: String
    var city: String
    var roomRate: Double
}

/// The parts of an HTTP response that the routes determine.
struct HotelResponse: Sendable {
    var status: Int
    var headers: [String: String] = [:]
    var body = Data()

    init(status: Int, revision: String? = nil) {
        self.status = status
        if let revision { headers["ETag"] = "\"\(revision)\"" }
    }

    /// Creates a response with a value as JSON.
    init(_ value: some Encodable, revision: String? = nil) throws {
        self.init(status: 200, revision: revision)
        headers["Content-Type"] = "application/json"
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        body = try encoder.encode(value)
    }
}

struct HotelRoutes: Sendable {
    let database: Database
    let hotels: Repository<Hotel>

    init(_ database: Database) throws {
        self.database = database
        hotels = try database.repository(of: Hotel.self)
    }

    /// Handles GET /hotels, with optional parameters for the city and the cursor.
    func list(city: String?, after token: String?) async throws -> HotelResponse {
        var selection = hotels.sorted(by: \.name)
        if let city { selection = selection.filter { $0.city == city } }
        let cursor = token.flatMap { PageCursor($0) }
        if token != nil, cursor == nil { return HotelResponse(status: 400) }
        return try HotelResponse(await selection.page(after: cursor, size: 2))
    }

    /// Handles GET /hotels/ID.
    func get(_ id: String, ifNoneMatch: String?) async throws -> HotelResponse {
        guard let hotel = try await hotels.findStored(id) else { return HotelResponse(status: 404) }
        if ifNoneMatch == "\"\(hotel.revision)\"" {
            return HotelResponse(status: 304, revision: hotel.revision)
        }
        return try HotelResponse(hotel.value, revision: hotel.revision)
    }

    /// Handles PUT /hotels/ID.
    func put(_ hotel: Hotel, at id: String, ifMatch: String?) async throws -> HotelResponse {
        guard let ifMatch else { return HotelResponse(status: 428) }
        let revision = ifMatch.trimmingCharacters(in: ["\""])
        let saved = try await hotels.save(hotel, id: id, ifMatch: revision)
        return try HotelResponse(saved.value, revision: saved.revision)
    }

    /// Handles POST /hotels/ID/discount.
    func discount(_ id: String, by amount: Double) async throws -> HotelResponse {
        let hotel = try await hotels.update(id) { $0.roomRate -= amount }
        return try HotelResponse(hotel, revision: hotel.$id)
    }
}

/// Runs a route, and returns a response for its errors.
func respond(
    _ route: @Sendable () async throws -> HotelResponse
) async -> HotelResponse {
    do {
        return try await route()
    } catch let error as QuireError {
        return HotelResponse(status: status(of: error))
    } catch is CancellationError, is TimedOut {
        return HotelResponse(status: 503)
    } catch {
        return HotelResponse(status: 500)
    }
}

/// Returns the HTTP status code of an error.
func status(of error: QuireError) -> Int {
    switch error.code {
    case .notFound: 404
    case .conflict: 412
    case .duplicateValue, .deletionDenied: 409
    case .staleChangeToken: 410
    case .validationFailed: 422
    case .badDocumentID, .badRevisionID, .invalidParameter, .invalidJSON: 400
    case .busy, .timeLimitExceeded, .notOpen: 503
    default: 500
    }
}

struct TimedOut: Error {}

/// Runs an operation, and cancels it if it takes longer than a limit.
func within<Value: Sendable>(
    _ limit: Duration, _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask { try await operation() }
        group.addTask {
            try await Task.sleep(for: limit)
            throw TimedOut()
        }
        defer { group.cancelAll() }
        for try await value in group { return value }
        throw TimedOut()
    }
}

/// A token and a change for clients that copy the hotels.
struct Changes: Encodable {
    var token: String
    var hasMore: Bool
    var saved: [Hotel] = []
    var deleted: [String] = []
}

extension HotelRoutes {
    /// Handles GET /changes, with an optional token.
    func changes(since text: String?) async throws -> HotelResponse {
        let page = try await hotels.changes(since: text.flatMap { ChangeToken($0) }, limit: 100)
        var changes = Changes(token: page.token.description, hasMore: page.hasMore)
        for change in page.changes {
            switch change.content {
            case .saved(let hotel): changes.saved.append(hotel.value)
            case .deleted: changes.deleted.append(change.id)
            case .unreadable: break
            }
        }
        return try HotelResponse(changes)
    }
}

@main
struct HotelServer {
    static func main() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "quire-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let config = DatabaseConfiguration(directory: folder)
        let database = try await Database.open(name: "travel", config: config)
        let routes = try HotelRoutes(database)
        try await routes.hotels.save([
            Hotel(id: "grand", name: "Grand", city: "Oslo", roomRate: 240),
            Hotel(id: "harbour", name: "Harbour House", city: "Bergen", roomRate: 121),
            Hotel(id: "seaside", name: "Seaside", city: "Bergen", roomRate: 90),
        ])

        let page = try await routes.list(city: nil, after: nil)
        let next = try JSONDecoder().decode(Page<Hotel>.self, from: page.body)
        print(next.models.map(\.name), next.next == nil)
        let last = try await routes.list(city: nil, after: next.next?.token)
        print(String(decoding: last.body, as: UTF8.self))

        // A conditional request.
        let hotel = try await routes.get("grand", ifNoneMatch: nil)
        let etag = hotel.headers["ETag"]
        print(hotel.status, try await routes.get("grand", ifNoneMatch: etag).status)
        let changed = Hotel(name: "Grand Hotel", city: "Oslo", roomRate: 250)
        for header in [etag, etag, nil, "\"x\""] {
            let response = await respond {
                try await routes.put(changed, at: "grand", ifMatch: header)
            }
            print("PUT:", response.status)
        }
        print("GET:", await respond { try await routes.get("none", ifNoneMatch: nil) }.status)

        // 64 requests at the same time. Each change is kept.
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    await respond { try await routes.discount("grand", by: 1) }.status
                }
            }
            var count = 0
            for await status in group where status == 200 { count += 1 }
            print("succeeded:", count)
        }
        print(try await routes.hotels.require("grand").roomRate)

        // The changes for a client with a copy.
        let all = try await routes.changes(since: nil)
        print(all.status, all.body.isEmpty)

        // A request with a time limit.
        print(try await within(.seconds(30)) { try await routes.hotels.count() })
        let query = try await database.prepareQuery(
            "SELECT COUNT(*) AS n FROM _ AS a CROSS JOIN _ AS b WHERE a.name < b.name")
        query.timeLimit = .seconds(5)
        print(try await query.rows().next()?.int(forKey: "n") ?? 0)

        // A backup while the server runs.
        if let path = database.path {
            try await Database.duplicate(
                fromPath: path, toDatabase: "travel-backup", withConfig: config)
        }
        let backup = try await Database.open(name: "travel-backup", config: config)
        print(try await backup.repository(of: Hotel.self).count(), "hotels in the backup")
        try await backup.shutDown()
        try await database.shutDown()
    }
}
