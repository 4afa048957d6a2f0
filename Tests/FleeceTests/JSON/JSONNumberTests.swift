import Fleece
import Testing
import QuireTestSupport

@Suite struct JSONNumberTests {
    /// Numbers as text, and their values.
    static let numbers: [(json: String, value: ValueTree)] = [
        ("0", .integer(0)),
        ("7", .integer(7)),
        ("-7", .integer(-7)),
        ("1234567890", .integer(1_234_567_890)),
        ("2047", .integer(2047)),
        ("-2049", .integer(-2049)),
        ("9007199254740993", .integer(9_007_199_254_740_993)),
        // The limits of 64 bits, and numbers beyond them
        ("9223372036854775807", .integer(.max)),
        ("-9223372036854775808", .integer(.min)),
        ("9223372036854775808", .unsigned(9_223_372_036_854_775_808)),
        ("18446744073709551615", .unsigned(.max)),
        ("18446744073709551616", .double(18_446_744_073_709_551_616.0)),
        ("-9223372036854775809", .double(-9_223_372_036_854_775_808.0)),
        ("-18446744073709551615", .double(-18_446_744_073_709_551_616.0)),
        ("100000000000000000000", .double(1e20)),
        ("36893488147419103232", .double(36_893_488_147_419_103_232.0)),
        // A number with a point or an exponent is a double, even if it is integral.
        ("1.0", .double(1.0)),
        ("0.0", .double(0.0)),
        ("1e2", .double(100.0)),
        ("1E+2", .double(100.0)),
        ("1e-2", .double(0.01)),
        ("12.5e1", .double(125.0)),
        ("0e5", .double(0.0)),
        ("0e400", .double(0.0)),
        ("0.00e999999999999", .double(0.0)),
        ("1e00000000000000000000002", .double(100.0)),
        ("-1.5", .double(-1.5)),
        ("0.1", .double(0.1)),
        ("3.141592653589793", .double(3.141592653589793)),
        ("123456789012345678.0", .double(123_456_789_012_345_678.0)),
        // Zero keeps its sign.
        ("-0", .double(-0.0)),
        ("-0.0", .double(-0.0)),
        ("-0e3", .double(-0.0)),
        ("-1e-400", .double(-0.0)),
        // The limits of doubles
        ("1.7976931348623157e308", .double(Bits(.greatestFiniteMagnitude))),
        ("-1.7976931348623157e308", .double(Bits(-.greatestFiniteMagnitude))),
        ("17976931348623157e292", .double(Bits(.greatestFiniteMagnitude))),
        ("2.2250738585072014e-308", .double(Bits(.leastNormalMagnitude))),
        ("2.225073858507201e-308", .double(Bits(Double.leastNormalMagnitude.nextDown))),
        ("5e-324", .double(Bits(.leastNonzeroMagnitude))),
        ("2.5e-324", .double(Bits(.leastNonzeroMagnitude))),
        ("2.4e-324", .double(0.0)),
        ("1e-400", .double(0.0)),
        ("1e-99999999999999999999", .double(0.0)),
        // A tie between two doubles is rounded to even, a slightly larger number upward.
        ("9007199254740993.0", .double(9_007_199_254_740_992.0)),
        ("9007199254740993.00000000000000000001", .double(9_007_199_254_740_994.0)),
        ("1.00000000000000011102230246251565404", .double(1.0)),
        ("1.00000000000000011102230246251565405", .double(1.0000000000000002)),
        // The power of ten is exact, the product is not.
        ("8.5e22", .double(8.5e22)),
        ("9007199254740991e22", .double(9_007_199_254_740_991e22)),
        ("9007199254740991e-22", .double(9_007_199_254_740_991e-22)),
    ]

    @Test(arguments: numbers)
    func `a number is parsed exactly or as the nearest double`(
        json: String, value: ValueTree
    ) throws {
        #expect(try AcceptedJSONTests.read(json.utf8) == value)
    }

    /// A number that is too long to be printed, with a descriptive name.
    struct LongNumber: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let json: String
        let value: Double

        init(_ name: String, _ json: String, _ value: Double = .infinity) {
            testDescription = name
            self.json = json
            self.value = value
        }
    }

    /// Numbers with thousands of digits, and short numbers equal to them.
    static let long = [
        LongNumber("a third", "0." + String(repeating: "3", count: 20000), 1.0 / 3.0),
        LongNumber("one", "1." + String(repeating: "0", count: 20000), 1.0),
        LongNumber("a little over one", "1." + String(repeating: "0", count: 20000) + "1", 1.0),
        LongNumber("scaled back", "1" + String(repeating: "0", count: 20000) + "e-20000", 1.0),
        LongNumber("scaled forth", "0." + String(repeating: "0", count: 19999) + "1e20000", 1.0),
        LongNumber("tiny", "0." + String(repeating: "0", count: 20000) + "1", 0.0),
        LongNumber("308 zeros", "1" + String(repeating: "0", count: 308), 1e308),
        LongNumber(
            "a half and a little", "9007199254740993." + String(repeating: "0", count: 20000) + "1",
            9_007_199_254_740_994.0),
    ]

    @Test(arguments: long)
    func `a number with very many digits is parsed as the nearest double`(
        number: LongNumber
    ) throws {
        let value = try AcceptedJSONTests.read(number.json.utf8)
        #expect(value == .double(Bits(number.value)))
    }

    /// Numbers whose nearest double would be infinite.
    static let beyond = [
        LongNumber("just over", "1e309"),
        LongNumber("just over, below zero", "-1e309"),
        LongNumber("half way over", "1.7976931348623159e308"),
        LongNumber("an exponent of 20 digits", "1e99999999999999999999"),
        LongNumber("309 zeros", "1" + String(repeating: "0", count: 309)),
        LongNumber("20,000 nines", String(repeating: "9", count: 20000)),
    ]

    @Test(arguments: beyond)
    func `a number outside of the range of doubles is rejected`(number: LongNumber) throws {
        let rejection = try RejectedJSONTests.rejection(Array(number.json.utf8))
        #expect(rejection?.message == "a number is beyond the range of a double")
    }

    @Test func `20,000 doubles printed by Swift survive a round trip`() throws {
        var values = GeneratedValues(seed: 21)
        let doubles = (0..<20000).map { _ in values.double() }
        let json = "[" + doubles.map { "\($0)" }.joined(separator: ",") + "]"
        let read = try #require(FleeceStorage(json: json).root?.array)
        let wrong = zip(doubles, read).filter { $0.bitPattern != $1.double?.bitPattern }
        #expect(wrong.map(\.0) == [] && read.count == doubles.count)
    }

    @Test func `20,000 written doubles survive a round trip`() throws {
        var values = GeneratedValues(seed: 22)
        let doubles = (0..<20000).map { _ in values.double() }
        let writer = FleeceWriter()
        writer.beginArray()
        for value in doubles { writer.write(value) }
        writer.endArray()
        let json = try #require(FleeceStorage(try writer.finish()).root).json()
        let texts = json.dropFirst().dropLast().split(separator: ",")
        #expect(texts.map { Double($0)?.bitPattern } == doubles.map(\.bitPattern))
    }

    /// Numbers with few decimals, which are not written by the standard library, and their neighbors.
    @Test func `40,000 numbers with few decimals are written as Swift writes them`() throws {
        var generator = SplitMix64(seed: 25)
        let powers = [1.0, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000]
        let numbers = (0..<40000).map { index in
            let digits =
                Int64(bitPattern: generator.next()) >> Int64(10 + generator.next(below: 54))
            let number = Double(digits) / powers[Int(generator.next(below: 8))]
            return [number, number.nextUp, number.nextDown, Double(Float(number))][index % 4]
        }
        let writer = JSONWriter()
        let wrong = try numbers.filter { number in
            let bytes = try FleeceWriter.document { $0.write(number) }
            writer.removeAll()
            try writer.write(#require(FleeceStorage(bytes).root))
            return writer.text != number.description
        }
        #expect(wrong == [])
    }

    /// Random digits with a point and exponents, compared with the parser of the standard library.
    @Test func `20,000 decimal strings are parsed as Swift parses them`() throws {
        var generator = SplitMix64(seed: 23)
        let texts = (0..<20000).map { _ in
            let digits = String(generator.next() >> UInt64(generator.next(below: 64)))
            let fraction = String(generator.next() >> UInt64(generator.next(below: 64)))
            return "\(digits).\(fraction)e\(generator.next(below: 600) - 320)"
        }.filter { Double($0)?.isFinite == true }
        let read = try FleeceStorage(json: "[" + texts.joined(separator: ",") + "]").root?.array
        let wrong = zip(texts, try #require(read)).filter {
            Double($0)?.bitPattern != $1.double?.bitPattern
        }
        #expect(wrong.map(\.0) == [] && texts.count > 10000)
    }

    @Test func `20,000 integers are parsed exactly`() throws {
        var generator = SplitMix64(seed: 24)
        let values = (0..<20000).map { _ in
            Int64(bitPattern: generator.next()) >> Int64(generator.next(below: 64))
        }
        let read = try FleeceStorage(json: "\(values)").root?.array
        #expect(try #require(read).map(\.int64) == values)
    }
}
