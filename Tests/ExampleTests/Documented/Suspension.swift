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
    }
}
