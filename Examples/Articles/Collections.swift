// Named collections, with the same code for every engine.

import Foundation
import Quire
import QuireInMemory

struct Note: DocumentModel {
    @DocumentID var id: String?
    var text: String
}

/// Works with a database in a file, in memory, or on a PostgreSQL server.
func addNotes(to database: some DocumentDatabase) throws -> Repository<Note> {
    let notes = try database.repository(of: Note.self, in: "notes")
    let drafts = try database.repository(of: Note.self, in: "notes", scope: "drafts")
    try database.inBatch {
        try notes.upsert(Note(id: "linen", text: "Order linen"))
        try drafts.upsert(Note(id: "linen", text: "Order linen and towels"))
    }
    return notes
}

let folder = FileManager.default.temporaryDirectory.appending(path: "quire-\(UUID())").path
defer { try? FileManager.default.removeItem(atPath: folder) }
let file = try Database(name: "travel", config: DatabaseConfiguration(directory: folder))
for database in [file, InMemoryDatabase()] as [any DocumentDatabase] {
    let notes = try addNotes(to: database)
    print(database.engineName, notes.store.fullName, try notes.count())
}

if let notes = try file.store(named: "notes") {
    print(try notes.repository(of: Note.self).all().map(\.text))
}
print(try file.store(named: "Notes") == nil)
print(try file.stores().map(\.fullName))

let rows = try file.query(
    """
    SELECT draft.text, note.text AS published FROM drafts.notes AS draft
    JOIN notes AS note ON META(note).id = META(draft).id
    """)
for row in rows { print(row.toJSON()) }
try file.close()
