import Foundation

/// A pattern of LIKE, prepared for any number of strings.
///
/// `%` matches any string, and `_` matches one code point. A character that follows the escape
/// character is matched literally. Strings are compared by their bytes.
struct LikePattern {
    private enum Item: Equatable {
        case byte(UInt8)
        case anyScalar
        /// Matches nothing: the pattern ends with the escape character.
        case nothing
    }

    /// A part of a pattern without `%`.
    private struct Segment {
        var items: [Item] = []
        /// The bytes, or `nil` if the segment contains other items.
        var bytes: [UInt8]?
    }

    /// The parts that `%` separates.
    ///
    /// The first segment matches the beginning of a string, the last one the end, and each of the
    /// others its first occurrence after the previous segment. A single segment must match the whole
    /// string.
    private let segments: [Segment]

    /// Prepares a pattern.
    ///
    /// - Parameters:
    ///   - pattern: The pattern, in which `%` matches any characters and `_` matches one.
    ///   - escape: The escape character, or `nil` for a pattern without escapes.
    init(_ pattern: String, escape: Unicode.Scalar? = "\\") {
        var segments = [Segment()]
        var isEscaped = false
        for scalar in pattern.unicodeScalars {
            if !isEscaped, scalar == escape {
                isEscaped = true
            } else if !isEscaped, scalar == "%" {
                // Several consecutive `%` are equivalent to one.
                if segments.count == 1 || segments.last?.items.isEmpty == false {
                    segments.append(Segment())
                }
            } else if !isEscaped, scalar == "_" {
                segments[segments.count - 1].items.append(.anyScalar)
            } else {
                segments[segments.count - 1].items += UTF8.encode(scalar)?.map { .byte($0) } ?? []
                isEscaped = false
            }
        }
        if isEscaped { segments[segments.count - 1].items.append(.nothing) }
        self.segments = segments.map { segment in
            let bytes = segment.items.compactMap { item -> UInt8? in
                if case .byte(let byte) = item { byte } else { nil }
            }
            return Segment(
                items: segment.items, bytes: bytes.count == segment.items.count ? bytes : nil)
        }
    }

    /// Returns whether a string matches the pattern.
    ///
    /// - Parameters:
    ///   - text: A string in UTF-8.
    ///   - work: The meter that tracks the work.
    /// - Returns: Whether the string matches.
    /// - Throws: ``FunctionFailure/interrupted`` if the query must end.
    /// - Complexity: O(*n*) in the length of the string, times the number of `_` between two `%`.
    func matches(
        _ text: UnsafeRawBufferPointer, _ work: WorkMeter = WorkMeter(nil)
    ) throws(FunctionFailure) -> Bool {
        guard var start = Self.end(of: segments[0], in: text, from: 0) else { return false }
        guard let last = segments.dropFirst().last else { return start == text.count }
        for segment in segments.dropFirst().dropLast() {
            guard let end = try Self.endOfFirst(segment, in: text, from: start, work) else {
                return false
            }
            start = end
        }
        return Self.start(of: last, endingAt: text.count, in: text).map { $0 >= start } ?? false
    }

    /// Returns whether a string matches the pattern.
    func matches(_ text: String) -> Bool {
        var text = text
        // Without an interruption, the work always completes.
        return text.withUTF8 { (try? matches(UnsafeRawBufferPointer($0))) ?? false }
    }

    // MARK: Segments

    /// Returns the end of the first occurrence of a segment.
    private static func endOfFirst(
        _ segment: Segment, in text: UnsafeRawBufferPointer, from start: Int, _ work: WorkMeter
    ) throws(FunctionFailure) -> Int? {
        if let bytes = segment.bytes {
            let result = bytes.withUnsafeBytes { part in
                Result { () throws(FunctionFailure) in
                    try ByteSearch.firstOffset(of: part, in: text, from: start, work)
                }
            }
            return try result.get().map { $0 + bytes.count }
        }
        var start = start
        while start <= text.count {
            if let end = end(of: segment, in: text, from: start) { return end }
            try work.charge(segment.items.count)
            start += max(1, UTF8Scalars.decode(text, at: start).length)
        }
        return nil
    }

    /// Returns the end of a segment that begins at an offset, or `nil` if it doesn't match there.
    private static func end(
        of segment: Segment, in text: UnsafeRawBufferPointer, from start: Int
    ) -> Int? {
        if let bytes = segment.bytes {
            guard bytes.count <= text.count - start else { return nil }
            return text[start..<(start + bytes.count)].elementsEqual(bytes)
                ? start + bytes.count : nil
        }
        var offset = start
        for item in segment.items {
            guard offset < text.count else { return nil }
            switch item {
            case .byte(let byte):
                guard text[offset] == byte else { return nil }
                offset += 1
            case .anyScalar: offset += UTF8Scalars.decode(text, at: offset).length
            case .nothing: return nil
            }
        }
        return offset
    }

    /// Returns the start of a segment that ends at an offset, or `nil` if it doesn't match there.
    private static func start(
        of segment: Segment, endingAt end: Int, in text: UnsafeRawBufferPointer
    ) -> Int? {
        if let bytes = segment.bytes {
            guard bytes.count <= end else { return nil }
            return text[(end - bytes.count)..<end].elementsEqual(bytes) ? end - bytes.count : nil
        }
        var offset = end
        for item in segment.items.reversed() {
            guard offset > 0 else { return nil }
            switch item {
            case .byte(let byte):
                guard text[offset - 1] == byte else { return nil }
                offset -= 1
            case .anyScalar: offset = UTF8Scalars.start(before: offset, in: text)
            case .nothing: return nil
            }
        }
        return offset
    }
}
