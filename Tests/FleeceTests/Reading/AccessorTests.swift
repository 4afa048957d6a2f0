import Fleece
import Testing

/// The results of all accessors for a value.
struct Reading: Equatable, Sendable {
    let kind: FleeceKind
    var isNull = false
    var boolean: Bool?
    var int64: Int64?
    var uint64: UInt64?
    var double: Bits?
    var float: Float?
    var string: Text?
    var data: [UInt8]?
    var array: [ValueTree]?
    var dictionary: ValueTree?
    var isUnsigned = false
}

extension Reading {
    init(_ value: FleeceValue) {
        kind = value.kind
        isNull = value.isNull
        boolean = value.boolean
        int64 = value.int64
        uint64 = value.uint64
        double = value.double.map { Bits($0) }
        float = value.float
        string = value.string.map { Text($0) }
        data = value.data
        array = value.array?.map(ValueTree.init)
        dictionary = value.dictionary.map(ValueTree.init)
        isUnsigned = value.isUnsigned
    }
}

@Suite struct AccessorTests {
    /// Values and the results of their accessors; omitted ones return nil.
    static let readings: [(hex: String, reading: Reading)] = [
        ("3000", Reading(kind: .null, isNull: true)),
        ("3C00", Reading(kind: .undefined)),
        ("3400", Reading(kind: .boolean, boolean: false)),
        ("3800", Reading(kind: .boolean, boolean: true)),
        ("4000", Reading(kind: .string, string: "")),
        ("4131", Reading(kind: .string, string: "1")),
        ("44 74727565", Reading(kind: .string, string: "true")),
        ("5000", Reading(kind: .data, data: [])),
        ("5131", Reading(kind: .data, data: [0x31])),
        ("6000", Reading(kind: .array, array: [])),
        ("6001 3000", Reading(kind: .array, array: [.null])),
        ("7000", Reading(kind: .dictionary, dictionary: .dictionary([:]))),
        // Integers are also doubles, and floats if representable.
        ("0000", Reading(kind: .integer, int64: 0, uint64: 0, double: 0.0, float: 0)),
        ("0001", Reading(kind: .integer, int64: 1, uint64: 1, double: 1.0, float: 1)),
        ("0FFF", Reading(kind: .integer, int64: -1, double: -1.0, float: -1)),
        (
            "1F FFFFFFFFFFFFFF7F",
            Reading(
                kind: .integer, int64: .max, uint64: UInt64(Int64.max),
                double: 9_223_372_036_854_775_808.0, float: 9_223_372_036_854_775_808.0)
        ),
        (
            "17 0000000000000080",
            Reading(
                kind: .integer, int64: .min, double: -9_223_372_036_854_775_808.0,
                float: -9_223_372_036_854_775_808.0)
        ),
        (
            "1F FFFFFFFFFFFFFFFF",
            Reading(
                kind: .integer, uint64: .max, double: 18_446_744_073_709_551_616.0,
                float: 18_446_744_073_709_551_616.0, isUnsigned: true)
        ),
        (
            "1F 0000000000000080",
            Reading(
                kind: .integer, uint64: 1 << 63, double: 9_223_372_036_854_775_808.0,
                float: 9_223_372_036_854_775_808.0, isUnsigned: true)
        ),
        // 2^53 + 1 is not a double; it converts to the nearest even one.
        (
            "1E 01000000000020",
            Reading(
                kind: .integer, int64: 9_007_199_254_740_993, uint64: 9_007_199_254_740_993,
                double: 9_007_199_254_740_992.0, float: 9_007_199_254_740_992.0)
        ),
        // Integral doubles are also integers.
        ("2400 00002842", Reading(kind: .double, int64: 42, uint64: 42, double: 42.0, float: 42)),
        ("2400 000028C2", Reading(kind: .double, int64: -42, double: -42.0, float: -42)),
        ("2400 00000080", Reading(kind: .double, int64: 0, uint64: 0, double: -0.0, float: 0)),
        ("2400 00006040", Reading(kind: .double, double: 3.5, float: 3.5)),
        ("2400 000000BF", Reading(kind: .double, double: -0.5, float: -0.5)),
        ("2800 9A9999999999B93F", Reading(kind: .double, double: 0.1, float: 0.1)),
        (
            "2800 0000000000003C43",
            Reading(
                kind: .double, int64: 7_881_299_347_898_368, uint64: 7_881_299_347_898_368,
                double: 7_881_299_347_898_368.0, float: 7_881_299_347_898_368.0)
        ),
        // 2^63 and -2^63, 2^64
        (
            "2400 0000005F",
            Reading(
                kind: .double, uint64: 1 << 63, double: 9_223_372_036_854_775_808.0,
                float: 9_223_372_036_854_775_808.0)
        ),
        (
            "2400 000000DF",
            Reading(
                kind: .double, int64: .min, double: -9_223_372_036_854_775_808.0,
                float: -9_223_372_036_854_775_808.0)
        ),
        (
            "2400 0000805F",
            Reading(
                kind: .double, double: 18_446_744_073_709_551_616.0,
                float: 18_446_744_073_709_551_616.0)
        ),
        // 1e300 is not a float.
        ("2800 9C7500883CE4377E", Reading(kind: .double, double: 1e300)),
        (
            "2400 0000807F",
            Reading(kind: .double, double: Bits(.infinity), float: .infinity)
        ),
        ("2000 0000C03F", Reading(kind: .float, double: 1.5, float: 1.5)),
        ("2000 00004040", Reading(kind: .float, int64: 3, uint64: 3, double: 3.0, float: 3)),
        (
            "2000 CDCCCC3D",
            Reading(kind: .float, double: 0.10000000149011612, float: 0.1)
        ),
    ]

    @Test(arguments: readings)
    func `an accessor returns a value of its kind or nil`(hex: String, reading: Reading) throws {
        let value = try #require(FleeceStorage(RawFleece.document(hex: hex)).root)
        #expect(Reading(value) == reading)
    }

    /// The fields of a dictionary that contains the value for the key `v`.
    @Test(arguments: readings)
    func `a field has the same value as its value's accessor`(hex: String, reading: Reading) throws
    {
        var document = RawFleece()
        let value = document.add(hex: hex)
        let root = document.addDictionary([(.inline(0x4176), .pointer(value))])
        let storage = FleeceStorage(document.document(root: root))
        let dictionary = try #require(storage.root?.dictionary)
        let key: FleeceKey = "v"
        let field = Reading(
            kind: reading.kind, isNull: reading.isNull, boolean: dictionary.boolean(key),
            int64: dictionary.int64(key), uint64: reading.uint64,
            double: dictionary.double(key).map { Bits($0) }, float: reading.float,
            string: dictionary.string(key).map { Text($0) }, data: reading.data,
            array: dictionary.array(key)?.map(ValueTree.init),
            dictionary: dictionary.dictionary(key).map(ValueTree.init),
            isUnsigned: reading.isUnsigned)
        #expect(field == reading)
    }

    @Test(arguments: ["2000 0000C07F", "2800 000000000000F87F"])
    func `a value that is not a number is a missing double`(hex: String) throws {
        let value = try #require(FleeceStorage(RawFleece.document(hex: hex)).root)
        #expect(
            [value.double?.isNaN, value.float?.isNaN, value.int64 == nil] == [true, true, true])
    }

    @Test(arguments: readings.filter { $0.reading.kind == .string })
    func `a string's bytes can be read in place`(hex: String, reading: Reading) throws {
        let value = try #require(FleeceStorage(RawFleece.document(hex: hex)).root)
        #expect(value.withStringBytes { Array($0) } == reading.string.map { Array($0.utf8) })
    }

    @Test(arguments: readings.filter { $0.reading.kind != .string })
    func `a value that is not a string has no string bytes`(hex: String, reading: Reading) throws {
        let value = try #require(FleeceStorage(RawFleece.document(hex: hex)).root)
        #expect(value.withStringBytes { $0.count } == nil)
    }

    @Test(arguments: readings)
    func `only data has data bytes`(hex: String, reading: Reading) throws {
        let value = try #require(FleeceStorage(RawFleece.document(hex: hex)).root)
        #expect(value.withDataBytes { Array($0) } == reading.data)
    }
}
