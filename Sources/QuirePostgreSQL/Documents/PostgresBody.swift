#if PostgreSQL
    import Fleece
    import Foundation
    import QuireModels

    /// The stored form of a body: JSON text for the column `body`, and Fleece for the column `exact` if
    /// reading the JSON text would return a different body.
    ///
    /// The server stores `jsonb`, which keeps all digits of a number but not its spelling. So a double
    /// without a fraction is written as `1.0`, which the server returns unchanged and which is read as a
    /// double. These values need the column `exact`:
    ///
    /// | value | in `body` |
    /// | --- | --- |
    /// | binary data | its base64 text |
    /// | infinity | `null` |
    /// | -0.0 | `0.0` |
    /// | an integer above `Int64.max` | the integer, which queries compare differently |
    /// | a double without a fraction and with more than 16 digits, such as 1e20 | an integer |
    /// | a text with the character U+0000 | the text with U+FFFD in its place |
    ///
    /// Example: the body `{"rate": 120.0, "icon": <data 01 02>}` is stored as `body` =
    /// `{"rate": 120.0, "icon": "AQI="}` and `exact` = the Fleece dictionary.
    struct PostgresBody {
        let json: [UInt8]
        let exact: [UInt8]?
        /// The type discriminator, if the body has one that is a string.
        let type: String?

        /// Converts a body.
        ///
        /// - Throws: `JSONError` if a string is not valid UTF-8 or the body is nested too deeply.
        init(_ body: FleeceDictionary) throws {
            type = body["type"]?.string.flatMap { $0.containsNul ? nil : $0 }
            if body.value.allScalarsSatisfy(Self.isExact) {
                let writer = JSONWriter()
                try writer.write(body.value)
                let text = writer.withUTF8 { [UInt8]($0) }
                // The text is shorter to search than all strings of the body.
                if !Self.containsEscapedNul(text) || !Self.containsNul(body.value) {
                    (json, exact) = (text, nil)
                    return
                }
            }
            let writer = JSONWriter(format: JSONFormat(writesInfinityAsNull: true))
            let containsNul = Self.containsNul(body.value)
            try writer.write(containsNul ? Self.withoutNul(body.value) : body.value)
            json = writer.withUTF8 { [UInt8]($0) }
            let copy = FleeceWriter()
            copy.write(copyOf: body.value)
            exact = try copy.finish()
        }

        /// Reads a stored body.
        ///
        /// - Throws: `QuireError` with code `corruptData` if the row does not contain a dictionary.
        static func read(
            _ row: PostgresRow, bodyColumn: Int, exactColumn: Int, of id: String,
            in location: @autoclosure () -> String
        ) throws -> FleeceDictionary {
            try read(row, exact: exactColumn, of: id, in: location()) {
                try fromJSON(row, bodyColumn)
            }
        }

        /// Reads the body in the column `exact`, or another form of it if that column is null.
        ///
        /// - Throws: `QuireError` with code `corruptData` if the row does not contain a dictionary.
        static func read(
            _ row: PostgresRow, exact column: Int, of id: String,
            in location: @autoclosure () -> String, otherwise: () throws -> FleeceDictionary?
        ) throws -> FleeceDictionary {
            do {
                let body =
                    row.isNull(column)
                    ? try otherwise() : FleeceStorage(row.bytes(column)).rootDictionary
                if let body { return body }
            } catch {
                throw QuireError(
                    .corruptData,
                    "The body of document \(id.debugDescription) in \(location()) is damaged.",
                    underlyingError: error)
            }
            throw QuireError(
                .corruptData,
                "The body of document \(id.debugDescription) in \(location()) is not a dictionary.")
        }

        /// Reads a body in JSON, or returns `nil` if it is not a dictionary.
        static func fromJSON(_ row: PostgresRow, _ column: Int) throws -> FleeceDictionary? {
            let writer = FleeceWriter()
            try row.withJSON(column) { try JSONReader.read($0, into: writer) }
            return FleeceStorage(try writer.finish()).rootDictionary
        }

        // MARK: Texts with U+0000

        /// Returns whether JSON text contains the escape sequence of U+0000, or text that resembles it.
        private static func containsEscapedNul(_ json: [UInt8]) -> Bool {
            json.withUnsafeBytes { bytes in
                var rest = bytes[...]
                while let start = rest.firstIndexOfBackslash {
                    rest = rest[(start + 1)...]
                    if rest.starts(with: "u0000".utf8) { return true }
                }
                return false
            }
        }

        private static func containsNul(_ value: FleeceValue) -> Bool {
            switch value.kind {
            case .string: value.withStringBytes { $0.contains(0) } ?? false
            case .array: value.array?.contains(where: containsNul) ?? false
            case .dictionary:
                value.dictionary?.contains { $0.key.containsNul || containsNul($0.value) } ?? false
            default: false
            }
        }

        private static func withoutNul(_ value: FleeceValue) throws -> FleeceValue {
            let writer = FleeceWriter()
            write(value, to: writer)
            let storage = FleeceStorage(try writer.finish())
            return storage.root ?? value
        }

        private static func write(_ value: FleeceValue, to writer: FleeceWriter) {
            switch value.kind {
            case .string:
                writer.write(replacingNul(value.string ?? ""))
            case .array:
                writer.beginArray()
                if let array = value.array { for item in array { write(item, to: writer) } }
                writer.endArray()
            case .dictionary:
                writer.beginDictionary()
                if let dictionary = value.dictionary {
                    for (key, item) in dictionary {
                        writer.writeKey(replacingNul(key))
                        write(item, to: writer)
                    }
                }
                writer.endDictionary()
            default: writer.write(copyOf: value)
            }
        }

        private static func replacingNul(_ text: String) -> String {
            String(
                String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? "\u{fffd}" : $0 }))
        }
    }

    extension Slice<UnsafeRawBufferPointer> {
        fileprivate var firstIndexOfBackslash: Int? {
            let bytes = UnsafeRawBufferPointer(rebasing: self)
            guard let first = bytes.baseAddress,
                let found = memchr(first, Int32(UInt8(ascii: "\\")), bytes.count)
            else { return nil }
            return startIndex + (UnsafeRawPointer(found) - first)
        }
    }

    extension PostgresBody {
        /// Returns whether JSON text in `jsonb` can represent a value other than a string.
        private static func isExact(_ value: BorrowedScalar) -> Bool {
            switch value.kind {
            case .data, .undefined: false
            // Quire compares a larger integer as the negative one with the same bits.
            case .integer: (value.uint64 ?? 0) <= UInt64(Int64.max)
            case .float, .double: value.double.map(isExact) ?? true
            default: true
            }
        }

        /// Returns whether the server returns the shortest text of a number as one of the same double.
        private static func isExact(_ number: Double) -> Bool {
            guard number.isFinite else { return false }
            if number == 0 { return number.sign == .plus }
            // Larger numbers are written with an exponent, which the server expands to an integer.
            return number.magnitude < 1e16 || number != number.rounded(.towardZero)
        }
    }
#endif
