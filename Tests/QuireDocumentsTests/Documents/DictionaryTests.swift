import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import QuireTestSupport
import Testing

@testable import QuireDocuments

/// Keys, counts, equality and conversions of documents, dictionaries and arrays.
@Suite struct DictionaryTests {
    // MARK: Keys

    @Test(arguments: DocumentState.allCases)
    func `iterating over a document returns its keys`(state: DocumentState) throws {
        let document = try state.document(["b": 1, "a": [1: 2].isEmpty, "c": ["x": 1]])
        #expect(Array(document).sorted() == ["a", "b", "c"] && document.keys == Array(document))
        #expect(document.contains("a") && document.contains(key: "a"))
        #expect(!document.contains("x") && !document.contains(key: "x"))
        #expect(document.dictionary(forKey: "c").map(Array.init) == ["x"])
    }

    @Test(arguments: [DocumentState.mutableOfStored, .unsaved, .fromJSON])
    func `the keys reflect set and removed values`(state: DocumentState) throws {
        let document = try state.document(["a": 1, "b": 2, "c": 3]).toMutable()
        document.removeValue(forKey: "b").setInt(4, forKey: "d").setInt(5, forKey: "a")
        document.removeValue(forKey: "never").removeValue(forKey: "d").setInt(6, forKey: "d")
        #expect(document.keys.sorted() == ["a", "c", "d"] && document.count == 3)
        document.setValue(nil, forKey: "c").setData(["z": 1])
        #expect(document.keys == ["z"] && document.count == 1 && !document.contains(key: "a"))
    }

    @Test func `keys are compared by their bytes`() throws {
        let composed = "\u{E9}"
        let decomposed = "e\u{301}"
        for state in [DocumentState.unsaved, .mutableOfStored] {
            let document = try state.document([composed: 1]).toMutable()
            document.setInt(2, forKey: decomposed)
            #expect(document.count == 2)
            #expect(document.int(forKey: composed) == 1 && document.int(forKey: decomposed) == 2)
        }
    }

    @Test(arguments: DocumentState.allCases)
    func `iterating over an array returns its values`(state: DocumentState) throws {
        let document = try state.document(["list": ["a", 2, NSNull(), ["x": 1]]])
        let array = try #require(document.array(forKey: "list"))
        var seen: [String] = []
        for (index, element) in array.enumerated() {
            let text = (element as? DictionaryObject)?.toJSON() ?? "\(element)"
            seen.append("\(index) \(element is NSNull ? "null" : text)")
        }
        #expect(seen == ["0 a", "1 2", "2 null", #"3 {"x":1}"#])
    }

    // MARK: Arrays

    @Test(arguments: [DocumentState.mutableOfStored, .unsaved, .fromJSON])
    func `an array is changed in place`(state: DocumentState) throws {
        let document = try state.document(["list": [0, 1, [2], 3]]).toMutable()
        let array = try #require(document.array(forKey: "list"))
        let nested = try #require(array.array(at: 2))
        array.removeValue(at: 0).insertString("new", at: 1).setInt(30, at: 3).addBoolean(true)
        nested.addInt(5)
        #expect(array.array(at: 2) === nested && array.count == 5)
        #expect(document.toJSON() == #"{"list":[1,"new",[2,5],30,true]}"#)
        array.setData(["x"])
        #expect(array.toJSON() == #"["x"]"#)
    }

    // MARK: Conversions

    @Test(arguments: DocumentState.allCases)
    func `toDictionary returns native collections`(state: DocumentState) throws {
        let values: [String: Any] = [
            "text": "a", "number": 1, "yes": true, "null": NSNull(), "list": [1, ["x": [2]]],
            "nested": ["list": ["a", "b"]],
        ]
        let plain = try state.document(values).toDictionary()
        #expect(NSDictionary(dictionary: values).isEqual(to: plain))
        #expect(plain["nested"] is [String: Any] && plain["list"] is [Any])
    }

    @Test(arguments: DocumentState.allCases)
    func `toDictionary of an object and toArray are consistent with the document's`(
        state: DocumentState
    ) throws {
        let document = try state.document(["d": ["list": [1, "b"]]])
        let dictionary = try #require(document.dictionary(forKey: "d"))
        #expect(
            NSDictionary(dictionary: ["list": [1, "b"]]).isEqual(to: dictionary.toDictionary()))
        #expect(
            NSArray(array: [1, "b"]).isEqual(to: dictionary.array(forKey: "list")?.toArray() ?? []))
    }

    @Test func `bytes nested too deeply or repeated excessively do not crash`() throws {
        let deep = FleeceWriter()
        for _ in 0..<500 { deep.beginArray() }
        for _ in 0..<500 { deep.endArray() }
        let value = try #require(FleeceStorage(try deep.finish()).root)
        #expect(ArrayObject(ArrayContent(value, isMutable: false)).toArray().count == 1)
        // 40 arrays that contain the previous one twice: 2⁴⁰ values in 160 bytes.
        let bomb = FleeceWriter()
        var slot = bomb.encodeArray([])
        for _ in 0..<40 { slot = bomb.encodeArray([slot, slot]) }
        bomb.write(slot)
        let bytes = FleeceStorage(try bomb.finish())
        let one = ArrayObject(ArrayContent(bytes.root, isMutable: false))
        let other = ArrayObject(ArrayContent(bytes.root, isMutable: false))
        #expect(one.toArray().count == 2 && one.toJSON() == "null" && one != other)
    }

    @Test func `bytes nested to the limit do not need a deep stack`() throws {
        let passed = try onThread(stackSize: 256 << 10) {
            let blob = #"{"@type":"blob","data":"QQ=="}"#
            let json =
                String(repeating: "{\"d\":[", count: 255) + blob
                + String(repeating: "]}", count: 255)
            let folder = try StoreFolder()
            let document = try MutableDocument(id: "deep", json: json)
            let stored = try BytesOnly(folder).reread(document)
            let again = try BytesOnly(folder).reread(stored)
            return stored == again && stored == document && stored.toMutable() == stored
                && stored.toDictionary().count == 1 && stored.toJSON() == again.toJSON()
                && stored.toJSON().contains("sha1-")
        }
        #expect(passed)
    }

    @Test func `objects nested to the limit can be one document`() throws {
        let passed = try onThread(stackSize: 8 << 20) {
            var dictionary = MutableDictionaryObject()
            for _ in 0..<510 {
                dictionary = MutableDictionaryObject().setDictionary(dictionary, forKey: "d")
            }
            let folder = try StoreFolder()
            let document = MutableDocument(id: "deep").setDictionary(dictionary, forKey: "d")
            let stored = try BytesOnly(folder).reread(document)
            return stored == document && document.toDictionary().count == 1
                && stored.toJSON() == document.toJSON() && dictionary.toMutable() == dictionary
        }
        #expect(passed)
    }

    // MARK: Equality

    @Test func `dictionaries and arrays are equal if their contents are equal`() throws {
        let values: [String: Any] = ["a": 1, "b": [true, 2.5, "x", NSNull()], "c": ["d": "e"]]
        let forms = try DocumentState.allCases.map { try $0.document(["v": values]) }
        for left in forms {
            for right in forms {
                #expect(left == right && left.hashValue == right.hashValue)
                #expect(left.dictionary(forKey: "v") == right.dictionary(forKey: "v"))
                #expect(
                    left.dictionary(forKey: "v").hashValue
                        == right.dictionary(forKey: "v").hashValue)
            }
        }
    }

    static let unequal: [(left: String, right: String)] = [
        (#"{"a":1}"#, #"{"a":2}"#), (#"{"a":1}"#, #"{"a":1,"b":1}"#), (#"{"a":1}"#, #"{"b":1}"#),
        (#"{"a":1}"#, #"{"a":true}"#), (#"{"a":0}"#, #"{"a":null}"#), (#"{"a":null}"#, "{}"),
        (#"{"a":[1]}"#, #"{"a":[1,2]}"#), (#"{"a":[1,2]}"#, #"{"a":[2,1]}"#),
        (#"{"a":{}}"#, #"{"a":[]}"#), (#"{"a":"1"}"#, #"{"a":1}"#),
        (#"{"a":{"b":{"c":1}}}"#, #"{"a":{"b":{"c":1.5}}}"#),
        (#"{"a":18446744073709551615}"#, #"{"a":-1}"#),
    ]

    @Test(arguments: unequal)
    func `other values are unequal`(left: String, right: String) throws {
        let one = try MutableDictionaryObject(json: left)
        let other = try MutableDictionaryObject(json: right)
        let touched = other.toMutable().setInt(1, forKey: "x").removeValue(forKey: "x")
        _ = touched["a"].value
        #expect(one != other && other != one && one != touched && touched == other)
    }

    @Test func `numbers are equal by their value`() throws {
        let one = try MutableDictionaryObject(json: #"{"a":1,"b":2.5,"c":1e19}"#)
        let other = MutableDictionaryObject(data: [
            "a": 1.0, "b": Float(2.5), "c": UInt64(10_000_000_000_000_000_000),
        ])
        #expect(one == other)
    }

    @Test func `unsaved documents are equal if their IDs and values are equal`() {
        #expect(
            MutableDocument(id: "a", data: ["x": 1]) == MutableDocument(id: "a", data: ["x": 1]))
        #expect(
            MutableDocument(id: "a", data: ["x": 1]) != MutableDocument(id: "b", data: ["x": 1]))
        #expect(
            MutableDocument(id: "a", data: ["x": 1]) != MutableDocument(id: "a", data: ["x": 2]))
        #expect(MutableDocument(id: "a") as Document == MutableDocument(id: "a"))
    }
}
