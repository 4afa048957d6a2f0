import Foundation
import Quire

/// A type that generates its own values.
protocol GeneratedType {
    static func generated(_ source: ValueSource) throws -> Self
}

/// Generates values of types that do not decode themselves from other values.
enum GeneratedLeaves {
    /// Generates a value.
    ///
    /// - Parameters:
    ///   - type: A type.
    ///   - source: The source of choices.
    /// - Returns: A value, or `nil` if the type must be decoded.
    /// - Throws: Any error that generating a nested value throws.
    static func value<T>(of type: T.Type, _ source: ValueSource) throws -> T? {
        if let own = type as? any GeneratedType.Type { return try own.generated(source) as? T }
        if let integer = type as? any FixedWidthInteger.Type {
            return self.integer(integer, source.choices) as? T
        }
        return nil
    }

    private static func integer<T: FixedWidthInteger>(_ type: T.Type, _ choices: Choices) -> T {
        let kind = choices.next(of: 7)
        // Each kind makes a second choice. Otherwise, the other kinds would have shorter lists of
        // choices, and would count as simpler than the first.
        let number = choices.next()
        return switch kind {
        case 0: T(truncatingIfNeeded: number % 101)
        // Documents cannot represent integers beyond 64 bits.
        case 1: type.bitWidth > 64 ? T(truncatingIfNeeded: Int64.max) : .max
        case 2:
            type.isSigned
                ? (type.bitWidth > 64 ? T(truncatingIfNeeded: Int64.min) : .min) : .max
        case 3: T(truncatingIfNeeded: 2045 + number % 5)
        case 4: T(truncatingIfNeeded: (1 << 53) - 1 + number % 3)
        case 5: T(truncatingIfNeeded: number % (1 << 32))
        default: T(truncatingIfNeeded: type.bitWidth > 64 ? number >> 1 : number)
        }
    }
}

extension Bool: GeneratedType {
    static func generated(_ source: ValueSource) -> Bool { source.choices.next(of: 2) == 1 }
}

extension Double: GeneratedType {
    static func generated(_ source: ValueSource) -> Double {
        let choices = source.choices
        switch choices.next(of: 6) {
        case 0: return Double(choices.next(upTo: 100))
        case 1: return Double(choices.next(upTo: 1000)) / 10
        case 2: return -Double(choices.next(upTo: 1_000_000)) / 4
        case 3: return Double(choices.next(upTo: 1 << 60))
        case 4: return edges[choices.next(of: edges.count)]
        default:
            let value = Double(bitPattern: choices.next())
            return value.isFinite ? value : 0.1
        }
    }

    private static let edges = [
        0.1, 1e-300, 1e21, 123_456_789.123_456_79, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
        -.greatestFiniteMagnitude,
    ]
}

extension Float: GeneratedType {
    static func generated(_ source: ValueSource) -> Float {
        let choices = source.choices
        if choices.next(of: 2) == 0 { return Float(choices.next(upTo: 1000)) / 8 }
        let value = Float(bitPattern: UInt32(choices.next(upTo: UInt64(UInt32.max))))
        return value.isFinite ? value : 0.25
    }
}

extension String: GeneratedType {
    static func generated(_ source: ValueSource) -> String {
        let text = made(source)
        source.texts.append(text)
        return text
    }

    private static func made(_ source: ValueSource) -> String {
        let choices = source.choices
        // If a type rejects other strings, the following attempts use one format after the other.
        if !source.attempt.isMultiple(of: 2) {
            return formats[source.attempt / 2 % formats.count]
        }
        guard choices.next(of: 4) > 0 else { return "" }
        // Equal strings can reveal additional problems.
        if !source.texts.isEmpty, choices.next(of: 4) == 3 {
            return source.texts[choices.next(of: source.texts.count)]
        }
        if choices.next(of: 3) == 2 { return formats[choices.next(of: formats.count)] }
        return (0...choices.next(of: 3)).map { _ in pieces[choices.next(of: pieces.count)] }
            .joined()
    }

    private static let pieces = [
        "a", "b", "Zebra", "room rate", "\u{C6}r\u{F8}", "e\u{301}", "\u{1F3E8}",
        "\u{65E5}\u{672C}",
        "\"", "\\", "\n", "\0", " ", "/", ".", "$", "null", "\u{FFFD}", "\u{10FFFF}",
    ]

    /// Strings that types with a specific format are likely to accept.
    private static let formats = [
        "1", "-1.5", "2026-11-21", "2026-11-21T07:48:00Z", "2026-11-21T07:48:00.250Z", "12:30",
        "ada@quire.example", "https://quire.example/a?b=c", "+47 22 33 44 55", "#ff8800", "EUR",
        "NO", "nb_NO", "Europe/Oslo", "1.2.3", "0123456789abcdef",
        "6F9619FF-8B86-D011-B42D-00CF4FC964FF", "true",
    ]
}

extension Date: GeneratedType {
    static func generated(_ source: ValueSource) -> Date {
        let choices = source.choices
        let milliseconds: Double =
            switch choices.next(of: 4) {
            case 0: Double(choices.next(upTo: 100)) * 86_400_000
            case 1: Double(choices.next(upTo: 1_000_000_000))
            case 2: 1_795_000_000_000 + Double(choices.next(upTo: 100_000_000_000))
            default: Double(choices.next(upTo: 315_569_519_999_999)) - 62_167_219_200_000
            }
        let date = Date(timeIntervalSince1970: (milliseconds / 1000).rounded(.down))
            .addingTimeInterval(milliseconds.truncatingRemainder(dividingBy: 1000) / 1000)
        // Documents store dates with millisecond precision, so the result is the date that its
        // string represents.
        return DocumentDate.string(from: date).flatMap(DocumentDate.date(from:))
            ?? Date(timeIntervalSince1970: 0)
    }
}

extension Data: GeneratedType {
    static func generated(_ source: ValueSource) -> Data {
        Data((0..<source.choices.next(of: 20)).map { _ in UInt8(source.choices.next(upTo: 255)) })
    }
}

extension URL: GeneratedType {
    static func generated(_ source: ValueSource) throws -> URL {
        let texts = [
            "https://quire.example", "https://quire.example/a%20b?q=1#top", "mailto:a@b.c",
        ]
        guard let url = URL(string: texts[source.choices.next(of: texts.count)]) else {
            throw UnmakeableValue("the string is not a valid URL")
        }
        return url
    }
}

extension UUID: GeneratedType {
    static func generated(_ source: ValueSource) -> UUID {
        withUnsafeBytes(of: (source.choices.next(), source.choices.next())) {
            UUID(uuid: $0.loadUnaligned(as: uuid_t.self))
        }
    }
}

extension Decimal: GeneratedType {
    static func generated(_ source: ValueSource) -> Decimal {
        let number = Decimal(Int64.generated(source.choices))
        return number / pow(10, source.choices.next(of: 8))
    }
}

extension Int64 {
    /// Returns an integer that all JSON parsers read exactly, even if it is divided by powers of
    /// ten.
    fileprivate static func generated(_ choices: Choices) -> Int64 {
        switch choices.next(of: 3) {
        case 0: Int64(choices.next(upTo: 100))
        case 1: -Int64(choices.next(upTo: 1_000_000))
        default: Int64(choices.next(upTo: 999_999_999_999_999))
        }
    }
}

extension TimeZone: GeneratedType {
    static func generated(_ source: ValueSource) -> TimeZone {
        let names = ["GMT", "Europe/Oslo", "America/New_York"]
        return TimeZone(identifier: names[source.choices.next(of: names.count)]) ?? .gmt
    }
}

extension DateInterval: GeneratedType {
    static func generated(_ source: ValueSource) -> DateInterval {
        DateInterval(
            start: .generated(source), duration: Double(source.choices.next(upTo: 1_000_000)))
    }
}

extension Blob: GeneratedType {
    static func generated(_ source: ValueSource) throws -> Self {
        // An unsaved blob with inline content can be encoded by any encoder.
        let type = source.isPresent() ? #""content_type":"text/plain","# : ""
        let text = Data.generated(source).base64EncodedString()
        return try DocumentDecoder().decode(
            Self.self, fromJSON: #"{"@type":"blob",\#(type)"data":"\#(text)"}"#)
    }
}

extension DocumentID: GeneratedType {
    static func generated(_ source: ValueSource) -> DocumentID {
        // The model was never saved. The store generates its ID.
        DocumentID(wrappedValue: nil)
    }
}
