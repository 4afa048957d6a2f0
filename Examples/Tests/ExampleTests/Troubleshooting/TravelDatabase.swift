import Foundation
import Quire

/// A database with two hotels in a temporary folder, in which a test provokes an error.
final class TravelDatabase: Sendable {
    struct Hotel: DocumentModel {
        @DocumentID var id: String?
        var name: String
        var roomRate = 100.0
        var description: String?
    }

    let folder: URL
    let database: Database
    let hotels: Repository<Hotel>

    /// The configuration of databases in the folder.
    var config: DatabaseConfiguration {
        var config = DatabaseConfiguration()
        config.directory = folder.path
        return config
    }

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appending(path: "quire-\(UUID().uuidString)")
        var config = DatabaseConfiguration()
        config.directory = folder.path
        database = try Database(name: "travel", config: config)
        hotels = try database.repository(of: Hotel.self)
        try hotels.save([
            Hotel(id: "hotel-1", name: "Harbour House"), Hotel(id: "hotel-2", name: "Grand"),
        ])
    }

    deinit {
        try? database.close()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Creates and closes a database, changes bytes of its file, and opens it.
    func open(_ name: String, changing bytes: [UInt8], at offset: Int) throws {
        let created = try Database(name: name, config: config)
        let hotels = try created.repository(of: Hotel.self)
        try hotels.save((1...200).map { Hotel(id: "hotel-\($0)", name: "Hotel \($0)") })
        try created.close()
        let file = folder.appending(path: "\(name).cblite2/db.sqlite3")
        var content = try Data(contentsOf: file)
        let end = offset + bytes.count
        content.replaceSubrange(offset..<end, with: bytes)
        try content.write(to: file)
        let opened = try Database(name: name, config: config)
        defer { try? opened.close() }
        _ = try opened.repository(of: Hotel.self).all()
    }

    /// Opens a database whose file has a schema version.
    func open(_ name: String, schemaVersion: UInt32) throws {
        // SQLite stores the version at this position, the most significant byte first.
        let bytes = withUnsafeBytes(of: schemaVersion.bigEndian) { Array($0) }
        try open(name, changing: bytes, at: 60)
    }

    /// Returns the description of an error, with fixed text for the folder and for revisions.
    func message(of error: any Error) -> String { message("\(error)") }

    /// Returns a message with fixed text for the folder and for revisions.
    func message(_ text: String) -> String {
        var revisions: [Substring] = []
        return text.replacing(folder.path, with: "/data").replacing(
            /[0-9a-f]{16}@(\*|[A-Za-z0-9+\/_-]+)/
        ) { match in
            if !revisions.contains(match.0) { revisions.append(match.0) }
            let number = revisions.firstIndex(of: match.0) ?? 0
            return "18ea0389f3b\(number)0000@*"
        }
    }
}
