import Fleece
import Foundation
import QuireTestSupport
import Testing

@testable import QuireDocuments

// Behavior of a Decoder: values and errors.

@Suite struct DecodingValueTests: CodingSuite {
    struct Inner: Decodable { var value: Int }

    enum Level: Int, Decodable { case low, high }

    struct Failure: CustomTestStringConvertible, Sendable {
        let json: String
        let error: String
        let decode: @Sendable (String) throws -> Void
        var testDescription: String { "\(json): \(error)" }

        init<T: Decodable & SendableMetatype>(_ json: String, _ type: T.Type, _ error: String) {
            self.json = json
            self.error = error
            decode = { _ = try DocumentDecoder().decode(T.self, fromJSON: $0) }
        }
    }

    static let failures = [
        Failure(#"{}"#, Inner.self, "keyNotFound "),
        Failure(#"{"a":{}}"#, [String: Inner].self, "keyNotFound a"),
        Failure(#"[{"value":1},{}]"#, [Inner].self, "keyNotFound 1"),
        Failure(#"{"value":null}"#, Inner.self, "valueNotFound value"),
        Failure(#"[1,null]"#, [Int].self, "valueNotFound 1"),
        Failure(#"null"#, [Int].self, "valueNotFound "),
        Failure(#"{"value":"1"}"#, Inner.self, "typeMismatch value"),
        Failure(#"{"value":[1]}"#, Inner.self, "typeMismatch value"),
        Failure(#"{"a":[1]}"#, [String: Inner].self, "typeMismatch a"),
        Failure(#"{"a":{"b":true}}"#, [String: [String: Int]].self, "typeMismatch a.b"),
        Failure(#"{"3":{"value":true}}"#, [Int: Inner].self, "typeMismatch 3.value"),
        Failure(#"{"value":1.5}"#, Inner.self, "dataCorrupted value"),
        Failure(#"[0,1,2]"#, [Level].self, "dataCorrupted 2"),
        Failure(#"{"a":"no"}"#, [String: UUID].self, "dataCorrupted a"),
        Failure(#"{"a":"*"}"#, [String: Data].self, "dataCorrupted a"),
        Failure(#"{"a":"1,5"}"#, [String: Decimal].self, "dataCorrupted a"),
        Failure(#"{"a":7}"#, [String: Date].self, "typeMismatch a"),
        Failure(#"{"a":7}"#, [String: URL].self, "typeMismatch a"),
        Failure("[3.5]", [Int].self, "dataCorrupted 0"),
        Failure("[9223372036854775808]", [Int].self, "dataCorrupted 0"),
        Failure("[1e19]", [Int64].self, "dataCorrupted 0"),
        Failure("[-1]", [UInt].self, "dataCorrupted 0"),
        Failure("[256]", [UInt8].self, "dataCorrupted 0"),
        Failure("[-129]", [Int8].self, "dataCorrupted 0"),
        Failure("[1e300]", [Float].self, "dataCorrupted 0"),
        Failure("[0]", [Bool].self, "typeMismatch 0"),
        Failure("[1]", [Bool].self, "typeMismatch 0"),
        Failure("[true]", [Int].self, "typeMismatch 0"),
        Failure("[true]", [Double].self, "typeMismatch 0"),
        Failure("[1]", [String].self, "typeMismatch 0"),
        Failure(#"["1"]"#, [Int].self, "typeMismatch 0"),
        Failure(#"["1"]"#, [Double].self, "typeMismatch 0"),
    ]

    @Test(arguments: failures)
    func `the kind of an error describes the problem, and its path the location`(failure: Failure) {
        #expect(summary(thrown { try failure.decode(failure.json) }) == failure.error)
    }

    @Test func `an error names the document and contains only a short excerpt`() throws {
        let long = String(repeating: "secret ", count: 1000)
        let root = try #require(DocumentEncoder().encodeToFleece(["value": long]).root)
        let identity = DocumentIdentity(id: "hotel-42", revision: nil)
        let error = thrown {
            _ = try DocumentDecoder().decode(Inner.self, from: root, identity: identity)
        }
        guard case DecodingError.typeMismatch(_, let context)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.debugDescription.contains(#"in document "hotel-42""#))
        #expect(context.debugDescription.count < 120)
    }

    @Test func `an error thrown by a model is rethrown unchanged`() {
        #expect(throws: Refusal()) {
            try DocumentDecoder().decode(
                [DecodingContainerTests.Refused].self, fromJSON: "[1]")
        }
    }

    @Test(arguments: SpacedJSON.texts)
    func `white space around tokens is ignored`(json: SpacedJSON) throws {
        let decoder = DocumentDecoder()
        #expect(
            try decoder.decode(RandomModels.Loose.self, fromJSON: json.text)
                == decoder.decode(RandomModels.Loose.self, fromJSON: json.compact))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test func `128-bit integers decode exactly, and not from strings`() throws {
        let decoder = DocumentDecoder()
        let text = "[18446744073709551615]"
        #expect(try decoder.decode([Int128].self, fromJSON: text) == [Int128(UInt64.max)])
        #expect(try decoder.decode([UInt128].self, fromJSON: text) == [UInt128(UInt64.max)])
        let error = thrown { _ = try decoder.decode([Int128].self, fromJSON: #"["1"]"#) }
        #expect(summary(error) == "typeMismatch 0")
    }

    @Test func `numbers decode exactly`() throws {
        func read<T: Decodable>(_ json: String, _ type: T.Type = T.self) throws -> T {
            try DocumentDecoder().decode(type, fromJSON: json)
        }
        #expect(try read("42.0") == 42)
        #expect(try read("42.0", UInt8.self) == 42)
        #expect(try read("-0.0", Int.self) == 0)
        #expect(try read("18446744073709551615") == UInt64.max)
        #expect(try read("18446744073709551615") == UInt.max)
        #expect(try read("-9223372036854775808") == Int64.min)
        #expect(try read("9007199254740993") == 9_007_199_254_740_993)
        #expect(try read("9007199254740993", UInt64.self) == 9_007_199_254_740_993)
        #expect(try read("7") == 7.0)
        #expect(try read("7") == Float(7))
        #expect(try read("0.1") == 0.1)
        #expect(try read("0.1") == Float(0.1))
        #expect(try read("1e2") == 100)
        #expect(try read("12345678901234567890") == Decimal(string: "12345678901234567890"))
        #expect(try read("0.1") == Decimal(string: "0.1"))
    }

    @Test func `an integral double stays a double, and decodes as one`() throws {
        let bytes = try DocumentEncoder().encodeToFleece([1.0, 2.5, 1e300])
        #expect(try #require(bytes.root).json() == "[1.0,2.5,1e+300]")
        #expect(
            try DocumentDecoder().decode([Double].self, from: #require(bytes.root))
                == [1, 2.5, 1e300])
    }

    @Test func `non-finite numbers follow the strategy`() throws {
        var encoder = DocumentEncoder()
        encoder.nonFiniteEncodingStrategy = .convert(
            positiveInfinity: "+inf", negativeInfinity: "-inf", notANumber: "nan")
        var decoder = DocumentDecoder()
        decoder.nonFiniteDecodingStrategy = encoder.nonFiniteEncodingStrategy
        let values = [Double.infinity, -.infinity, 1.5]
        #expect(try json(values, encoder) == #"["+inf","-inf",1.5]"#)
        #expect(try json(values.map(Float.init), encoder) == #"["+inf","-inf",1.5]"#)
        #expect(try decoder.decode([Double].self, fromJSON: json(values, encoder)) == values)
        #expect(try decoder.decode(Double.self, fromJSON: #""nan""#).isNaN)
        #expect(try decoder.decode(Float.self, fromJSON: #""nan""#).isNaN)
        #expect(throws: DecodingError.self) {
            try decoder.decode(Double.self, fromJSON: #""inf""#)
        }
        #expect(throws: EncodingError.self) { try json(values) }
    }

    @Test func `a decimal NaN follows the strategy`() throws {
        var encoder = DocumentEncoder()
        let model = ["prices": [Decimal(1), .nan]]
        let error = thrown { _ = try json(model, encoder) }
        #expect(summary(error) == "invalidValue prices.1")
        #expect(summary(thrown { _ = try json(Decimal.nan, encoder) }) == "invalidValue ")
        #expect(summary(thrown { _ = try json([Decimal.nan: 1], encoder) }) == "invalidValue 0")
        encoder.nonFiniteEncodingStrategy = .convert(
            positiveInfinity: "+inf", negativeInfinity: "-inf", notANumber: "none")
        var decoder = DocumentDecoder()
        decoder.nonFiniteDecodingStrategy = encoder.nonFiniteEncodingStrategy
        #expect(try json(model, encoder) == #"{"prices":[1,"none"]}"#)
        let decoded = try decoder.decode([String: [Decimal]].self, fromJSON: json(model, encoder))
        #expect(decoded["prices"]?.map(\.isNaN) == [false, true])
        for text in ["NaN", "nan", "-inf", ""] {
            let error = thrown { _ = try decoder.decode(Decimal.self, fromJSON: "\"\(text)\"") }
            #expect(summary(error) == "dataCorrupted ", "\(text)")
        }
    }

    @Test func `data is encoded as bytes or base64, and decodes from either`() throws {
        let data = Data([1, 2, 3])
        var encoder = DocumentEncoder()
        let bytes = try #require(encoder.encodeToFleece([data]).root)
        encoder.dataEncodingStrategy = .base64
        let text = try #require(encoder.encodeToFleece([data]).root)
        #expect(bytes.array?.value(at: 0)?.data == [1, 2, 3])
        #expect(text.array?.value(at: 0)?.string == "AQID")
        for root in [bytes, text] {
            #expect(try DocumentDecoder().decode([Data].self, from: root) == [data])
        }
    }

    struct Snake: Codable, Equatable {
        var roomRate = 1
        var imageURL = "u"
        var isHTTPServer = true
        var _hidden = 2
        var nested: [String: Snakelet] = ["fooBar": Snakelet(innerKey: ["xY": 1])]
        var x1Y = 3
    }

    struct Snakelet: Codable, Equatable {
        var innerKey: [String: Int]
    }

    @Test func `snake case converts known keys, but not the keys of dictionaries`() throws {
        var encoder = DocumentEncoder()
        encoder.keyEncodingStrategy = .snakeCase
        var decoder = DocumentDecoder()
        decoder.keyDecodingStrategy = .snakeCase
        let form = try json(Snake(), encoder)
        #expect(
            form == #"{"_hidden":2,"image_url":"u","is_http_server":true,"#
                + #""nested":{"fooBar":{"inner_key":{"xY":1}}},"room_rate":1,"x1_y":3}"#)
        #expect(try decoder.decode(Snake.self, fromJSON: form) == Snake())
        #expect(try json(Snake()).contains("roomRate"))
        let error = thrown {
            _ = try decoder.decode(Snake.self, fromJSON: #"{"room_rate":"x"}"#)
        }
        #expect(path(error) == "roomRate")
    }

    @Test func `snake case lists the keys that convert back to the stored ones`() throws {
        enum Known: String, CodingKey, CaseIterable { case imageURL, roomRate }
        enum Guessed: String, CodingKey { case imageURL, roomRate }
        let body: ScriptedReading.Body = { decoder in
            let known = try decoder.container(keyedBy: Known.self)
            #expect(Set(known.allKeys) == [.imageURL, .roomRate])
            let guessed = try decoder.container(keyedBy: Guessed.self)
            #expect(Set(guessed.allKeys) == [.imageURL, .roomRate])
        }
        var decoder = DocumentDecoder()
        decoder.keyDecodingStrategy = .snakeCase
        decoder.userInfo[try #require(ScriptedReading.key)] = body
        _ = try decoder.decode(
            ScriptedReading.self, fromJSON: #"{"image_url":1,"room_rate":2,"other":3}"#)
    }

    /// A number for each key of an object.
    struct Numbers: Decodable, Equatable {
        struct AnyKey: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        var entries: [String: Int] = [:]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            for key in container.allKeys {
                entries[key.stringValue] = try container.decode(Int.self, forKey: key)
            }
        }
    }

    @Test func `a loop over all keys in snake case reads every entry of an object`() throws {
        let names = [
            "room_rate", "roomRate", "ID", "id", "_Hidden", "a__b", "x_", "Straße", "É", "", "_",
            "1_2", "URL_ID", "日本",
        ]
        let entries = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
        var decoder = DocumentDecoder()
        decoder.keyDecodingStrategy = .snakeCase
        let read = try decoder.decode(Numbers.self, fromJSON: try json(entries))
        #expect(read.entries == entries)
    }

    @propertyWrapper struct Defaulted: Codable {
        var wrappedValue: Int

        init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
        init(from decoder: any Decoder) throws {
            wrappedValue = try decoder.singleValueContainer().decode(Int.self)
        }
        func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
    }

    struct WithDefault: Codable {
        @Defaulted var count: Int
        @DocumentID var key: String?
        enum CodingKeys: String, CodingKey {
            case count
            case key = "pid"
        }
    }

    @Test func `overloads for property wrappers in keyed containers are called`() throws {
        let value = try DocumentDecoder().decode(WithDefault.self, fromJSON: #"{"pid":"p1"}"#)
        #expect(value.count == 7)
        #expect(value.key == "p1")
        let data = try JSONEncoder().encode(value)
        #expect(try JSONDecoder().decode(WithDefault.self, from: data).key == "p1")
    }
}

extension KeyedDecodingContainer {
    func decode(
        _ type: DecodingValueTests.Defaulted.Type, forKey key: Key
    ) throws -> DecodingValueTests.Defaulted {
        try decodeIfPresent(type, forKey: key) ?? DecodingValueTests.Defaulted(wrappedValue: 7)
    }
}
