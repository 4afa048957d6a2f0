// Two changes of one hotel: detecting, merging and showing conflicts.

import Foundation
import Quire

struct Hotel: DocumentModel {
    @DocumentID var id: String?
    var name: String
    var roomRate: Double
    var visits = 0
    var tags: [String] = []
    var inspectedAt: Date?
}

let database = try Database(inMemoryNamed: "hotels")
let hotels = try database.repository(of: Hotel.self)

func reset() throws {
    try hotels.upsert(Hotel(id: "grand", name: "Grand", roomRate: 240, visits: 10, tags: ["sea"]))
}

// Two copies of one model.
try reset()
var mine = try hotels.require("grand")
var theirs = try hotels.require("grand")
print("same revision:", mine.$id == theirs.$id)

theirs.roomRate = 230
theirs = try hotels.save(theirs)
print("new revision:", mine.$id != theirs.$id)

mine.name = "Grand Hotel"
do {
    try hotels.save(mine)
} catch QuireError.Code.conflict {
    print("not saved:", try hotels.require("grand").name)
}

// Merging fields.
let rule = ConflictRule<Hotel>.mergeFields {
    $0.counter(\.visits)
    $0.set(\.tags)
    $0.maximum(\.inspectedAt)
    $0.firstWriter(\.roomRate)
}
let merging = try database.repository(of: Hotel.self, conflicts: rule)

try reset()
var phone = try merging.require("grand")
var tablet = try merging.require("grand")
phone.visits += 1
phone.tags.append("breakfast")
phone.roomRate = 230
tablet.visits += 2
tablet.tags = ["harbour"]
tablet.roomRate = 250
tablet.name = "Grand Hotel"
try merging.save(phone)
let merged = try merging.save(tablet)
print(merged.name, merged.visits, merged.tags.sorted(), merged.roomRate)

// A rule of the program.
let careful = ConflictRule<Hotel>.merge { conflict in
    guard let theirs = conflict.theirs, let base = conflict.base else {
        throw QuireError(.conflict, "Hotel \(conflict.id) was deleted or has no base.")
    }
    var result = theirs
    if conflict.mine.name != base.name { result.name = conflict.mine.name }
    result.roomRate = min(conflict.mine.roomRate, theirs.roomRate)
    result.visits += conflict.mine.visits - base.visits
    return result
}

try reset()
let loaded = try hotels.require("grand")
try hotels.update("grand") { $0.roomRate = 260 }
var edited = loaded
edited.name = "Grand Hotel"
edited.roomRate = 250
let resolved = try hotels.save(edited, base: loaded, onConflict: careful)
print(resolved.name, resolved.roomRate)

/// A change that was made without a connection, with what it started from.
struct PendingChange: Codable {
    var base: Stored<Hotel>
    var edited: Hotel
}

/// The outcome of a pending change.
enum Outcome {
    case saved
    case merged(Hotel)
    case deleted
}

/// Applies a change, which can be based on an older revision than the stored one.
func apply(_ change: PendingChange, to hotels: Repository<Hotel>) throws -> Outcome {
    try hotels.store.inBatch {
        guard let current = try hotels.findStored(change.base.id) else { return .deleted }
        if current.revision == change.base.revision {
            try hotels.save(change.edited, id: current.id, ifMatch: current.revision)
            return .saved
        }
        let merged = merge(change, into: current.value)
        try hotels.save(merged, id: current.id, ifMatch: current.revision)
        return .merged(merged)
    }
}

/// Returns the stored hotel with the properties that the change has changed.
func merge(_ change: PendingChange, into stored: Hotel) -> Hotel {
    let (base, edited) = (change.base.value, change.edited)
    var merged = stored
    if edited.name != base.name { merged.name = edited.name }
    if edited.roomRate != base.roomRate { merged.roomRate = edited.roomRate }
    merged.visits += edited.visits - base.visits
    return merged
}

/// Records a change of the stored hotel as JSON, to apply it later.
func record(_ id: String, _ edit: (inout Hotel) -> Void) throws -> Data? {
    guard let base = try hotels.findStored(id) else { return nil }
    var edited = base.value
    edit(&edited)
    return try JSONEncoder().encode(PendingChange(base: base, edited: edited))
}

try reset()
let recorded = try record("grand") {
    $0.name = "Grand Hotel"
    $0.visits += 1
}

// Meanwhile, another program changes the hotel.
try hotels.update("grand") { $0.visits += 5 }

let change = try JSONDecoder().decode(PendingChange.self, from: recorded ?? Data())
if case .merged(let hotel) = try apply(change, to: hotels) { print(hotel.name, hotel.visits) }

/// A property that two changes have set to different values.
struct Difference {
    let label: String
    let mine: String
    let theirs: String
}

/// Returns what a user has to decide.
func differences(mine: Hotel, theirs: Hotel) -> [Difference] {
    [
        Difference(label: "Name", mine: mine.name, theirs: theirs.name),
        Difference(label: "Rate", mine: "\(mine.roomRate)", theirs: "\(theirs.roomRate)"),
    ].filter { $0.mine != $0.theirs }
}

try reset()
mine = try hotels.require("grand")
try hotels.update("grand") { $0.roomRate = 260 }
mine.roomRate = 220
do {
    try hotels.save(mine)
} catch QuireError.Code.conflict {
    if let shown = try hotels.findStored("grand") {
        for difference in differences(mine: mine, theirs: shown.value) {
            print("\(difference.label): \(difference.mine) or \(difference.theirs)?")
        }
        // The user keeps the own value. The save fails if the hotel was changed again.
        try hotels.save(mine, ifMatch: shown.revision)
    }
}
print(try hotels.require("grand").roomRate)

// Deletions.
try reset()
mine = try hotels.require("grand")
try hotels.delete(id: "grand")
mine.roomRate = 199
do {
    try hotels.save(mine)
} catch QuireError.Code.conflict {
    print("the hotel was deleted:", try hotels.find("grand") == nil)
}
let restored = try hotels.save(
    mine,
    onConflict: .merge { conflict in
        conflict.theirs == nil ? conflict.mine : conflict.theirs ?? conflict.mine
    })
print("restored:", restored.roomRate)

let stale = try hotels.require("grand")
try hotels.update("grand") { $0.roomRate = 205 }
do {
    try hotels.delete(stale)
} catch QuireError.Code.conflict {
    print("not deleted:", try hotels.require("grand").roomRate)
}
