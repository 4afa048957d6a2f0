import Foundation
import Quire
import Testing

/// The examples in the documentation of revisions, recorded changes and conditional writes.
@Suite struct DocumentedHistory {
    struct Hotel: DocumentModel {
        @DocumentID var id: String?
        var name: String
        var roomRate: Double
    }

    let database: Database
    let hotels: Repository<Hotel>
    var store: any DocumentStore { hotels.store }

    init() throws {
        database = try Database(inMemoryNamed: "travel")
        hotels = try database.repository(of: Hotel.self)
        try hotels.save([
            Hotel(id: "hotel-1", name: "Harbour House", roomRate: 121),
            Hotel(id: "hotel-2", name: "Grand", roomRate: 240),
            Hotel(id: "hotel-42", name: "Station Inn", roomRate: 80),
        ])
    }

    @Test func revisions() throws {
        for revision in try hotels.history(of: "hotel-1") {
            let name = try revision.model()?.name ?? "no body"
            print(revision.revision, revision.date as Any, name)
        }
        let history = try hotels.history(of: "hotel-1")
        if let older = try history.dropFirst().lazy.compactMap({ try $0.model() }).first {
            try hotels.upsert(older)  // restores the older revision
        }
        #expect(try history.first?.model()?.name == "Harbour House")
        for revision in try store.revisions(of: "hotel-42") {
            print(revision.revisionID, revision.isDeletion == true ? "deleted" : "saved")
        }
        let stored = try #require(try hotels.findStored("hotel-1"))
        let lastEdit = stored.revisionID.date
        #expect(lastEdit == history.first?.date && lastEdit != nil)
    }

    @Test func pages() throws {
        var page = try hotels.changes(since: nil, limit: 100)
        while page.hasMore {
            page = try hotels.changes(since: page.token, limit: 100)
        }
        for change in page.changes {
            switch change.content {
            case .saved(let hotel): print(change.id, hotel.name)
            case .deleted: print(change.id, "was deleted")
            case .unreadable(let error): print(change.id, error)
            }
        }
        let names = page.changes.compactMap { change -> String? in
            if case .saved(let hotel) = change.content { hotel.name } else { nil }
        }
        #expect(names == ["Harbour House", "Grand", "Station Inn"])
        let state = try store.changeFeedState()
        print(state.feedID, state.lastSequence)
        #expect(state.lastSequence == 3)
    }

    @Test func `pages until the last change`() throws {
        var token: ChangeToken? = nil  // the stored token, or nil for all documents
        var page: ChangePage<Hotel>
        repeat {
            page = try hotels.changes(since: token, limit: 100)
            for change in page.changes { print(change.id, change.model?.name ?? "was deleted") }
            token = page.token
        } while page.hasMore
        #expect(try token == hotels.currentChangeToken())
    }

    @Test func `tokens as text`() throws {
        let token = try hotels.currentChangeToken()
        let text = token.description  // for a file or a URL
        let page = try hotels.changes(since: ChangeToken(text), limit: 100)
        #expect(page.changes.isEmpty && page.token == token)
    }

    @Test func `later changes`() throws {
        let token = try hotels.currentChangeToken()
        try hotels.save(Hotel(id: "hotel-9", name: "Fjord View", roomRate: 150))
        let later = try hotels.changes(since: token, limit: 100).changes  // hotel-9
        #expect(later.map(\.id) == ["hotel-9"])
    }

    @Test(.timeLimit(.minutes(10))) func `the live sequence`() async throws {
        var token = try await hotels.currentChangeToken()
        try await hotels.save(Hotel(id: "hotel-3", name: "Fjord View", roomRate: 150))
        for try await change in hotels.changes(since: token) {
            print(change.id, change.model?.name ?? "was deleted")
            token = change.token
            if change.id == "hotel-3" { break }
        }
        #expect(try await token == hotels.currentChangeToken())
        var changes = hotels.changes(since: nil).makeAsyncIterator()
        if let change = try await changes.next() { print(change.id) }
    }

    @Test func `conditional writes`() throws {
        if let hotel = try hotels.findStored("hotel-1") {
            print("ETag: \"\(hotel.revision)\"")
        }
        do {
            let hotel = try hotels.require("hotel-1")
            let revision = hotel.$id ?? ""
            try hotels.save(hotel, ifMatch: revision)
        }
        let revision = try #require(try hotels.findStored("hotel-2")).revision
        do {
            let grand = Hotel(name: "Grand", roomRate: 250)
            let stored = try hotels.save(grand, id: "hotel-2", ifMatch: revision)
            try hotels.delete(id: "hotel-2", ifMatch: stored.revision)
        }
        let stored = try #require(try hotels.findStored("hotel-1"))
        try hotels.patch("hotel-1", ifMatch: stored.revision) { $0.set(\.roomRate, to: 130) }
        #expect(try hotels.find("hotel-1")?.roomRate == 130)
        #expect(throws: QuireError.self) { try hotels.save(stored, ifMatch: revision) }
    }
}
