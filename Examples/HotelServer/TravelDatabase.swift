import Foundation
import Quire

/// A database of the program, with the parts that depend on the engine.
protocol TravelDatabase: Sendable {
    /// The database, for the routes.
    var database: any DocumentDatabase { get }

    /// Prints an operation that only this engine has, while the server runs.
    func showEngine() async throws

    /// Closes the database, and deletes it.
    func remove() async throws

    /// Prints what the engine has counted.
    func printCounts()
}

/// A database in a file.
struct FileDatabase: TravelDatabase {
    private let file: Database
    private let config: DatabaseConfiguration
    private let transactions = TransactionCounts()

    var database: any DocumentDatabase { file }

    /// Creates a database in a temporary folder.
    init() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "HotelServer-\(UUID().uuidString)")
        QuireMetrics.setHandler { [transactions] in transactions.add($0) }
        config = DatabaseConfiguration(directory: folder.path)
        file = try await Database.open(name: "travel", config: config)
    }

    func showEngine() async throws {
        print("\nA backup, while the server runs:")
        if let path = file.path {
            try await Database.duplicate(
                fromPath: path, toDatabase: "travel-backup", withConfig: config)
        }
        let backup = try await Database.open(name: "travel-backup", config: config)
        let bookings = try backup.repository(of: Booking.self)
        print("It contains \(try await bookings.count()) bookings.")
        try await backup.shutDown()
    }

    func remove() async throws {
        try await file.shutDown()
        try FileManager.default.removeItem(atPath: config.directory)
    }

    func printCounts() { print(transactions.summary) }
}
