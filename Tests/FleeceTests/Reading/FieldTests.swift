import Fleece
import Testing

/// Tests of `FleeceDictionary.field(_:)`.
@Suite("The field of a key")
struct FieldTests {
    /// The form of a field, which the expectation names.
    private static func form(_ field: FleeceField?, in storage: FleeceStorage) -> String {
        switch field {
        case nil: "missing"
        case .boolean(let truth): "boolean \(truth)"
        case .integer(let number): "integer \(number)"
        case .unsigned(let number): "unsigned \(number)"
        case .double(let number): "double \(number)"
        case .scalar(let offset): "scalar \(storage.value(at: offset).kind)"
        case .other: "other"
        }
    }

    @Test(
        "has the value of the accessor of its kind",
        arguments: [
            ("true", "boolean true"), ("false", "boolean false"), ("null", "scalar null"),
            ("0", "integer 0"), ("-1", "integer -1"), ("2047", "integer 2047"),
            ("-9223372036854775808", "integer -9223372036854775808"),
            ("9223372036854775807", "integer 9223372036854775807"),
            ("9223372036854775808", "unsigned 9223372036854775808"),
            ("18446744073709551615", "unsigned 18446744073709551615"),
            ("0.1", "double 0.1"), ("-1e300", "double -1e+300"), ("1.5", "double 1.5"),
            (#""""#, "scalar string"), (#""a text of more than 15 bytes""#, "scalar string"),
            ("[]", "other"), ("{}", "other"),
        ])
    func kinds(json: String, form: String) throws {
        let storage = try FleeceStorage(json: #"{"a": 1, "key": \#(json), "z": 2}"#)
        let root = try #require(storage.rootDictionary)
        #expect(Self.form(root.field("key"), in: storage) == form)
    }

    @Test("is missing for an absent key")
    func absentKey() throws {
        let storage = try FleeceStorage(json: #"{"a": 1}"#)
        let root = try #require(storage.rootDictionary)
        #expect(Self.form(root.field("b"), in: storage) == "missing")
    }

    /// `{"a": …}` whose value has the tag of a number or Boolean and ends outside of the data.
    @Test("is no number if the bytes of the number are missing", arguments: [0x17, 0x28, 0x20])
    func damagedNumber(tag: UInt8) throws {
        // The value is at the end of the data, before which a pointer leads to it.
        let bytes: [UInt8] = [0x70, 0x01, 0x41, 0x61, tag, 0x00, 0x80, 0x03]
        let root = try #require(FleeceStorage(bytes).rootDictionary)
        #expect(Self.form(root.field("a"), in: root.storage).hasPrefix("scalar"))
    }
}
