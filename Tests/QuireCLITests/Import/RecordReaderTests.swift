import Fleece
import Foundation
import Quire
import QuireFormats
import Testing

/// The reader of files with records, with encodings, line ends and errors.
@Suite struct RecordReaderTests {
    /// Returns a reader of chunks of bytes.
    private static func reader(
        _ bytes: [UInt8], _ format: RecordFormat, encoding: RecordEncoding = .utf8,
        pieceLength: Int = .max
    ) throws -> RecordReader {
        var rest = bytes[...]
        return try RecordReader(format: format, encoding: encoding) { buffer in
            let piece = rest.prefix(min(buffer.count, pieceLength))
            buffer.copyBytes(from: piece)
            rest.removeFirst(piece.count)
            return piece.count
        }
    }

    /// Returns each record with its line, and the errors.
    private static func records(_ reader: RecordReader) throws -> [String] {
        var records: [String] = []
        while true {
            do {
                guard let record = try reader.next() else { return records }
                records.append("\(record.line) \(try record.value.json())")
            } catch let error as RecordError {
                records.append("\(error)")
            } catch let error as FormatError {
                return records + ["end: \(error)"]
            }
        }
    }

    // MARK: Encodings

    private static func encoded(_ text: String, _ encoding: RecordEncoding) -> [UInt8] {
        switch encoding {
        case .utf8: Array(text.utf8)
        case .utf16LittleEndian:
            text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        case .utf16BigEndian:
            text.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        case .latin1: text.unicodeScalars.map { UInt8($0.value) }
        case .windows1252: text.unicodeScalars.map { $0 == "€" ? 0x80 : UInt8($0.value) }
        }
    }

    static let texts: [(text: String, encodings: [RecordEncoding])] = [
        ("a,b\nx,\"ÿé\"\r\n1,~\u{7F}\n", RecordEncoding.allCases),
        ("a,b\n€,\"é\"\r1,2", [.utf8, .utf16LittleEndian, .utf16BigEndian, .windows1252]),
        (
            "é,\u{1F600}\n\u{10FFFF},\u{FFFD}\nｱ,\u{E000}",
            [.utf8, .utf16LittleEndian, .utf16BigEndian]
        ),
    ]

    @Test(arguments: texts.indices, [1, 2, 3, 1000])
    func `a text has the same records in each encoding`(index: Int, pieceLength: Int) throws {
        let (text, encodings) = Self.texts[index]
        let expected = try Self.records(Self.reader(Array(text.utf8), .csv))
        #expect(expected.count == 2)
        for encoding in encodings {
            let mark: [UInt8] =
                switch encoding {
                case .utf8: [0xEF, 0xBB, 0xBF]
                case .utf16LittleEndian: [0xFF, 0xFE]
                case .utf16BigEndian: [0xFE, 0xFF]
                case .latin1, .windows1252: []
                }
            let bytes = Self.encoded(text, encoding)
            let named = try Self.reader(
                bytes, .csv, encoding: encoding, pieceLength: pieceLength)
            #expect(try Self.records(named) == expected, "\(encoding)")
            guard !mark.isEmpty else { continue }
            // The mark has precedence.
            for other in RecordEncoding.allCases {
                let marked = try Self.reader(
                    mark + bytes, .csv, encoding: other, pieceLength: pieceLength)
                #expect(try Self.records(marked) == expected, "\(encoding) \(other)")
            }
        }
    }

    static let rejected: [(bytes: [UInt8], encoding: RecordEncoding, records: [String])] = [
        // Surrogates without the other half, and an incomplete unit.
        (
            [0xFF, 0xFE, 0x61, 0, 0x0A, 0, 0x62, 0, 0x00, 0xD8], .utf8,
            [
                "line 2, column 1: the field is not valid in the encoding of the file, which is "
                    + "UTF-8 by default"
            ]
        ),
        (
            [0xFE, 0xFF, 0, 0x61, 0, 0x0A, 0xDC, 0x00, 0, 0x0A, 0, 0x62], .utf8,
            [
                "line 2, column 1: the field is not valid in the encoding of the file, which is "
                    + "UTF-8 by default",
                #"3 {"a":"b"}"#,
            ]
        ),
        (
            [0x61, 0x2C, 0x62, 0x0A, 0x31, 0x2C, 0xE9, 0x0A, 0x31, 0x2C, 0x32], .utf8,
            [
                "line 2, column 3: the field is not valid in the encoding of the file, which is "
                    + "UTF-8 by default",
                #"3 {"a":1,"b":2}"#,
            ]
        ),
        (
            [0x81, 0x0A, 0x31], .windows1252,
            [
                "end: line 1, column 1: the field is not valid in the encoding of the file, which "
                    + "is UTF-8 by default"
            ]
        ),
    ]

    @Test(arguments: rejected.indices)
    func `invalid text is an error at its location`(index: Int) throws {
        let (bytes, encoding, records) = Self.rejected[index]
        #expect(try Self.records(Self.reader(bytes, .csv, encoding: encoding)) == records)
    }

    static let unreadable: [(bytes: [UInt8], message: String)] = [
        ([0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0], "UTF-32"), ([0, 0, 0xFE, 0xFF], "UTF-32"),
        ([0x61, 0, 0x0A, 0], "UTF-16"), ([0, 0x61, 0, 0x0A], "UTF-16"),
    ]

    @Test(arguments: unreadable.indices, RecordFormat.allCases)
    func `an encoding that was not specified is an error`(
        index: Int, format: RecordFormat
    ) throws {
        let (bytes, message) = Self.unreadable[index]
        let error = #expect(throws: FormatError.self) { try Self.reader(bytes, format) }
        #expect(error?.message.contains(message) == true)
    }

    // MARK: Line ends

    static let lines: [(format: RecordFormat, lines: [String], records: [String])] = [
        (.csv, ["a,b", "1,2", "", "x,\"y\"", ""], [#"2 {"a":1,"b":2}"#, #"4 {"a":"x","b":"y"}"#]),
        (.tsv, ["a\tb", "1\t2"], [#"2 {"a":1,"b":2}"#]),
        (.jsonl, [#"{"a":1}"#, "", "[2]", "", ""], [#"1 {"a":1}"#, "3 [2]"]),
        (
            .jsonl, ["\"\\\"]{\"", "{\"a\":[1]}", "x", "2"],
            [
                #"1 "\"]{""#, #"2 {"a":[1]}"#,
                "line 3, column 1", "4 2",
            ]
        ),
        (
            .jsonl, ["1", "{x}", "3"],
            ["1 1", "line 2, column 2", "3 3"]
        ),
        (.json, ["[", "1,", #"{"a":"#, "2}", "]", ""], ["2 1", #"3 {"a":2}"#]),
        (
            .csv, ["a", "1", "2,3", "4"],
            [
                #"2 {"a":1}"#,
                "line 3, column 3: the number of fields is 2, that of columns 1",
                #"4 {"a":4}"#,
            ]
        ),
    ]

    @Test(arguments: lines.indices, ["\n", "\r", "\r\n"])
    func `lines end with a line feed, a carriage return, or both`(
        index: Int, end: String
    ) throws {
        let (format, lines, records) = Self.lines[index]
        let bytes = Array(lines.joined(separator: end).utf8)
        // The message of a JSON error belongs to the module Fleece.
        func located(_ text: String) -> String {
            format == .jsonl && text.hasPrefix("line") ? text.replacing(/:.*/, with: "") : text
        }
        for pieceLength in [1, 2, 1000] {
            let found = try Self.records(Self.reader(bytes, format, pieceLength: pieceLength))
            #expect(found.map(located) == records.map(located))
        }
    }

    @Test func `a quoted field keeps its line ends`() throws {
        let text = "a,b\r\"1\r2\n3\r\n4\",\"\"\"\"\r5,6"
        #expect(
            try Self.records(Self.reader(Array(text.utf8), .csv)) == [
                #"2 {"a":"1\r2\n3\r\n4","b":"\""}"#, #"6 {"a":5,"b":6}"#,
            ])
    }

    // MARK: Errors

    static let located: [(format: RecordFormat, text: String, error: String)] = [
        (.csv, "a,é,a\n", "end: line 1, column 5: duplicate column name \"a\""),
        (.csv, "a,b\né,\"x\ny", "end: line 2, column 3: unterminated quote"),
        (.csv, "a\n1,2", "line 2, column 3: the number of fields is 2, that of columns 1"),
        (.csv, "a,b\n1", "line 2: the number of fields is 1, that of columns 2"),
        (.json, "[1\n 2]", "end: line 2, column 2: expected ',' or ']' after a document"),
        (.json, "[] \nx", "end: line 2, column 1: unexpected data after the array"),
        (.json, "\n  {\"a\":1", "end: line 2, column 3: unterminated document"),
    ]

    @Test(arguments: located.indices)
    func `an error names its line and column`(index: Int) throws {
        let (format, text, error) = Self.located[index]
        #expect(try Self.records(Self.reader(Array(text.utf8), format)).last == error)
    }

    @Test(arguments: [("[ x]", 3), ("[1,\n  {\"é\":x}]", 8), ("{\n x}", 2)])
    func `the column of an error in a JSON text is that in the file`(
        text: String, column: Int
    ) throws {
        let reader = try Self.reader(Array(text.utf8), .json)
        let error = #expect(throws: RecordError.self) {
            while try reader.next() != nil {}
        }
        #expect(error?.column == column)
    }

    @Test func `a record with too many fields is an error`() throws {
        let text = "a\n" + String(repeating: ",", count: 70_000)
        let reader = try RecordReader(Array(text.utf8), format: .csv)
        let error = #expect(throws: FormatError.self) { try reader.next() }
        #expect(error?.line == 2)
    }

    @Test(arguments: ["", "\n", "\r\r", "\u{FEFF}", " "], RecordFormat.allCases)
    func `a file without contents has no records`(text: String, format: RecordFormat) throws {
        let reader = try RecordReader(Array(text.utf8), format: format)
        #expect(try reader.next() == nil)
        #expect(try reader.next() == nil)
    }

    @Test(arguments: ["é", "\"", "\n", "\r", "\r\n", "🙂"] as [Character])
    func `a delimiter is an ASCII character`(delimiter: Character) {
        #expect(throws: FormatError.self) {
            try RecordReader([], format: .csv, delimiter: delimiter)
        }
    }

    @Test func `a missing file and a folder are errors`() {
        for path in ["/none/hotels.csv", "/", ""] {
            #expect(throws: FormatError.self) { try RecordReader(path: path) }
        }
    }

    #if !Gzip
        @Test func `gzip data needs the trait`() {
            let error = #expect(throws: FormatError.self) {
                try RecordReader([0x1F, 0x8B, 8, 0], format: .csv)
            }
            #expect(error?.message.contains("Gzip") == true)
        }
    #endif

    // MARK: Models

    struct Entry: DocumentModel {
        @DocumentID var id: String?
        var amount: Decimal?
        var code: String?
        var count: UInt64?
        var isOpen: Bool?
        var rate: Double?
    }

    static let digits = [
        "-99999999999999.99", "0.123456789012345678", "12345678901234567890123456789012345678",
        "1e3",
        "7", "0", "-0.10",
    ]

    @Test(arguments: digits, [RecordFormat.csv, .jsonl, .json])
    func `a decimal has all digits of the file`(digits: String, format: RecordFormat) throws {
        let text = format == .csv ? "amount\n\(digits)\n" : #"{"amount":\#(digits)}"#
        let entry = try Self.reader(Array(text.utf8), format).decodeNext(Entry.self)
        #expect(entry?.amount == Decimal(string: digits))
    }

    @Test(arguments: [
        "5003", "0010", "1e3", "-0.0", "true", "false", "x", "1.50", "99999999999999999999",
    ])
    func `an unquoted field is a string if the property is one`(field: String) throws {
        let text = "code,rate\n\(field),1\n"
        #expect(try Self.reader(Array(text.utf8), .csv).decodeNext(Entry.self)?.code == field)
    }

    @Test func `fields have the types of the properties`() throws {
        let text = "amount,code,count,isOpen,rate\n1.5,,18446744073709551615,true,1e-3\n,null,,,\n"
        let reader = try Self.reader(Array(text.utf8), .csv)
        let first = try reader.decodeNext(Entry.self)
        #expect(first?.count == .max && first?.isOpen == true && first?.rate == 0.001)
        let second = try reader.decodeNext(Entry.self)
        #expect(second?.code == nil && second?.count == nil && reader.line == 3)
        #expect(try reader.decodeNext(Entry.self) == nil)
    }

    @Test(arguments: ["7", "\"7\"", "99999999999999999999"])
    func `an ID is a string or an integer`(id: String) throws {
        for (text, format) in [
            ("id,rate\n\(id),1\n", RecordFormat.csv), (#"{"id":\#(id),"rate":1}"#, .jsonl),
        ] {
            let entry = try Self.reader(Array(text.utf8), format).decodeNext(
                Entry.self, idKey: "id")
            #expect(entry?.id == id.trimmingCharacters(in: ["\""]))
        }
    }

    @Test(arguments: ["{}", #"{"id":null}"#, #"{"id":true}"#, #"{"id":[1]}"#, "7"])
    func `a record without an ID is an error with its line, and the next one is read`(
        json: String
    ) throws {
        let text = "\n\(json)\n" + #"{"id":"b"}"#
        let reader = try Self.reader(Array(text.utf8), .jsonl)
        let error = #expect(throws: RecordError.self) {
            try reader.decodeNext(Entry.self, idKey: "id")
        }
        #expect(error?.line == 2)
        #expect(try reader.decodeNext(Entry.self, idKey: "id")?.id == "b")
    }

    @Test(arguments: ["text", "true", "1e400"])
    func `a field that does not fit the property is an error`(field: String) throws {
        let reader = try Self.reader(Array("rate\n\(field)\n2\n".utf8), .csv)
        #expect(throws: DecodingError.self) { try reader.decodeNext(Entry.self) }
        #expect(try reader.decodeNext(Entry.self)?.rate == 2)
    }
}
