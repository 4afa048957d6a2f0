// Transactions, concurrent readers and writers, and change streams.

import Foundation
import Quire

struct Account: DocumentModel {
    @DocumentID var id: String?
    var balance: Int
}

struct TooPoor: Error {}

/// Moves an amount from one account to another, in one transaction.
func move(_ amount: Int, from: String, to: String, in accounts: Repository<Account>) throws {
    try accounts.store.inBatch {
        try accounts.update(from) { $0.balance -= amount }
        try accounts.update(to) { $0.balance += amount }
        if try accounts.require(from).balance < 0 { throw TooPoor() }
    }
}

/// Adds to the balance of an account and returns the sum of all balances.
///
/// The call does not block a thread of Swift's concurrency. Its closure cannot suspend.
func reward(_ id: String, in accounts: Repository<Account>) async throws -> Int {
    try await accounts.store.inBatch {
        try accounts.update(id) { $0.balance += 9 }
        return try accounts.all().map(\.balance).reduce(0, +)
    }
}

enum Request {
    @TaskLocal static var user = "system"
}

/// Opens accounts in one transaction, which is rolled back if the task is canceled meanwhile.
func open(_ names: [String], in accounts: Repository<Account>) async throws {
    try await accounts.store.inBatch {
        for name in names {
            try Task.checkCancellation()
            try accounts.save(Account(id: name, balance: 0))
            print("\(Request.user) has opened \(name)")
        }
    }
}

func watch(_ accounts: Repository<Account>) async throws {
    let rich = accounts.filter { $0.balance > 50 }
    for try await change in rich.changes() {
        print("rich:", change.models.compactMap(\.value.id))
        if change.models.count < 2 { break }
        try await accounts.update("ada") { $0.balance = 0 }
    }
}

@main
struct Bank {
    static func main() async throws {
        let database = try await Database.open(inMemoryNamed: "bank")
        let accounts = try database.repository(of: Account.self)
        try await accounts.save([Account(id: "ada", balance: 100), Account(id: "lin", balance: 0)])

        try move(30, from: "ada", to: "lin", in: accounts)
        do {
            try move(300, from: "ada", to: "lin", in: accounts)
        } catch is TooPoor {
            print("nothing has changed:", try await accounts.all().map(\.balance))
        }

        // If a nested batch throws, only its own changes are rolled back.
        try await database.inBatch {
            try accounts.update("ada") { $0.balance += 1 }
            try? move(300, from: "lin", to: "ada", in: accounts)
        }
        print(try await accounts.all().map(\.balance))

        print(try await reward("lin", in: accounts))

        // A hundred tasks each add one. No change is lost.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask { try await accounts.update("lin") { $0.balance += 1 } }
            }
            try await group.waitForAll()
        }
        print(try await accounts.require("lin").balance)

        // The closures of asynchronous calls are part of the calling task.
        try await Request.$user.withValue("kim") { try await open(["eva"], in: accounts) }

        try await watch(accounts)
        try await database.shutDown()
    }
}
