import DatabaseTestSupport
import Foundation
import Quire
import QuireTestSupport
import Testing

@testable import QuireDocuments

/// Conversion of documents, dictionaries, arrays and fragments to and from JSON.
@Suite struct DocumentJSONTests {
    static let notObjects = [
        "", " ", "[]", "\"text\"", "text", "{", "{\"a\":1", "{'a':1}", "null", "1", "{}{}",
    ]

    @Test(arguments: notObjects)
    func `JSON that is not an object is rejected with code 17001`(text: String) {
        for make in [
            { _ = try MutableDocument(json: text) },
            { _ = try MutableDocument(id: "a", json: text) },
            { _ = try MutableDictionaryObject(json: text) },
            { try MutableDictionaryObject().setJSON(text) },
        ] as [() throws -> Void] {
            #expect(Self.failure(make) == "CouchbaseLite 17001")
        }
    }

    static let notArrays = ["", " ", "{}", "\"text\"", "[", "[1", "null"]

    @Test(arguments: notArrays)
    func `JSON that is not an array is rejected with code 17001`(text: String) {
        for make in [
            { _ = try MutableArrayObject(json: text) }, { try MutableArrayObject().setJSON(text) },
        ] as [() throws -> Void] {
            #expect(Self.failure(make) == "CouchbaseLite 17001")
        }
    }

    private static func failure(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            let error = error as NSError
            return "\(error.domain) \(error.code)"
        }
    }

    @Test func `an empty object and an empty array are accepted`() throws {
        #expect(try MutableDocument(json: "{}").count == 0)
        #expect(try MutableDictionaryObject(json: " {} ").toJSON() == "{}")
        #expect(try MutableArrayObject(json: "[]").toJSON() == "[]")
    }

    @Test(arguments: SpacedJSON.texts.filter(\.isObject))
    func `white space around the tokens of an object is ignored`(json: SpacedJSON) throws {
        let texts = [
            try MutableDocument(json: json.text).toJSON(),
            try MutableDocument(id: "a", json: json.text).toJSON(),
            try MutableDocument().setJSON(json.text).toJSON(),
            try MutableDictionaryObject(json: json.text).toJSON(),
            try MutableDictionaryObject().setJSON(json.text).toJSON(),
        ]
        #expect(texts == Array(repeating: json.compact, count: 5))
    }

    @Test(arguments: SpacedJSON.texts.filter(\.isArray))
    func `white space around the tokens of an array is ignored`(json: SpacedJSON) throws {
        let texts = [
            try MutableArrayObject(json: json.text).toJSON(),
            try MutableArrayObject().setJSON(json.text).toJSON(),
        ]
        #expect(texts == Array(repeating: json.compact, count: 2))
    }

    @Test func `rejected JSON changes nothing`() {
        let document = MutableDocument(data: ["a": 1])
        let array = MutableArrayObject(data: [1])
        #expect(thrownCode { try document.setJSON("[]") } == .invalidJSON)
        #expect(thrownCode { try array.setJSON("{}") } == .invalidJSON)
        #expect(document.toJSON() == #"{"a":1}"# && array.toJSON() == "[1]")
    }

    @Test(arguments: DocumentState.allCases)
    func `keys are sorted and there is no white space`(state: DocumentState) throws {
        let document = try state.document(["key2": 2, "key1": "a b", "key10": [1, 2]])
        #expect(document.toJSON() == #"{"key1":"a b","key10":[1,2],"key2":2}"#)
    }

    @Test(arguments: DocumentState.allCases)
    func `a double stays a double in JSON, and an integer an integer`(state: DocumentState) throws {
        let document = try state.document(["double": 12345.0, "int": 12345])
        #expect(document.toJSON() == #"{"double":12345.0,"int":12345}"#)
    }

    @Test func `the JSON of a mutable object reflects its unsaved state`() throws {
        let document = MutableDocument(id: "a").setString("x", forKey: "s")
        #expect(document.toJSON() == #"{"s":"x"}"#)
        document.setDictionary(MutableDictionaryObject(data: ["n": 1]), forKey: "d")
        document["d"]["n"].int = 2
        #expect(document.toJSON() == #"{"d":{"n":2},"s":"x"}"#)
        try document.setJSON(#"{"list":[1,{"a":null}]}"#)
        document["list"][1]["b"].boolean = true
        #expect(document.toJSON() == #"{"list":[1,{"a":null,"b":true}]}"#)
        #expect(!document.contains(key: "s"))
    }

    @Test func `values that JSON cannot represent are null`() {
        let document = MutableDocument().setDouble(.nan, forKey: "nan")
            .setDouble(.infinity, forKey: "infinity").setDate(.distantFuture, forKey: "far")
            .setDate(Date(timeIntervalSince1970: 1e13), forKey: "beyond")
        #expect(
            document.toJSON()
                == #"{"beyond":null,"far":"4001-01-01T00:00:00.000Z","infinity":null,"nan":null}"#)
    }

    @Test(arguments: DocumentState.allCases)
    func `a fragment has JSON`(state: DocumentState) throws {
        let document = try state.document(["list": [1, "a"], "text": "b", "number": 2.0])
        let texts = ["list", "text", "number", "missing"].map { document[$0].toJSON() }
        #expect(texts == [#"[1,"a"]"#, "\"b\"", "2.0", "null"])
        #expect(document["list"][1].toJSON() == "\"a\"")
    }

    @Test func `a list of contacts survives a round trip through JSON`() throws {
        let text = #"[{"city":"Bergen","id":1},{"city":"Oslo","id":2}]"#
        let array = try MutableArrayObject(json: text)
        #expect(array.dictionary(at: 1)?.string(forKey: "city") == "Oslo")
        #expect(array.toJSON() == text && array.toMutable().toJSON() == text)
    }
}
