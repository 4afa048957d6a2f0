import Fleece
import Foundation
import Testing

@testable import QuireDocuments

/// Objects and arrays from which dictionaries are decoded.
@Suite struct DictionaryFormTests: CodingSuite {
    static let wrongKinds = [
        "[]", "[1]", #"["a",1]"#, #"["1",1,"2",2]"#, "1", "1.5", "true", #""a""#,
    ]

    @Test(arguments: wrongKinds)
    func `a dictionary encoded as a JSON object decodes only from an object`(json: String) {
        func error<Key: Codable & Hashable & SendableMetatype>(_ type: Key.Type) -> String? {
            summary(
                thrown { _ = try DocumentDecoder().decode([Key: Int].self, fromJSON: json) })
        }
        #expect(error(String.self) == "typeMismatch ")
        #expect(error(Int.self) == "typeMismatch ")
        #expect(error(RandomModels.Initial.self) == "typeMismatch ")
        let nested = thrown {
            _ = try DocumentDecoder().decode(
                [String: [String: Int]].self, fromJSON: #"{"k":\#(json)}"#)
        }
        #expect(summary(nested) == "typeMismatch k")
    }

    struct Form: Sendable, CustomTestStringConvertible {
        let json: String
        let outcome: String
        let decode: @Sendable (String) throws -> String
        var testDescription: String { "\(json): \(outcome)" }

        init<Key: Codable & Hashable & SendableMetatype>(
            _ json: String, _ key: Key.Type, _ outcome: String
        ) {
            self.json = json
            self.outcome = outcome
            decode = { json in
                let value = try DocumentDecoder().decode([Key: Int].self, fromJSON: json)
                return try DocumentEncoder().encodeToJSON(value, format: .canonical)
            }
        }
    }

    /// Keys that Quire encodes as keys of an object, and the standard library as items of an array.
    static let forms = [
        Form(#"{"spring":1}"#, RandomModels.Season.self, #"{"spring":1}"#),
        Form(#"["spring",1]"#, RandomModels.Season.self, #"{"spring":1}"#),
        Form("[]", RandomModels.Season.self, "{}"),
        Form("[1,2]", UInt8.self, #"{"1":2}"#),
        Form(
            #"["F99FFC0F-3C0A-418B-A4CA-0C29D5D58392",1]"#, UUID.self,
            #"{"F99FFC0F-3C0A-418B-A4CA-0C29D5D58392":1}"#),
        Form(#"["spring"]"#, RandomModels.Season.self, "typeMismatch "),
        Form(#""spring""#, RandomModels.Season.self, "typeMismatch "),
        Form(#"["autumn","x"]"#, RandomModels.Season.self, "typeMismatch 1"),
        Form("null", RandomModels.Season.self, "valueNotFound "),
        // Keys that both encode as items of an array
        Form(#"[{"x":1,"y":2},3]"#, RandomModels.Point.self, #"[{"x":1,"y":2},3]"#),
        Form(#"[{"x":1,"y":2}]"#, RandomModels.Point.self, "dataCorrupted "),
        Form("{}", RandomModels.Point.self, "typeMismatch "),
        Form("1", RandomModels.Point.self, "typeMismatch "),
        Form("null", String.self, "valueNotFound "),
    ]

    @Test(arguments: forms)
    func `alternating keys and values decode where the standard library writes them`(form: Form) {
        var outcome: String?
        let error = thrown { outcome = try form.decode(form.json) }
        #expect(outcome ?? summary(error) == form.outcome)
    }

    /// An enumeration that determines its case by the kind of the value.
    enum Listing: Codable, Equatable {
        case list([Int])
        case map([String: Int])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            do {
                self = .list(try container.decode([Int].self))
            } catch DecodingError.typeMismatch {
                self = .map(try container.decode([String: Int].self))
            }
        }
    }

    @Test func `an enum that is either an array or an object reports the right error`() throws {
        let decoder = DocumentDecoder()
        #expect(try decoder.decode(Listing.self, fromJSON: "[1,2]") == .list([1, 2]))
        #expect(try decoder.decode(Listing.self, fromJSON: #"{"a":1}"#) == .map(["a": 1]))
        #expect(try decoder.decode([Listing].self, fromJSON: "[[],{}]") == [.list([]), .map([:])])
        for json in [#"["a",1]"#, #"[1,"a"]"#, #""a""#, "1"] {
            let error = thrown { _ = try decoder.decode(Listing.self, fromJSON: json) }
            #expect(summary(error) == "typeMismatch ", "\(json)")
        }
    }
}
