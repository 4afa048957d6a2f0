/// The name of one revision of a document.
///
/// A revision is named by when and where it was made: `18ea0389f3b90000@*` is a moment, in
/// hexadecimal nanoseconds since 1970 with a counter in the low 16 bits, and the place, `*` for this
/// database or a 22-character name for another. Documents that an older Couchbase Lite wrote have a
/// number and a digest, as in `1-605ee4`.
///
/// Compare revision IDs for equality only; of two, neither is the newer by its text.
public struct RevisionID: Hashable, Sendable {
    /// The two ways in which a revision is named.
    enum Form: Hashable, Sendable {
        case version(Version)
        case tree(generation: UInt64, digest: [UInt8])
    }

    /// One edit: when it was made, and by which database.
    struct Version: Hashable, Sendable {
        /// Nanoseconds since 1970; the low 16 bits are a counter.
        var time: UInt64
        /// The database that made the edit, or `nil` for this one.
        var source: SourceID?
    }

    /// The 16 bytes that name another database.
    struct SourceID: Hashable, Sendable {
        let high: UInt64
        let low: UInt64
    }

    let form: Form

    init(_ version: Version) {
        form = .version(version)
    }

    /// When the revision was made, in nanoseconds since 1970, or 0 if its name does not say so.
    var timestamp: UInt64 {
        if case .version(let version) = form { version.time } else { 0 }
    }
}

// MARK: - Text

extension RevisionID: LosslessStringConvertible {
    /// The text as Couchbase Lite prints it.
    public var description: String {
        switch form {
        case .version(let version):
            "\(String(version.time, radix: 16))@\(version.source?.text ?? "*")"
        case .tree(let generation, let digest):
            "\(generation)-\(digest.map(Self.hexadecimal).joined())"
        }
    }

    /// Reads the text of a revision ID.
    ///
    /// - Parameter text: A text such as ``description`` gives.
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

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }

    /// Reads digits only: no sign, which the integer's own initializer would take.
    private static func unsigned(_ text: Substring, radix: Int) -> UInt64? {
        guard let first = text.utf8.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-")
        else { return nil }
        return UInt64(text, radix: radix)
    }
}

extension RevisionID.SourceID {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The 16 bytes in base64, without the padding: 22 characters.
    var text: String {
        let characters = (0..<22).map { index in
            // Bit 0 is the highest of the 128; the last character has 2 of them and 4 zeros.
            let bits = index < 21 ? shifted(right: 122 - 6 * index) & 63 : (low & 3) << 4
            return Self.alphabet[Int(bits)]
        }
        return String(decoding: characters, as: UTF8.self)
    }

    private func shifted(right count: Int) -> UInt64 {
        count >= 64
            ? high >> (count - 64) : (low >> count) | (count == 0 ? 0 : high << (64 - count))
    }

    init?(text: Substring) {
        guard text.utf8.count == 22 else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for (index, character) in text.utf8.enumerated() {
            guard let position = Self.alphabet.firstIndex(of: character) else { return nil }
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
    /// Reads the current revision's name of a row's `version` column.
    ///
    /// Bytes that begin with 00 are a version vector, whose first entry counts; others are an
    /// unsigned variable-length integer, the generation, and a digest.
    ///
    /// - Parameter stored: The column's bytes.
    /// - Throws: ``QuireError`` with code `corruptRevisionData` if they are neither.
    init(stored: UnsafeRawBufferPointer) throws {
        var offset = 0
        if stored.first == 0 {
            offset = 1
            form = .version(try Version(reading: stored, at: &offset, after: nil))
            return
        }
        guard !stored.isEmpty else {
            throw QuireError(.corruptRevisionData, "The revision has no name.")
        }
        let generation = try Self.variableLengthInteger(stored, at: &offset)
        guard offset < stored.count else {
            throw QuireError(.corruptRevisionData, "The revision's digest is missing.")
        }
        form = .tree(
            generation: generation,
            digest: Array(UnsafeRawBufferPointer(rebasing: stored[offset...])))
    }

    /// Reads an unsigned integer of 7 bits a byte, lowest bits first.
    fileprivate static func variableLengthInteger(
        _ bytes: UnsafeRawBufferPointer, at offset: inout Int
    ) throws -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while offset < bytes.count {
            let byte = UInt64(bytes[offset])
            offset += 1
            // The tenth byte has room for one bit.
            guard shift < 63 || byte <= 1 else { break }
            value |= (byte & 0x7F) &<< shift
            if byte & 0x80 == 0 { return value }
            shift += 7
        }
        throw QuireError(
            .corruptRevisionData, "The revision's name ends within a number, at byte \(offset).")
    }
}

extension RevisionID.Version {
    /// Reads one entry of a version vector.
    ///
    /// - Parameters:
    ///   - bytes: The whole column.
    ///   - offset: Where the entry begins; moved behind it.
    ///   - previous: The time of the entry before, from which the stored number counts down.
    /// - Throws: ``QuireError`` with code `corruptRevisionData` if there is no whole entry.
    init(
        reading bytes: UnsafeRawBufferPointer, at offset: inout Int, after previous: UInt64?
    ) throws {
        let number = try RevisionID.variableLengthInteger(bytes, at: &offset)
        // An odd number holds a time with a counter, an even one a time without, 15 bits shorter.
        let value = number & 1 == 1 ? number >> 1 : number << 15
        time = previous.map { $0 &- value } ?? value
        guard offset < bytes.count else {
            throw QuireError(.corruptRevisionData, "A version has no author, at byte \(offset).")
        }
        // The highest bit marks a current version; what is left is the length of the author's name.
        let length = Int(bytes[offset] & 0x7F)
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
                "A version's author has \(length) bytes and \(bytes.count - offset) are left, "
                    + "at byte \(offset).")
        }
    }

    /// Appends the entry to a version vector.
    ///
    /// - Parameters:
    ///   - bytes: The vector so far.
    ///   - previous: The time of the entry before.
    ///   - isCurrent: Whether to mark the entry as a current one.
    func append(to bytes: inout [UInt8], after previous: UInt64?, isCurrent: Bool) {
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
