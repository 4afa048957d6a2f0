import DatabaseTestSupport
import Foundation
import Quire
import Testing

@testable import QuireDocuments

/// Conversion of models to and from document objects.
@Suite struct DocumentCodingTests {
    struct Room: Codable, Equatable {
        @DocumentID var id: String?
        var name: String
        var opened: Date
        var beds: [Bed]
        var note: String?

        var revision: String? { $id }

        struct Bed: Codable, Equatable { var width: Int }
    }

    struct Photo: Codable { var image: Blob }

    static let room = Room(
        id: "r1", name: "Blue", opened: Date(timeIntervalSince1970: 0), beds: [.init(width: 90)],
        note: nil)

    @Test func `a model with an ID is encoded as a document with that ID`() throws {
        let document = try DocumentEncoder().encode(Self.room)
        #expect(
            document.id == "r1" && document.revisionID == nil
                && document.toJSON()
                    == #"{"beds":[{"width":90}],"name":"Blue","opened":"1970-01-01T00:00:00.000Z"}"#
        )
    }

    @Test func `a model without an ID is encoded as a document with a new one`() throws {
        let document = try DocumentEncoder().encode(["a": 1])
        #expect(document.id.count == 36 && document.int(forKey: "a") == 1)
    }

    @Test func `a value that is not an object cannot become a document`() {
        #expect(throws: EncodingError.self) {
            _ = try DocumentEncoder().encode([1]) as MutableDocument
        }
    }

    @Test func `a document decodes with its unsaved changes, including nested ones`() throws {
        let document = try DocumentEncoder().encode(Self.room)
        document.setString("Red", forKey: "name").setString("n", forKey: "note")
        document.array(forKey: "beds")?.dictionary(at: 0)?.setInt(140, forKey: "width")
        var expected = Self.room
        expected.name = "Red"
        expected.note = "n"
        expected.beds[0].width = 140
        #expect(try DocumentDecoder().decode(Room.self, from: document) == expected)
    }

    @Test func `a saved document decodes with its identity`() throws {
        let folder = try StoreFolder()
        let rooms = try folder.open().defaultCollection()
        try rooms.save(document: DocumentEncoder().encode(Self.room))
        let document = try #require(try rooms.document(id: "r1"))
        let room = try DocumentDecoder().decode(Room.self, from: document)
        #expect(room == Self.room && room.revision == document.revisionID)
    }

    @Test func `dictionaries and arrays decode`() throws {
        let document = try DocumentEncoder().encode(Self.room)
        let beds = try #require(document.array(forKey: "beds"))
        let bed = try #require(beds.dictionary(at: 0))
        let decoder = DocumentDecoder()
        beds.addDictionary(MutableDictionaryObject(data: ["width": 200]))
        #expect(
            try decoder.decode([Room.Bed].self, from: beds).map(\.width) == [90, 200]
                && decoder.decode(Room.Bed.self, from: bed).width == 90)
    }

    @Test func `a document retains the content of its blobs`() throws {
        let folder = try StoreFolder()
        let photos = try folder.open().defaultCollection()
        let content = Data("light".utf8)
        let photo = Photo(image: Blob(contentType: "text/plain", data: content))
        let document = try DocumentEncoder().encode(photo)
        let unsaved = try DocumentDecoder().decode(Photo.self, from: document).image.content
        try photos.save(document: document)
        let stored = try #require(try photos.document(id: document.id))
        let saved = try DocumentDecoder().decode(Photo.self, from: stored).image.content
        #expect(unsaved == content && saved == content)
    }

    @Test func `the content of an unsaved blob can be decoded`() throws {
        let document = MutableDocument(id: "p")
        document.setBlob(Blob(contentType: "text/plain", data: Data("dark".utf8)), forKey: "image")
        let photo = try DocumentDecoder().decode(Photo.self, from: document)
        #expect(photo.image.content == Data("dark".utf8))
    }

    @Test func `a value that does not fit is an error with its location`() throws {
        let document = MutableDocument(id: "r1", data: ["name": "n", "beds": [["width": "w"]]])
        let error = #expect(throws: DecodingError.self) {
            try DocumentDecoder().decode(Room.self, from: document)
        }
        #expect("\(try #require(error))".contains("opened"))
    }
}
