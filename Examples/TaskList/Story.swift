// A list of tasks: documents with typed accessors, batches, listeners, and documents that expire.
//
//   swift run TaskList

import Foundation
import Quire

@main
enum Story {
    static func main() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "TaskList-\(UUID().uuidString)")
        let list = try TaskList(folder: folder.path)

        // Whoever listens is told of each commit once, after it: also of those of other processes.
        var changes = list.tasks.changes().makeAsyncIterator()

        try list.add(["Buy milk", "Call the bank", "Water the plants"], due: november(21))
        let added = await changes.next()?.documentIDs ?? []
        print("Added in one commit: \(added.sorted().joined(separator: ", "))")

        do {
            try list.add(["Learn to fly", ""], due: november(22))
        } catch is TaskList.EmptyTitle {
            print("One title was empty, so nothing was added: there are \(list.tasks.count) tasks.")
        }

        try list.postpone("task-2", to: november(23))
        try list.postpone("task-2", to: november(30))
        try list.complete("task-1", keepingItFor: 60)
        print("\nAll tasks:")
        for line in try list.lines() { print("  \(line)") }

        // A document that expires stays until its time, and queries see when that is.
        try list.complete("task-3", keepingItFor: 3600)
        print("\nGone within five minutes: \(try list.titlesExpiring(within: 300))")
        print("Gone within two hours: \(try list.titlesExpiring(within: 7200))")

        // The database purges it by itself, and that is a change like any other.
        let (purges, purge) = AsyncStream.makeStream(of: String.self)
        let token = list.tasks.addDocumentChangeListener(id: "task-1") { change in
            let task = try? change.collection.document(id: change.documentID)
            if task == nil { purge.yield(change.documentID) }
        }
        try list.complete("task-1", keepingItFor: 0.05)
        for await id in purges {
            print("\n\(id) has expired.")
            break
        }
        token.remove()

        print("\nWhat is left:")
        for line in try list.lines() { print("  \(line)") }
        try list.database.delete()
    }

    /// A day of November 2026.
    private static func november(_ day: Int) -> Date {
        Date(timeIntervalSince1970: 1_793_491_200 + Double(day - 1) * 86_400)
    }
}
