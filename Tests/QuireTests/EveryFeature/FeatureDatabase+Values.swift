import Fleece
import Foundation
import Quire

/// Documents with every kind of value.
extension FeatureDatabase {
    func saveValues() throws {
        let values = try database.createCollection(name: "values", scope: "Kinds")
        for (id, json) in Self.values {
            try values.save(document: MutableDocument(id: id, json: json))
        }
        try values.saveBody(id: "numbers", write: Self.writeNumbers)
        try values.saveBody(id: "data") { writer in
            writer.beginDictionary()
            writer.writeKey("bytes")
            let bytes: [UInt8] = (0...255).map { $0 }
            bytes.withUnsafeBytes { writer.write(data: $0) }
            writer.writeKey("none")
            writer.write(data: UnsafeRawBufferPointer(start: nil, count: 0))
            writer.endDictionary()
        }
        try values.save(document: Self.settersDocument())
        let blobs = MutableDocument(id: "blobs")
        blobs.setBlob(FeatureModels.photo, forKey: "photo")
        blobs.setBlob(Blob(contentType: "text/plain", data: Data()), forKey: "empty")
        blobs.setArray(
            MutableArrayObject(data: [
                Blob(contentType: "application/octet-stream", data: Data(repeating: 7, count: 9000))
            ]), forKey: "list")
        try values.save(document: blobs)
    }

    private static let long = String(repeating: "long ", count: 8000)

    /// The JSON of documents by their IDs.
    private static let values: [(id: String, json: String)] = [
        ("empty", "{}"),
        ("constants", #"{"yes":true,"no":false,"null":null,"list":[],"object":{}}"#),
        (
            "strings",
            """
            {"":"empty key","a b":"space","a.b":"dot","a[0]":"bracket","$a":"dollar","@type":"at",\
            "æøå":"Ærøskøbing","zero":"a\\u0000b","nfc":"\u{E9}","nfd":"e\u{301}","quote":"\\"\\\\/\\n",\
            "rtl":"\u{5E9}\u{5DC}\u{5D5}\u{5DD}","emoji":"\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}",\
            "highest":"\u{10FFFF}","bom":"\u{FEFF}","fifteen":"123456789012345","sixteen":"1234567890123456"}
            """
        ),
        // A long string between values makes the pointers to them wide.
        ("wide", "{\"first\":{\"a\":[1]},\"long\":\"\(long)\",\"last\":{\"a\":[1]}}"),
        (
            "items",
            "{\"items\":[\((0..<2100).map { "\($0 % 3000)" }.joined(separator: ","))]}"
        ),
        (
            "nested",
            "{\"a\":" + String(repeating: "[", count: 250)
                + String(repeating: #"{"b":"#, count: 250)
                + "1" + String(repeating: "}", count: 250) + String(repeating: "]", count: 250)
                + "}"
        ),
        (
            "dates",
            #"{"date":"2026-11-21T07:48:00.000Z","day":"2026-11-21","zone":"2026-11-21T07:48+01:00"}"#
        ),
        (String(repeating: "i", count: 240), #"{"id":"longest"}"#),
        ("ïd 🆔/%", #"{"id":"Unicode"}"#),
    ]

    private static func writeNumbers(_ writer: FleeceWriter) {
        writer.beginDictionary()
        let integers: [Int64] = [
            .min, .max, 0, 1, -1, 2047, 2048, -2048, -2049, 1 << 53, 1 << 53 + 1, 127, 128, -129,
            32_768, 1 << 31, 1 << 47,
        ]
        for integer in integers {
            writer.writeKey("int \(integer)")
            writer.write(integer)
        }
        writer.writeKey("unsigned")
        writer.write(UInt64.max)
        let doubles: [Double] = [
            0.1, -0.0, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .pi, 1e21, 1e-7, 5, -2.5,
        ]
        for (index, double) in doubles.enumerated() {
            writer.writeKey("double \(index)")
            writer.write(double)
        }
        for (index, float) in [0.1, 1.5, .greatestFiniteMagnitude, Float.leastNonzeroMagnitude]
            .enumerated()
        {
            writer.writeKey("float \(index)")
            writer.write(float)
        }
        writer.endDictionary()
    }

    private static func settersDocument() -> MutableDocument {
        let document = MutableDocument(id: "setters")
        document.setString("text", forKey: "string").setInt(-7, forKey: "int")
        document.setInt64(.max, forKey: "int64").setDouble(2.25, forKey: "double")
        document.setFloat(0.5, forKey: "float").setBoolean(true, forKey: "boolean")
        document.setNumber(12.5, forKey: "number").setValue(NSNull(), forKey: "null")
        document.setDate(FeatureModels.opened, forKey: "date")
        let list = MutableArrayObject(data: [1, "two", [3, ["four": 4]], true])
        document.setArray(list, forKey: "array")
        document.setDictionary(
            MutableDictionaryObject(data: ["inner": ["x": 1.5]]), forKey: "dictionary")
        return document
    }
}
