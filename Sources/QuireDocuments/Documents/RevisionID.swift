/// The ID of a document revision.
///
/// A revision ID has one of two forms. A version, such as `18ea0389f3b90000@*`, consists of a time
/// and a source. The time is in hexadecimal nanoseconds since 1970, with a counter in the low 16
/// bits. The source is the database that created the revision: `*` for this database, or a
/// 22-character ID for another one. Documents saved by an older version of Couchbase Lite have a
/// generation and a digest, such as `1-605ee4`.
///
/// Compare revision IDs only for equality. Their strings do not indicate which revision is newer.
///
/// ```swift
/// let before = try storage.record(id: "hotel-42")?.revisionID
/// try collection.save(document: hotel)
/// let after = try storage.record(id: "hotel-42")?.revisionID
/// print(before == after)  // false
/// ```
public struct RevisionID: Hashable, Sendable {
    /// The two forms of a revision ID.
    package enum Form: Hashable, Sendable {
        case version(Version)
        case tree(generation: UInt64, digest: [UInt8])
    }

    /// A version: the time of an edit, and the database in which it was made.
    package struct Version: Hashable, Sendable {
        /// The time in nanoseconds since 1970.
        ///
        /// The low 16 bits are a counter.
        package var time: UInt64
        /// The database that made the edit, or `nil` for this database.
        package var source: SourceID?

        package init(time: UInt64, source: SourceID? = nil) {
            self.time = time
            self.source = source
        }
    }

    /// The 16-byte ID of another database.
    package struct SourceID: Hashable, Sendable {
        package let high: UInt64
        package let low: UInt64

        package init(high: UInt64, low: UInt64) {
            self.high = high
            self.low = low
        }
    }

    package let form: Form

    package init(_ version: Version) {
        form = .version(version)
    }

    /// The time of the revision in nanoseconds since 1970, or 0 if the ID does not contain a time.
    package var timestamp: UInt64 {
        if case .version(let version) = form { version.time } else { 0 }
    }
}

// MARK: - Text

extension RevisionID: LosslessStringConvertible {
    /// The revision ID in the format of Couchbase Lite.
    public var description: String {
        switch form {
        case .version(let version):
            "\(String(version.time, radix: 16))@\(version.source?.text ?? "*")"
        case .tree(let generation, let digest):
            "\(generation)-\(digest.hexadecimalDigits)"
        }
    }

    /// Parses a revision ID.
    ///
    /// - Parameter text: A string in the format of ``description``. The initializer returns `nil`
    ///   for any other string.
    public init?(_ text: String) {
        if let at = text.firstIndex(of: "@") {
            guard let time = Self.unsigned(text[..<at], radix: 16), time > 0 else { return nil }
            let author = text[text.index(after: at)...]
            if author == "*" {
                form = .version(Version(time: time, source: nil))
            } else if let source = SourceID(text: author) {
                form = .version(Version(time: time, source: source))
            } else {
                return nil
            }
        } else if let dash = text.firstIndex(of: "-") {
            let digits = text[text.index(after: dash)...].utf8
            guard let generation = Self.unsigned(text[..<dash], radix: 10), generation > 0,
                !digits.isEmpty, digits.count.isMultiple(of: 2)
            else { return nil }
            var digest: [UInt8] = []
            var index = digits.startIndex
            while index < digits.endIndex {
                let next = digits.index(index, offsetBy: 2)
                guard let byte = Self.unsigned(Substring(digits[index..<next]), radix: 16) else {
                    return nil
                }
                digest.append(UInt8(byte))
                index = next
            }
            form = .tree(generation: generation, digest: digest)
        } else {
            return nil
        }
    }

    /// Parses an unsigned integer, without the sign that the integer's initializer would accept.
    private static func unsigned(_ text: Substring, radix: Int) -> UInt64? {
        guard let first = text.utf8.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-")
        else { return nil }
        return UInt64(text, radix: radix)
    }
}

extension RevisionID.SourceID {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The position of each character in the alphabet, or 255.
    private static let positions: [UInt8] = {
        var positions = [UInt8](repeating: 255, count: 256)
        for (position, character) in alphabet.enumerated() {
            positions[Int(character)] = UInt8(position)
        }
        return positions
    }()

    /// The 16 bytes in base64 without padding, which are 22 characters.
    package var text: String {
        let characters = (0..<22).map { index in
            // Bit 0 is the highest of the 128 bits. The last character contains 2 of them and 4
            // zeros.
            let bits = index < 21 ? shifted(right: 122 - 6 * index) & 63 : (low & 3) << 4
            return Self.alphabet[Int(bits)]
        }
        return String(decoding: characters, as: UTF8.self)
    }

    private func shifted(right count: Int) -> UInt64 {
        count >= 64
            ? high >> (count - 64) : (low >> count) | (count == 0 ? 0 : high << (64 - count))
    }

    package init?(text: Substring) {
        guard text.utf8.count == 22 else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for (index, character) in text.utf8.enumerated() {
            let position = Self.positions[Int(character)]
            guard position < 64 else { return nil }
            let width = index < 21 ? 6 : 2
            guard index < 21 || position & 15 == 0 else { return nil }
            high = high << width | low >> (64 - width)
            low = low << width | UInt64(position) >> (6 - width)
        }
        self.init(high: high, low: low)
    }
}

// MARK: - Stored bytes

extension RevisionID {
    /// Reads the current revision ID from the `version` column of a row.
    ///
    /// If the first byte is 00, the column contains a version vector, whose first entry is the
    /// current revision. Otherwise, it contains the generation as an unsigned variable-length
    /// integer, followed by the digest.
    ///
    /// - Parameter stored: The bytes of the column.
    /// - Throws: ``QuireError`` with code `corruptRevisionData` if the bytes have neither format.
    package init(stored: UnsafeRawBufferPointer) throws {
        var offset = 0
        if stored.first == 0 {
            offset = 1
            var isMarked = false
            form = .version(
                try Version(reading: stored, at: &offset, after: nil, isMarked: &isMarked))
            return
        }
        guard !stored.isEmpty else {
            throw QuireError(.corruptRevisionData, "The revision ID is empty.")
        }
        let generation = try Self.variableLengthInteger(stored, at: &offset)
        guard offset < stored.count else {
            throw QuireError(.corruptRevisionData, "The revision ID has no digest.")
        }
        form = .tree(
            generation: generation,
            digest: Array(UnsafeRawBufferPointer(rebasing: stored[offset...])))
    }

    /// Reads an unsigned integer with 7 bits per byte, lowest bits first.
    fileprivate static func variableLengthInteger(
        _ bytes: UnsafeRawBufferPointer, at offset: inout Int
    ) throws -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while offset < bytes.count {
            let byte = UInt64(bytes[offset])
            offset += 1
            // The tenth byte can contain only one bit.
            guard shift < 63 || byte <= 1 else { break }
            value |= (byte & 0x7F) &<< shift
            if byte & 0x80 == 0 { return value }
            shift += 7
        }
        throw QuireError(
            .corruptRevisionData, "The revision ID ends within a number, at byte \(offset).")
    }
}

extension RevisionID.Version {
    /// Reads one entry of a version vector.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the whole column.
    ///   - offset: The offset of the entry. On return, the offset of the next entry.
    ///   - previous: The time of the previous entry, from which the stored number is subtracted, or
    ///     `nil` for the first entry.
    ///   - isMarked: Whether the entry is marked as current.
    /// - Throws: ``QuireError`` with code `corruptRevisionData` if the entry is incomplete or
    ///   invalid.
    package init(
        reading bytes: UnsafeRawBufferPointer, at offset: inout Int, after previous: UInt64?,
        isMarked: inout Bool
    ) throws {
        let number = try RevisionID.variableLengthInteger(bytes, at: &offset)
        // An odd number contains a time with a counter. An even number contains a time without a
        // counter, which is 15 bits shorter.
        let hasCounter = number & 1 == 1
        let value = hasCounter ? number >> 1 : number << 15
        let difference = previous.map { $0 &- value } ?? value
        // The entry may be later than the previous one. Its negative number then lacks the highest
        // bit, which is 0 in all times.
        time = hasCounter ? difference & (.max >> 1) : difference
        guard offset < bytes.count else {
            throw QuireError(.corruptRevisionData, "A version has no source ID, at byte \(offset).")
        }
        // The highest bit marks a current version. The other bits are the length of the source ID.
        let length = Int(bytes[offset] & 0x7F)
        isMarked = bytes[offset] & 0x80 != 0
        offset += 1
        switch length {
        case 0:
            source = nil
        case 16 where bytes.count - offset >= 16:
            source = RevisionID.SourceID(
                high: UInt64(
                    bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)),
                low: UInt64(
                    bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)))
            offset += 16
        default:
            throw QuireError(
                .corruptRevisionData,
                "The source ID of a version has \(length) bytes and \(bytes.count - offset) are left, "
                    + "at byte \(offset).")
        }
    }

    /// Appends the entry to a version vector.
    ///
    /// - Parameters:
    ///   - bytes: The version vector.
    ///   - previous: The time of the previous entry, or `nil` for the first entry.
    ///   - isCurrent: Whether to mark the entry as current.
    package func append(to bytes: inout [UInt8], after previous: UInt64?, isCurrent: Bool) {
        let value = previous.map { $0 &- time } ?? time
        var number = value & 0xFFFF == 0 ? value >> 15 : value << 1 | 1
        while number >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: number) | 0x80)
            number >>= 7
        }
        bytes.append(UInt8(number))
        let mark: UInt8 = isCurrent ? 0x80 : 0
        guard let source else { return bytes.append(mark) }
        bytes.append(mark | 16)
        withUnsafeBytes(of: (source.high.bigEndian, source.low.bigEndian)) {
            bytes.append(contentsOf: $0)
        }
    }
}
