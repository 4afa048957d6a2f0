// A task list: documents with typed accessors, transactions, listeners, and expiration.
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

        // Sends one notification after each commit, including commits of other processes.
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

        // A document is kept until it expires. Queries can read its expiration.
        try list.complete("task-3", keepingItFor: 3600)
        print("\nExpiring within five minutes: \(try list.titlesExpiring(within: 300))")
        print("Expiring within two hours: \(try list.titlesExpiring(within: 7200))")

        // The database purges an expired document, which notifies listeners like any other change.
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

        print("\nRemaining tasks:")
        for line in try list.lines() { print("  \(line)") }
        try list.database.delete()
    }

    /// Returns a day of November 2026.
    private static func november(_ day: Int) -> Date {
        Date(timeIntervalSince1970: 1_793_491_200 + Double(day - 1) * 86_400)
    }
}
