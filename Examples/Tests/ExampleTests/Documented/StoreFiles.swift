import Foundation
import Quire
import Testing

/// The examples in the documentation of database files.
@Suite struct DocumentedStoreFiles {
    private struct Hotel: DocumentModel {
        @DocumentID var id: String?
        var name: String
    }

    private let folder = NSTemporaryDirectory() + "Quire-\(UUID().uuidString)"

    @Test func `a database in a folder`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let config = DatabaseConfiguration(directory: folder, fullSync: true)
        let database = try Database(name: "travel", config: config)
        #expect(database.path != nil)
        try database.close()
        do {
            let database = try Database(name: "travel", config: config)
            let hotels = try database.repository(of: Hotel.self)
            try hotels.save(Hotel(name: "Grand"))
            try database.close()
        }
        do {
            if Database.exists(withName: "travel", inDirectory: folder) {
                print("The database exists.")
            }
            #expect(Database.exists(withName: "travel", inDirectory: folder))
        }
        do {
            let database = try Database(name: "travel", config: config)
            try database.performMaintenance(type: .integrityCheck)
            try database.performMaintenance(type: .compact)
            if let path = database.path {
                try Database.copy(fromPath: path, toDatabase: "backup", withConfig: config)
            }
            try database.close()
        }
        #expect(Database.exists(withName: "backup", inDirectory: folder))
        try Database.delete(withName: "travel", inDirectory: folder)
        #expect(!Database.exists(withName: "travel", inDirectory: folder))
    }

    @Test func `a database in memory`() throws {
        let hotels = try Database(inMemoryNamed: "travel").repository(of: Hotel.self)
        try hotels.save(Hotel(name: "Grand"))
        #expect(try hotels.count() == 1)
    }
}
