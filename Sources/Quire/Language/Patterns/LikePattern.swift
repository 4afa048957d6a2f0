import Foundation

/// The pattern of a LIKE, prepared for any number of texts.
///
/// `%` matches any text and `_` one code point; the escape character takes the meaning from the
/// character that follows it. Texts are compared by their bytes.
struct LikePattern {
    private enum Item: Equatable {
        case byte(UInt8)
        case anyScalar
        /// The end of a pattern that ends with the escape character.
        case nothing
    }

    /// The text between two `%`.
    private struct Segment {
        var items: [Item] = []
        /// The bytes, if there is nothing else.
        var bytes: [UInt8]?
    }

    /// The segments; if there is one only, it has to match all of the text.
    private let segments: [Segment]

    /// Prepares a pattern.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - escape: The escape character, or `nil` for a pattern without escapes.
    init(_ pattern: String, escape: Unicode.Scalar? = "\\") {
        var segments = [Segment()]
        var isEscaped = false
        for scalar in pattern.unicodeScalars {
            if !isEscaped, scalar == escape {
                isEscaped = true
            } else if !isEscaped, scalar == "%" {
                // Several of them match what one does.
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

    /// Whether a text matches the pattern.
    ///
    /// - Parameters:
    ///   - text: UTF-8 text.
    ///   - work: What the work is charged to.
    /// - Returns: Whether it matches.
    /// - Throws: ``FunctionFailure/interrupted`` if the query has to end.
    /// - Complexity: O(*n*) in the text's length, times the number of `_` between two `%`.
    func matches(
        _ text: UnsafeRawBufferPointer, _ work: WorkMeter = WorkMeter(nil)
    ) throws(FunctionFailure) -> Bool {
        guard var start = Self.end(of: segments[0], in: text, from: 0) else { return false }
        guard let last = segments.dropFirst().last else { return start == text.count }
        for segment in segments.dropFirst().dropLast() {
            guard let end = try Self.find(segment, in: text, from: start, work) else {
                return false
            }
            start = end
        }
        return Self.start(of: last, endingAt: text.count, in: text).map { $0 >= start } ?? false
    }

    /// Whether a text matches the pattern.
    func matches(_ text: String) -> Bool {
        var text = text
        // Without a meter nothing ends the work.
        return text.withUTF8 { (try? matches(UnsafeRawBufferPointer($0))) ?? false }
    }

    // MARK: Segments

    /// The end of the first occurrence of a segment.
    private static func find(
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

    /// The end of a segment that begins at an offset.
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

    /// The beginning of a segment that ends at an offset.
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
