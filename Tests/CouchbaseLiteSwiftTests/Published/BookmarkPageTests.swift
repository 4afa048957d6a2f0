import CouchbaseLiteSwift
import Testing

/// The examples of Couchbase's hotel bookmark tutorial and of the documentation of version 2.
@Suite struct BookmarkPageTests {
    typealias Hotels = [[String: Any]]

    /// The tutorial's presenter, without its views.
    final class HotelPresenter {
        let db: Database

        init(_ db: Database) {
            self.db = db
        }

        func fetchGuestBookmarkDocumentFromDB(_ db: Database) throws -> Document? {
            let searchQuery =
                QueryBuilder
                .select(SelectResult.expression(Meta.id))
                .from(DataSource.database(db))
                .where(
                    Expression.property("type").equalTo(Expression.string("bookmarkedhotels")))
            for row in try searchQuery.execute() {
                if let id = row.string(forKey: "id") { return db.document(withID: id) }
            }
            return nil
        }

        func bookmarkHotels(_ hotels: Hotels, handler: @escaping (_ error: Error?) -> Void) {
            do {
                var document = try fetchGuestBookmarkDocumentFromDB(db)?.toMutable()
                if document == nil {
                    document = MutableDocument.init(
                        withData: ["type": "bookmarkedhotels", "hotels": [String]()])
                }
                let ids: [String] = hotels.map { (dict) in
                    if let idVal = dict["id"] as? String {
                        return idVal
                    }
                    return ""
                }
                var bookmarked = document?.array(forKey: "hotels")
                for newId in ids {
                    bookmarked = bookmarked?.addString(newId)
                }
                if let document = document?.toMutable() {
                    document.setArray(bookmarked, forKey: "hotels")
                    try db.saveDocument(document)
                }
                for hotelDoc in hotels {
                    if let idVal = hotelDoc["id"] as? String {
                        if let doc = db.document(withID: idVal)?.toMutable() {
                            try db.saveDocument(doc)
                        } else {
                            try db.saveDocument(
                                MutableDocument.init(withID: idVal, data: hotelDoc))
                        }
                    }
                }
                handler(nil)
            } catch {
                handler(error)
            }
        }

        func unbookmarkHotels(_ idsToRemove: [String]) throws {
            for idOfDocToRemove in idsToRemove {
                if let doc = db.document(withID: idOfDocToRemove) {
                    try db.deleteDocument(doc)
                }
            }
        }
    }

    @Test func `hotels are bookmarked and removed`() throws {
        let test = try TestDatabase()
        var options = DatabaseConfiguration()
        let guestFolderUrl = URL(fileURLWithPath: test.directory)
            .appendingPathComponent("guest", isDirectory: true)
        let fileManager = FileManager.default
        if !fileManager.fileExists(atPath: guestFolderUrl.path) {
            try fileManager.createDirectory(
                atPath: guestFolderUrl.path, withIntermediateDirectories: true, attributes: nil)
        }
        options.directory = guestFolderUrl.path
        let presenter = HotelPresenter(try Database(name: "guest", config: options))
        let hotel = ["id": "hotel1", "name": "San Francisco Hotel"]
        var errors: [Error] = []
        for hotels in [[hotel], [["id": "hotel2", "name": "Oslo Hotel"], hotel]] {
            presenter.bookmarkHotels(hotels) { error in
                if let error { errors.append(error) }
            }
        }
        #expect(errors.isEmpty && presenter.db.count == 3)
        let bookmarks = try presenter.fetchGuestBookmarkDocumentFromDB(presenter.db)
        #expect(bookmarks?.array(forKey: "hotels")?.toJSON() == #"["hotel1","hotel2","hotel1"]"#)
        try presenter.unbookmarkHotels(["hotel1", "none"])
        #expect(presenter.db.document(withID: "hotel1") == nil && presenter.db.count == 2)
        try presenter.db.close()
    }

    @Test func `the example of a task from the documentation of version 2 works`() throws {
        let test = try TestDatabase()
        let database = test.database
        let dict: [String: Any] = ["type": "task", "owner": "todo", "createdAt": Date()]
        let newTask = MutableDocument(withData: dict)
        try database.saveDocument(newTask)
        newTask.setValue(Date(timeIntervalSince1970: 2), forKey: "createdAt")
        let date = newTask.date(forKey: "createdAt")
        #expect(date == Date(timeIntervalSince1970: 2))
        #expect(database.document(withID: newTask.id)?.string(forKey: "owner") == "todo")
    }
}
