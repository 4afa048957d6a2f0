import CouchbaseLiteSwift

/// A database with hotels in a temporary folder.
final class HotelDatabase: Sendable {
    let folder: TemporaryFolder
    let database: Database
    let hotels: Collection

    init(secondName: String = "Grand") throws {
        folder = try TemporaryFolder()
        var config = DatabaseConfiguration()
        config.directory = folder.path
        database = try Database(name: "hotels", config: config)
        hotels = try database.defaultCollection()
        let documents = [
            "hotel-1": #"{"name":"Harbour House","city":"Bergen","rate":121,"likes":["climbing"]}"#,
            "hotel-2":
                #"{"name":"\#(secondName)","city":"Oslo","rate":240,"likes":[],"partner":"hotel-1"}"#,
        ]
        for (id, json) in documents.sorted(by: { $0.key < $1.key }) {
            try hotels.save(document: MutableDocument(id: id, json: json))
        }
    }

    deinit {
        try? database.close()
    }
}
