// Models, their identity, conflicts and middleware.

import Foundation
import Quire

struct Hotel: DocumentModel {
    @DocumentID var id: String?
    var name: String
    var roomRate: Double
    @ExplicitNull var phone: String?
    var email: String?

    static let documentType = "hotel"
}

struct Guest: DocumentModel, Identifiable {
    var id = UUID()
    var name: String
}

struct Note: DocumentModel {
    var text: String
}

let database = try Database(inMemoryNamed: "models")
let hotels = try database.repository(of: Hotel.self)

let saved = try hotels.save(Hotel(name: "Harbour House", roomRate: 121))
print(saved.id != nil, saved.$id != nil)

let named = try hotels.save(Hotel(id: "grand", name: "Grand", roomRate: 240))
print(try hotels.json("grand") ?? "none")

// If two models have the same revision, only the first save succeeds.
var mine = try hotels.require("grand")
var theirs = try hotels.require("grand")
mine.roomRate = 250
theirs.roomRate = 230
try hotels.save(theirs)
do {
    try hotels.save(mine)
} catch QuireError.Code.conflict {
    print("another writer was faster")
}

let merged = try hotels.save(
    mine,
    onConflict: .merge { conflict in
        var result = conflict.mine
        result.roomRate = max(conflict.mine.roomRate, conflict.theirs?.roomRate ?? 0)
        return result
    })
print(merged.roomRate)

// A repository whose models keep the bodies that they were read from.
let merging = try database.repository(of: Hotel.self, conflicts: .mergeFields())
var cheaper = try merging.require("grand")
var renamed = try merging.require("grand")
cheaper.roomRate = 199
renamed.name = "Grand Hotel"
try merging.save(cheaper)
renamed = try merging.save(renamed)
print(renamed.name, renamed.roomRate)

let guests = try database.repository(of: Guest.self)
var guest = try guests.save(Guest(name: "Ada"))
guest.name = "Ada Lovelace"
try guests.save(guest)
print(try guests.find(guest.id)?.name ?? "none", try guests.count())

let notes = try database.repository(of: Note.self)
var note = try notes.insert(Note(text: "Call the bank"), id: "note-1")
note.text = "Call the bank again"
note = try notes.save(note)
print(note.id, note.value.text)

// Middleware that runs around every write.
struct Chore: DocumentModel, Equatable {
    @DocumentID var id: String?
    var title: String
    var createdAt: Date?
    var updatedAt: Date?
    var deletedAt: Date?
}
struct EmptyTitle: Error {}

let plain = try database.repository(of: Chore.self)
let chores =
    plain
    .validated { if $0.title.isEmpty { throw EmptyTitle() } }
    .timestamped(created: \.createdAt, updated: \.updatedAt)
    .softDeleting(\.deletedAt)

let chore = try chores.save(Chore(id: "t1", title: "Call the bank"))
print(chore.createdAt != nil)
try chores.delete(chore)
print(try chores.count(), try chores.onlyDeleted.count())
try chores.restore(id: "t1")
print(try chores.count())
try database.close()
