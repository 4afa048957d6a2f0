// Revisions, changes since a token, and conditional saves of a server.

import Foundation
import Quire

struct Hotel: DocumentModel {
    @DocumentID var id: String?
    var name: String
    var roomRate: Double
}

let database = try Database(inMemoryNamed: "hotels")
let hotels = try database.repository(of: Hotel.self)
try hotels.save([
    Hotel(id: "hotel-1", name: "Harbour House", roomRate: 121),
    Hotel(id: "hotel-2", name: "Grand", roomRate: 240),
])

/// Copies all changes since a token to an index of names, and returns the next token.
func update(_ index: inout [String: String], since token: ChangeToken?) throws -> ChangeToken {
    var page = try hotels.changes(since: token, limit: 100)
    while true {
        for change in page.changes {
            switch change.content {
            case .saved(let hotel): index[change.id] = hotel.name
            case .deleted: index[change.id] = nil
            case .unreadable(let error): print("\(change.id) is left out: \(error)")
            }
        }
        guard page.hasMore else { return page.token }
        page = try hotels.changes(since: page.token, limit: 100)
    }
}

var index: [String: String] = [:]
var token = try update(&index, since: nil)
print(index.sorted { $0.key < $1.key }.map(\.value))

try hotels.delete(id: "hotel-1")
try hotels.save(Hotel(id: "hotel-3", name: "Fjord View", roomRate: 150))
token = try update(&index, since: token)
print(index.sorted { $0.key < $1.key }.map(\.value))

// A token that is no position in this database.
func restore(_ text: String, _ index: inout [String: String]) throws -> ChangeToken {
    do {
        return try update(&index, since: ChangeToken(text))
    } catch QuireError.Code.staleChangeToken {
        index = [:]
        return try update(&index, since: nil)
    }
}
token = try restore(token.description, &index)

/// Prints the changes as they are made.
func follow(_ hotels: Repository<Hotel>, since token: ChangeToken) async throws {
    for try await change in hotels.changes(since: token) {
        print(change.id, change.model?.name ?? "was deleted")
        save(change.token)
    }
}
func save(_ token: ChangeToken) {}

// The revisions of a document.
for revision in try hotels.history(of: "hotel-2") {
    let name = try revision.model()?.name ?? "no body"
    print(revision.isCurrent ? "current:" : "older:", name)
}

/// Handles a request to replace a hotel, and returns an HTTP status code.
func put(_ hotel: Hotel, at id: String, ifMatch header: String?) throws -> Int {
    // RFC 6585: a write without a precondition can lose changes of others.
    guard let header else { return 428 }
    do {
        try hotels.save(hotel, id: id, ifMatch: header.trimmingCharacters(in: ["\""]))
        return 204
    } catch QuireError.Code.conflict, QuireError.Code.notFound {
        return 412
    } catch QuireError.Code.badRevisionID, QuireError.Code.invalidParameter {
        return 400
    }
}

let etag = try hotels.findStored("hotel-2").map { "\"\($0.revision)\"" }
print(try put(Hotel(name: "Grand Hotel", roomRate: 250), at: "hotel-2", ifMatch: etag))
print(try put(Hotel(name: "Hotel Grand", roomRate: 230), at: "hotel-2", ifMatch: etag))
