package import Fleece

// RFC 4180: fields are separated by commas, and lines end with a line feed or a carriage return and
// a line feed. A quoted field can contain commas, line ends and doubled quotes. Many files have other
// delimiters, such as tabs and semicolons.
//
// Example: `name,rate⏎"Kahn, the",12.5⏎` is one document, {"name": "Kahn, the", "rate": 12.5}

/// Documents from the lines of a CSV file whose first line contains the keys.
///
/// Unquoted fields are interpreted by ``CSVValue``; quoted fields are strings.
package struct CSVSource: RecordSource {
    private struct Field {
        var bytes: [UInt8] = []
        var isQuoted = false
    }

    private var reader: ByteReader
    private var keys: [String]?
    package private(set) var line = 0

    private let delimiter: UInt8

    /// Creates a source of documents.
    ///
    /// - Parameters:
    ///   - input: The text.
    ///   - delimiter: The ASCII character between fields, neither a quote nor the end of a line.
    package init(_ input: any ByteInput, delimiter: UInt8) {
        reader = ByteReader(input)
        self.delimiter = delimiter
    }

    package mutating func readNext(into writer: FleeceWriter) throws -> Bool {
        if keys == nil { try readKeys() }
        guard let keys, let fields = try readFields() else { return false }
        guard fields.count == keys.count else {
            throw RecordError(
                line: line,
                "the number of fields is \(fields.count), that of columns \(keys.count)")
        }
        writer.beginDictionary()
        for (key, field) in zip(keys, fields) { try write(field, key, to: writer) }
        writer.endDictionary()
        return true
    }

    private mutating func readKeys() throws {
        try reader.skipByteOrderMark()
        let keys = try (readFields() ?? []).map { try text($0) }
        guard Set(keys).count == keys.count else {
            throw FormatError("line \(line): duplicate column name")
        }
        self.keys = keys
    }

    private func write(_ field: Field, _ key: String, to writer: FleeceWriter) throws {
        let text = try text(field)
        let value = field.isQuoted ? .text(text) : CSVValue(unquoted: text)
        if value == .missing { return }
        writer.writeKey(key)
        switch value {
        case .missing: break
        case .null: writer.writeNull()
        case .boolean(let value): writer.write(value)
        case .text(let text): writer.write(text)
        case .number(let text):
            do {
                try JSONReader.read(text, into: writer)
            } catch {
                throw RecordError(error, from: line)
            }
        }
    }

    private func text(_ field: Field) throws -> String {
        guard let text = String(validUTF8: field.bytes) else {
            throw RecordError(line: line, "a field is not UTF-8")
        }
        return text
    }

    /// Skips empty lines, and reads a record, which can span several lines.
    ///
    /// - Returns: The fields, or `nil` at the end of the text.
    private mutating func readFields() throws -> [Field]? {
        while let byte = try reader.peek(), byte == 0x0A || byte == 0x0D { _ = try reader.next() }
        guard try reader.peek() != nil else { return nil }
        line = reader.line
        var fields: [Field] = []
        while true {
            fields.append(try readField())
            guard try reader.peek() == delimiter else { break }
            _ = try reader.next()
        }
        return fields
    }

    /// Reads a field up to the delimiter or the end of the line.
    private mutating func readField() throws -> Field {
        var field = Field()
        if try reader.peek() == UInt8(ascii: "\"") {
            field.isQuoted = true
            _ = try reader.next()
            try readQuoted(&field)
        }
        while let byte = try reader.peek(), byte != delimiter, byte != 0x0A {
            _ = try reader.next()
            // A carriage return elsewhere than at the end of a line is part of the field.
            if byte == 0x0D, try reader.peek() ?? 0x0A == 0x0A { break }
            field.bytes.append(byte)
        }
        return field
    }

    /// Reads the rest of a quoted field, including the closing quote.
    private mutating func readQuoted(_ field: inout Field) throws {
        while let byte = try reader.next() {
            guard byte == UInt8(ascii: "\"") else {
                field.bytes.append(byte)
                continue
            }
            guard try reader.peek() == byte else { return }
            _ = try reader.next()
            field.bytes.append(byte)
        }
        throw FormatError("line \(line): unterminated quote")
    }
}
