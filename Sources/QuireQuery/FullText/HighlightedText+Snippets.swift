extension HighlightedText {
    /// A part of a text that is highlighted or not.
    ///
    /// ```swift
    /// let spans = snippet.segments.map { $0.isHighlighted ? "<b>\($0.text)</b>" : "\($0.text)" }
    /// ```
    public struct Segment: Hashable, Sendable {
        /// The text of the segment.
        public let text: Substring
        /// Whether the segment is a found word.
        public let isHighlighted: Bool
    }

    /// The text, divided at the boundaries of the highlights.
    ///
    /// - Complexity: O(*n*) in the number of highlights.
    public var segments: [Segment] {
        var segments: [Segment] = []
        var position = text.startIndex
        for range in highlights {
            if position < range.lowerBound {
                segments.append(
                    Segment(text: text[position..<range.lowerBound], isHighlighted: false))
            }
            segments.append(Segment(text: text[range], isHighlighted: true))
            position = range.upperBound
        }
        if position < text.endIndex {
            segments.append(Segment(text: text[position...], isHighlighted: false))
        }
        return segments
    }

    /// Returns the text with marks around the highlights.
    ///
    /// The text itself is not changed. For HTML, escape each of the ``segments`` instead.
    ///
    /// - Parameters:
    ///   - start: The string before a highlight.
    ///   - end: The string after a highlight.
    /// - Returns: The marked text.
    /// - Complexity: O(*n*) in the length of the text.
    public func marked(_ start: String = "**", _ end: String = "**") -> String {
        segments.map { $0.isHighlighted ? start + $0.text + end : String($0.text) }.joined()
    }

    /// Returns the part of the text with the most highlights.
    ///
    /// The part begins and ends between words, where this is possible, and an ellipsis marks each
    /// end at which text is left out.
    ///
    /// - Parameter length: The maximum number of characters, without the ellipses. A highlight that
    ///   is longer is included as a whole.
    /// - Returns: The part, or the whole text if it is not longer.
    /// - Complexity: O(*n*) in the length of the text.
    public func snippet(maxLength length: Int = 160) -> HighlightedText {
        let length = max(1, length)
        guard let limit = text.index(text.startIndex, offsetBy: length, limitedBy: text.endIndex),
            limit < text.endIndex
        else { return self }
        let first = bestHighlight(within: length)
        let anchor = first.map { highlights[$0] } ?? text.startIndex..<text.startIndex
        let required = text.distance(from: anchor.lowerBound, to: anchor.upperBound)
        // A quarter of the remaining characters is context in front of the first highlight.
        let lead = max(0, length - required) / 4
        var start =
            text.index(anchor.lowerBound, offsetBy: -lead, limitedBy: text.startIndex)
            ?? text.startIndex
        var end =
            text.index(start, offsetBy: max(length, required + lead), limitedBy: text.endIndex)
            ?? text.endIndex
        if end == text.endIndex {
            start = min(start, text.index(end, offsetBy: -length))
        }
        if end < anchor.upperBound { end = anchor.upperBound }
        (start, end) = betweenWords(start, end, keeping: anchor)
        return part(start..<end)
    }

    /// Returns the index of the first highlight of the part that contains the most highlights.
    private func bestHighlight(within length: Int) -> Int? {
        guard !highlights.isEmpty else { return nil }
        let utf8 = text.utf8
        let ends = highlights.map { utf8.distance(from: utf8.startIndex, to: $0.upperBound) }
        var best = (index: 0, count: 0)
        var next = 0
        for (index, range) in highlights.enumerated() {
            let start = utf8.distance(from: utf8.startIndex, to: range.lowerBound)
            while next < ends.count, ends[next] - start <= length - length / 4 { next += 1 }
            if next - index > best.count { best = (index, next - index) }
        }
        return best.index
    }

    /// Moves the ends of a part to the spaces between words, but not into the required range.
    private func betweenWords(
        _ start: String.Index, _ end: String.Index, keeping required: Range<String.Index>
    ) -> (String.Index, String.Index) {
        var (start, end) = (start, end)
        if start > text.startIndex, !text[text.index(before: start)].isWhitespace,
            let space = text[start..<required.lowerBound].firstIndex(where: \.isWhitespace)
        {
            start = space
        }
        if end < text.endIndex, !text[end].isWhitespace,
            let space = text[required.upperBound..<max(end, required.upperBound)]
                .lastIndex(where: \.isWhitespace)
        {
            end = space
        }
        while start < required.lowerBound, text[start].isWhitespace {
            start = text.index(after: start)
        }
        while end > required.upperBound, end > start,
            text[text.index(before: end)].isWhitespace
        {
            end = text.index(before: end)
        }
        return (start, end)
    }

    /// Returns a part of the text, with its highlights.
    private func part(_ range: Range<String.Index>) -> HighlightedText {
        let before = range.lowerBound > text.startIndex ? "… " : ""
        let after = range.upperBound < text.endIndex ? " …" : ""
        let utf8 = text.utf8
        let shift = before.utf8.count - utf8.distance(from: utf8.startIndex, to: range.lowerBound)
        let offsets = highlights.map { $0.clamped(to: range) }.filter { !$0.isEmpty }.map {
            let start = utf8.distance(from: utf8.startIndex, to: $0.lowerBound) + shift
            return start..<start + utf8.distance(from: $0.lowerBound, to: $0.upperBound)
        }
        return HighlightedText(
            before + text[range] + after, of: property, highlighting: offsets)
    }
}

extension HighlightedText: CustomStringConvertible {
    /// The text, with `**` around the highlights.
    public var description: String { marked() }
}
