import DatabaseTestSupport
import Foundation
import Quire
import Testing

@Suite struct RepositoryBehaviourTests {
    struct Impostor: DocumentModel {
        var type: String
    }

    @Test(arguments: TestStore.all)
    func `a saved model is found by its ID`(kind: TestStore) throws {
        let inns = try kind.open().repository(of: Inn.self)
        let saved = try inns.save(Inn(name: "A"))
        let id = try #require(saved.id)
        #expect(try inns.find(id) == saved)
        #expect(saved.$id?.hasSuffix("@*") == true)
    }

    @Test(arguments: TestStore.all)
    func `the type discriminator is stored in the body, the ID is not`(kind: TestStore) throws {
        let store = try kind.open()
        try store.repository(of: Inn.self).save(Inn(id: "a", name: "A"))
        let body =
            #"{"name":"A","opened_at":"1970-01-01T00:00:00.000Z","stars":3,"tags":[],"type":"inn"}"#
        #expect(try store.body("a") == body)
    }

    @Test(arguments: TestStore.all)
    func `a new model does not overwrite a document`(kind: TestStore) throws {
        let inns = try kind.open().repository(of: Inn.self)
        try inns.save(Inn(id: "a", name: "A"))
        #expect { try inns.save(Inn(id: "a", name: "B")) } throws: {
            QuireError.Code.conflict ~= $0
        }
    }

    @Test(arguments: TestStore.all)
    func `a model with another ID becomes another document`(kind: TestStore) throws {
        let inns = try kind.open().repository(of: Inn.self)
        var inn = try inns.save(Inn(id: "a", name: "A"))
        inn.id = "b"
        try inns.save(inn)
        #expect(try inns.all().map(\.id) == ["a", "b"])
    }

    @Test(arguments: TestStore.all)
    func `an identifiable model overwrites and keeps its ID in the body`(kind: TestStore) throws {
        let seats = try kind.open().repository(of: Seat.self)
        try seats.save(Seat(id: 7, row: 1))
        try seats.save(Seat(id: 7, row: 2))
        #expect(try seats.find("7") == Seat(id: 7, row: 2))
        #expect(try seats.count() == 1)
    }

    @Test(arguments: TestStore.all)
    func `an identifiable model does not overwrite another type`(kind: TestStore) throws {
        let store = try kind.open()
        try store.repository(of: Inn.self).save(Inn(id: "7", name: "A"))
        let seats = try store.repository(of: Seat.self)
        #expect { try seats.save(Seat(id: 7, row: 1)) } throws: { QuireError.Code.conflict ~= $0 }
    }

    @Test(arguments: TestStore.all)
    func `a body that contains another document's ID is an error that names both`(
        kind: TestStore
    ) throws {
        let store = try kind.open()
        try store.put("seat_9", #"{"type":"seat","id":9,"row":2}"#)
        let seats = try store.repository(of: Seat.self)
        let error = #expect(throws: QuireError.self) { try seats.find("seat_9") }
        #expect(error?.message.contains("\"seat_9\"") == true)
        #expect(error?.message.contains("\"9\"") == true)
    }

    @Test(arguments: TestStore.all)
    func `a model without identity gets a new document each time`(kind: TestStore) throws {
        let memos = try kind.open().repository(of: Memo.self)
        try memos.save(Memo(text: "a"))
        try memos.save(Memo(text: "a"))
        #expect(try memos.all().map(\.text) == ["a", "a"])
    }

    @Test(arguments: TestStore.all)
    func `a repository contains only models of its type`(kind: TestStore) throws {
        let store = try kind.open()
        let inns = try store.repository(of: Inn.self)
        try inns.save(Inn(id: "a", name: "A"))
        let memos = try store.repository(of: Memo.self)
        try memos.save(Memo(text: "n"))
        #expect(try memos.find("a") == nil)
        #expect(try inns.count() == 1 && memos.count() == 1)
    }

    @Test(arguments: TestStore.all)
    func `another type key can be chosen`(kind: TestStore) throws {
        let impostors = try kind.open().store.repository(of: Impostor.self, typeKey: "kind")
        try impostors.save(Impostor(type: "anything"))
        #expect(try impostors.all().map(\.type) == ["anything"])
    }

    @Test(arguments: TestStore.all)
    func `a model that encodes another type name is rejected`(kind: TestStore) throws {
        let impostors = try kind.open().repository(of: Impostor.self)
        let error = #expect(throws: EncodingError.self) {
            try impostors.save(Impostor(type: "hotel"))
        }
        #expect("\(error as Any)".contains("give the property another key"))
        try impostors.save(Impostor(type: "impostor"))
    }

    @Test(arguments: TestStore.all)
    func `a deleted model is not found and can be saved again`(kind: TestStore) throws {
        let inns = try kind.open().repository(of: Inn.self)
        let saved = try inns.save(Inn(id: "a", name: "A"))
        try inns.delete(saved)
        #expect(try inns.find("a") == nil)
        #expect { try inns.delete(id: "a") } throws: { QuireError.Code.notFound ~= $0 }
        #expect { try inns.save(saved) } throws: { QuireError.Code.conflict ~= $0 }
        try inns.save(Inn(id: "a", name: "B"))
        #expect(try inns.find("a")?.name == "B")
    }

    @Test(arguments: TestStore.all)
    func `a failed encoding saves nothing, and the error contains the coding path`(
        kind: TestStore
    ) throws {
        struct Rate: DocumentModel {
            @DocumentID var id: String?
            var rates: [Double]
        }
        let rates = try kind.open().repository(of: Rate.self)
        let error = #expect(throws: EncodingError.self) {
            try rates.save(Rate(rates: [1, .nan]))
        }
        guard case .invalidValue(_, let context)? = error else { return }
        #expect(context.codingPath.map(\.stringValue) == ["rates", "Index 1"])
        #expect(try rates.count() == 0)
    }

    @Test(
        arguments: TestStore.all,
        ["", "_a", "a\nb", String(repeating: "ä", count: 121)])
    func `an invalid document ID is rejected`(kind: TestStore, id: String) throws {
        let inns = try kind.open().repository(of: Inn.self)
        #expect { try inns.save(Inn(id: id, name: "A")) } throws: {
            QuireError.Code.badDocumentID ~= $0
        }
        #expect(try inns.count() == 0)
    }

    static let names: [(type: any DocumentModel.Type, name: String)] = [
        (Inn.self, "inn"), (HotelRoom.self, "hotelRoom"), (URLEntry.self, "urlEntry"),
        (URL2.self, "url2"), (Box<Int>.self, "box"),
    ]

    struct HotelRoom: DocumentModel {}
    struct URLEntry: DocumentModel {}
    struct URL2: DocumentModel {}
    struct Box<Content: Codable & Sendable>: DocumentModel { var content: Content }

    @Test(arguments: names)
    func `a type name begins with a lowercase letter`(type: any DocumentModel.Type, name: String) {
        #expect(type.documentType == name)
    }
}
