import Quire
import Testing

/// The examples in the documentation of errors.
@Suite struct DocumentedErrors {
    private struct Hotel: DocumentModel {
        @DocumentID var id: String?
        var name: String
    }

    @Test func `errors and their codes`() throws {
        let hotels = try Database(inMemoryNamed: "travel").repository(of: Hotel.self)
        var hotel = try hotels.save(Hotel(id: "hotel-42", name: "Grand"))
        try hotels.update("hotel-42") { $0.name = "Grand Hotel" }
        do {
            try hotels.save(hotel)
        } catch QuireError.Code.conflict {
            hotel = try hotels.require("hotel-42")
        }
        #expect(hotel.name == "Grand Hotel")
        do {
            hotel = try hotels.require("hotel-1")
        } catch let error as QuireError where error.code == .notFound {
            print(error.message)
        }
        #expect(hotel.id == "hotel-42")
    }
}
