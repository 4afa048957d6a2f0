import Fleece
import Foundation
import Quire
import QuireInspection
import QuireTestSupport
import Testing

@Suite struct SwiftModelTests {
    static let documents = [
        #"""
        {"type":"odd_hotel","id":"a","class":1,"2nd":true,"Überschrift":"x","a b":[1,null],"mixed":1,
        "dates":["2026-11-21T07:48:00.000Z"],"none":null,"empty":[],"nothing":{},
        "reviews":[{"stars":1},{"stars":2.5,"text":"s"}],"String":{"a":1},"address":{"zip_code":"1"},
        "room_rate":12,"maybe":null,"URL":"https://a.b/c","picture":{"@type":"blob",
        "digest":"sha1-AAAAAAAAAAAAAAAAAAAAAAAAAAA=","length":1,"content_type":"image/png"}}
        """#,
        #"""
        {"type":"odd_hotel","id":"b","class":2,"2nd":false,"mixed":"s","none":null,"room_rate":1.5,
        "maybe":"x","a-b":true}
        """#,
    ]

    private let store: any DocumentStore
    private let database: Database

    init() throws {
        database = try Database(inMemoryNamed: "odd")
        store = try database.defaultStore()
        for (number, text) in Self.documents.enumerated() { try store.put("d\(number)", text) }
    }

    private func model() throws -> String {
        var survey = SchemaSurvey(typeKey: "type")
        try store.forEachRecord { survey.add($0) }
        return SwiftModel(survey.types[0], in: survey, collection: "_default").text
    }

    @Test func `the generated model is a type that the compiler accepts`() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "OddHotel.swift")
        let text = try String(contentsOf: file, encoding: .utf8)
        let start = try #require(text.range(of: "struct OddHotel"))
        #expect(try String(text[start.lowerBound...]) == model() + "\n")
    }

    @Test func `documents are decoded to the generated model`() throws {
        let hotels = try database.repository(of: OddHotel.self)
        #expect(try hotels.sorted(by: \.roomRate).all().map(\.roomRate) == [1.5, 12])
    }
}
