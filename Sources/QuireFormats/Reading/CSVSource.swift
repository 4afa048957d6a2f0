package import Fleece
package import QuireDocuments

// RFC 4180: fields are separated by commas, and a quoted field can contain commas, line ends and
// doubled quotes. Lines end with a line feed, a carriage return, or both. Many files have other
// delimiters, such as tabs and semicolons.
//
// Example: `name,rate⏎"Kahn, the",12.5⏎` is one document, {"name": "Kahn, the", "rate": 12.5}

/// Documents from the lines of a CSV file whose first line contains the keys.
///
/// Unquoted fields are interpreted by ``CSVValue``; quoted fields are strings.
package struct CSVSource: RecordSource {
    /// A field of the current record.
    private struct Field {
        /// The range of the text in ``sourceText``.
        var range: Range<Int>
        var isQuoted = false
        let line: Int
        let column: Int
    }

    private var reader: ByteReader
    private var keys: [String]?
    /// The texts of the fields of the current record, one after another.
    private var text: [UInt8] = []
    private var fields: [Field] = []
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

    package var sourceText: SourceText { .fields }

    package mutating func readNext(into writer: FleeceWriter, keepsNumbers: Bool) throws -> Bool {
        if keys == nil { try readKeys() }
        guard let keys, try readFields() else { return false }
        guard fields.count == keys.count else {
            let surplus = fields.dropFirst(keys.count).first
            throw RecordError(
                line: surplus?.line ?? line, column: surplus?.column,
                "the number of fields is \(fields.count), that of columns \(keys.count)")
        }
        writer.beginDictionary()
        for (key, field) in zip(keys, fields) {
            try write(field, key, to: writer, keepsNumber: keepsNumbers)
        }
        writer.endDictionary()
        return true
    }

    private mutating func readKeys() throws {
        _ = try readFields()
        var keys: [String] = []
        var known: Set<String> = []
        for field in fields {
            let name: String
            do {
                name = try string(field)
            } catch let error as RecordError {
                // Without the keys, no record can be read.
                throw FormatError(error.message, line: error.line, column: error.column)
            }
            guard known.insert(name).inserted else {
                throw FormatError(
                    "duplicate column name \(name.debugDescription)", line: field.line,
                    column: field.column)
            }
            keys.append(name)
        }
        self.keys = keys
    }

    private func write(
        _ field: Field, _ key: String, to writer: FleeceWriter, keepsNumber: Bool
    ) throws {
        let text = try string(field)
        let value = field.isQuoted ? .text(text) : CSVValue(unquoted: text)
        if value == .missing { return }
        writer.writeKey(key)
        switch value {
        case .missing: break
        case .null: writer.writeNull()
        case .boolean(let value): writer.write(value)
        case .text(let text): writer.write(text)
        case .number(let text) where keepsNumber:
            Array(text.utf8).withUnsafeBytes { writer.write(data: $0) }
        case .number(let text):
            do {
                try JSONReader.read(text, into: writer)
            } catch {
                throw RecordError(line: field.line, column: field.column, error.message)
            }
        }
    }

    private func string(_ field: Field) throws -> String {
        guard let string = String(validUTF8: text[field.range]) else {
            throw RecordError(
                line: field.line, column: field.column,
                "the field is not valid in the encoding of the file, which is UTF-8 by default")
        }
        return string
    }

    /// Skips empty lines, and reads a record, which can span several lines.
    ///
    /// - Returns: `false` at the end of the text.
    private mutating func readFields() throws -> Bool {
        while let byte = try reader.peek(), byte == 0x0A || byte == 0x0D { _ = try reader.next() }
        text.removeAll(keepingCapacity: true)
        fields.removeAll(keepingCapacity: true)
        guard try reader.peek() != nil else { return false }
        line = reader.line
        while true {
            try readField()
            guard try reader.peek() == delimiter else { return true }
            guard fields.count < RecordLimits.columns else {
                throw reader.error("a record has more than \(RecordLimits.columns) fields")
            }
            _ = try reader.next()
        }
    }

    /// Reads a field up to the delimiter or the end of the line.
    private mutating func readField() throws {
        var field = Field(
            range: text.count..<text.count, line: reader.line, column: reader.column)
        if try reader.peek() == UInt8(ascii: "\"") {
            field.isQuoted = true
            try readQuoted()
        }
        while let byte = try reader.peek(), byte != delimiter, byte != 0x0A, byte != 0x0D {
            _ = try reader.next()
            try append(byte)
        }
        field.range = field.range.lowerBound..<text.count
        fields.append(field)
    }

    /// Reads a quoted field, including both quotes.
    private mutating func readQuoted() throws {
        let unterminated = reader.error("unterminated quote")
        _ = try reader.next()
        while let byte = try reader.next() {
            if byte == UInt8(ascii: "\"") {
                guard try reader.peek() == byte else { return }
                _ = try reader.next()
            }
            try append(byte)
        }
        throw unterminated
    }

    private mutating func append(_ byte: UInt8) throws {
        guard text.count < RecordLimits.size else {
            throw FormatError("a record has more than \(RecordLimits.size) bytes", line: line)
        }
        text.append(byte)
    }
}
