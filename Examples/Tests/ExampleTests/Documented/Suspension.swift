import Foundation
import Quire
import Testing

#if canImport(UIKit) && !os(watchOS)
    import UIKit

    // The code is only compiled: a test has no application that enters the background.

    final class SuspendingDelegate: NSObject, UIApplicationDelegate {
        let database: Database

        init(database: Database) {
            self.database = database
        }

        func applicationDidEnterBackground(_ application: UIApplication) {
            try? database.suspend()
        }

        func applicationWillEnterForeground(_ application: UIApplication) {
            try? database.resume()
        }
    }
#endif

#if canImport(Darwin)
    func openSharedDatabase() throws -> Database? {
        let container = FileManager.default.containerURL(
            forSecurityApplicationGroupIdentifier: "group.com.example.hotels")
        guard let container else { return nil }
        let folder = container.appending(path: "Databases").path
        return try Database(name: "travel", config: DatabaseConfiguration(directory: folder))
    }
#endif

#if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
    func saveBooking(_ json: String, in database: Database) {
        ProcessInfo.processInfo.performExpiringActivity(withReason: "Save a booking") { isExpired in
            if isExpired {
                try? database.suspend()
            } else {
                try? database.defaultCollection().save(document: MutableDocument(json: json))
            }
        }
    }
#endif

/// The code in the documentation of suspension.
@Suite struct SuspensionExamples {
    @Test func `a suspended database is resumed`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "quire-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let config = DatabaseConfiguration(directory: folder)
        let database = try Database(name: "travel", config: config)
        let hotels = try database.createCollection(name: "hotels")
        try database.suspend()
        do {
            try hotels.save(document: MutableDocument(id: "hotel-1"))
            Issue.record("a suspended database was changed")
        } catch QuireError.Code.suspended {
            #expect(database.isSuspended)
        }
        try database.resume()
        try hotels.save(document: MutableDocument(id: "hotel-1"))
        #expect(hotels.count == 1)
        try database.close()
    }
}
