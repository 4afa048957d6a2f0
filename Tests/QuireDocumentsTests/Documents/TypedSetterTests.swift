import Foundation
import Testing

@testable import QuireDocuments

/// The effect of each setter: by key, by index, appending, inserting, by fragment.
@Suite struct TypedSetterTests {
    /// A setter that adds a value of a type to an array, from a table of all setters.
    static let ways: [(name: String, put: @Sendable (MutableArrayObject) -> Void)] = [
        (
            "add",
            {
                $0.addValue("v").addString("s").addNumber(7).addInt(1).addInt64(2).addFloat(1.5)
                    .addDouble(2.5).addBoolean(true).addDate(date).addBlob(blob)
                    .addArray(MutableArrayObject(data: [1]))
                    .addDictionary(MutableDictionaryObject(data: ["a": 1]))
            }
        ),
        (
            "insert",
            {
                $0.insertDictionary(MutableDictionaryObject(data: ["a": 1]), at: 0)
                    .insertArray(MutableArrayObject(data: [1]), at: 0).insertBlob(blob, at: 0)
                    .insertDate(date, at: 0).insertBoolean(true, at: 0).insertDouble(2.5, at: 0)
                    .insertFloat(1.5, at: 0).insertInt64(2, at: 0).insertInt(1, at: 0)
                    .insertNumber(7, at: 0).insertString("s", at: 0).insertValue("v", at: 0)
            }
        ),
        (
            "set",
            {
                for _ in 0..<12 { $0.addValue(nil) }
                $0.setValue("v", at: 0).setString("s", at: 1).setNumber(7, at: 2).setInt(1, at: 3)
                    .setInt64(2, at: 4).setFloat(1.5, at: 5).setDouble(2.5, at: 6)
                    .setBoolean(true, at: 7).setDate(date, at: 8).setBlob(blob, at: 9)
                    .setArray(MutableArrayObject(data: [1]), at: 10)
                    .setDictionary(MutableDictionaryObject(data: ["a": 1]), at: 11)
            }
        ),
        (
            "fragments",
            {
                for _ in 0..<12 { $0.addValue(nil) }
                $0[0].value = "v"
                $0[1].string = "s"
                $0[2].number = 7
                $0[3].int = 1
                $0[4].int64 = 2
                $0[5].float = 1.5
                $0[6].double = 2.5
                $0[7].boolean = true
                $0[8].date = date
                $0[9].blob = blob
                $0[10].array = MutableArrayObject(data: [1])
                $0[11].dictionary = MutableDictionaryObject(data: ["a": 1])
            }
        ),
    ]

    private static let date = Date(timeIntervalSince1970: 1)
    private static let blob = Blob(contentType: "text/plain", data: Data("x".utf8))

    @Test(arguments: ways.indices)
    func `an array accepts every type`(way: Int) {
        let array = MutableArrayObject()
        Self.ways[way].put(array)
        #expect(array.count == 12 && array.string(at: 0) == "v" && array.string(at: 1) == "s")
        #expect(array.int(at: 2) == 7 && array.int(at: 3) == 1 && array.int64(at: 4) == 2)
        #expect(array.float(at: 5) == 1.5 && array.double(at: 6) == 2.5 && array.boolean(at: 7))
        #expect(array.date(at: 8) == Self.date && array.blob(at: 9) === Self.blob)
        #expect(array.array(at: 10)?.int(at: 0) == 1)
        #expect(array.dictionary(at: 11)?.int(forKey: "a") == 1)
    }

    /// An object with values by key.
    static let holders: [@Sendable () -> any MutableDictionaryProtocol] = [
        { MutableDocument(id: "a") }, { MutableDictionaryObject() },
    ]

    @Test(arguments: holders.indices)
    func `a document and a dictionary accept every type`(index: Int) {
        let holder = Self.holders[index]()
        holder.setValue("v", forKey: "value").setString("s", forKey: "string")
            .setNumber(7, forKey: "number").setInt(1, forKey: "int").setInt64(2, forKey: "int64")
            .setFloat(1.5, forKey: "float").setDouble(2.5, forKey: "double")
            .setBoolean(true, forKey: "boolean").setDate(Self.date, forKey: "date")
            .setBlob(Self.blob, forKey: "blob")
            .setArray(MutableArrayObject(data: [1]), forKey: "array")
            .setDictionary(MutableDictionaryObject(data: ["a": 1]), forKey: "dictionary")
        #expect(holder.count == 12)
        #expect(holder.string(forKey: "value") == "v" && holder.string(forKey: "string") == "s")
        #expect(holder.int(forKey: "number") == 7 && holder.int(forKey: "int") == 1)
        #expect(holder.int64(forKey: "int64") == 2 && holder.float(forKey: "float") == 1.5)
        #expect(holder.double(forKey: "double") == 2.5 && holder.boolean(forKey: "boolean"))
        #expect(holder.date(forKey: "date") == Self.date)
        #expect(holder.blob(forKey: "blob") === Self.blob)
        #expect(holder.array(forKey: "array")?.int(at: 0) == 1)
        #expect(holder.dictionary(forKey: "dictionary")?.int(forKey: "a") == 1)
    }

    @Test func `fragments set values in a document, including nested ones`() {
        let document = MutableDocument(id: "a", data: ["address": ["city": "Oslo"], "list": [1]])
        document["name"].string = "Grand"
        document["address"]["city"].string = "Bergen"
        document["list"][0].int = 2
        #expect(document.toJSON() == #"{"address":{"city":"Bergen"},"list":[2],"name":"Grand"}"#)
    }

    @Test func `setting a value below a missing one does nothing`() {
        let document = MutableDocument(id: "a", data: ["list": [1]])
        document["address"]["city"].string = "Bergen"
        document["list"][5].int = 2
        document["list"]["x"].int = 2
        #expect(document.toJSON() == #"{"list":[1]}"#)
    }

    static let natives: [(name: String, value: @Sendable () -> Any, json: String)] = [
        ("Int8", { Int8(-3) }, "-3"), ("UInt16", { UInt16(9) }, "9"),
        ("UInt64", { UInt64.max }, "18446744073709551615"),
        ("CGFloat", { CGFloat(1.5) }, "1.5"), ("Float", { Float(0.5) }, "0.5"),
        ("NSNumber int", { NSNumber(value: 4) }, "4"),
        ("NSNumber double", { NSNumber(value: 4.0) }, "4.0"),
        ("NSNumber float", { NSNumber(value: Float(0.25)) }, "0.25"),
        ("NSNumber bool", { NSNumber(value: true) }, "true"),
        ("NSNumber int8", { NSNumber(value: Int8(1)) }, "1"),
        ("NSNumber uint64", { NSNumber(value: UInt64.max) }, "18446744073709551615"),
        ("NSDecimalNumber", { NSDecimalNumber(string: "12") }, "12"),
        ("Decimal", { Decimal(string: "12.5") as Any }, "12.5"),
        (
            "Decimal Int64.min", { Decimal(string: "-9223372036854775808") as Any },
            "-9223372036854775808"
        ),
        (
            "Decimal below Int64.min", { Decimal(string: "-9223372036854775809") as Any },
            "-9.223372036854776e+18"
        ),
        (
            "Decimal UInt64.max", { Decimal(string: "18446744073709551615") as Any },
            "18446744073709551615"
        ),
        (
            "NSDecimalNumber above UInt64.max",
            { NSDecimalNumber(string: "18446744073709551616") }, "1.8446744073709552e+19"
        ),
        ("Decimal NaN", { Decimal.nan }, "null"),
        ("NSString", { NSString("a") }, "\"a\""), ("Substring", { "abc".prefix(1) }, "\"a\""),
        ("NSDate", { NSDate(timeIntervalSince1970: 0) }, "\"1970-01-01T00:00:00.000Z\""),
        ("NSArray", { NSArray(array: [1, "a"]) }, "[1,\"a\"]"),
        ("NSDictionary", { NSDictionary(dictionary: ["a": 1]) }, "{\"a\":1}"),
        ("[String: String]", { ["a": "b"] }, "{\"a\":\"b\"}"), ("[Int]", { [1, 2] }, "[1,2]"),
        (
            "nested optional", { ["a": Int?.none as Any, "b": Int?.some(1) as Any] },
            "{\"a\":null,\"b\":1}"
        ),
        ("[String?]", { ["a", nil] as [String?] }, "[\"a\",null]"),
        ("Data", { Data([1]) }, "\"AQ==\""),
    ]

    @Test(arguments: natives.indices)
    func `a native value is stored with its type`(index: Int) {
        let (name, value, json) = Self.natives[index]
        #expect(
            MutableDocument().setValue(value(), forKey: "key")["key"].toJSON() == json, "\(name)")
    }

    @Test func `setting a value of an unsupported type traps`() async {
        await #expect(processExitsWith: .failure) {
            MutableDocument().setValue(StoreMarker(), forKey: "key")
        }
    }

    @Test func `writing at an index beyond the end traps, reading does not`() async {
        #expect(MutableArrayObject().value(at: 0) == nil)
        await #expect(processExitsWith: .failure) { MutableArrayObject().setInt(1, at: 0) }
        await #expect(processExitsWith: .failure) { MutableArrayObject().insertInt(1, at: 1) }
        await #expect(processExitsWith: .failure) { MutableArrayObject().removeValue(at: 0) }
    }
}

/// A type that documents do not support.
struct StoreMarker {}
