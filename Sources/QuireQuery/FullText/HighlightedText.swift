/// A text with the ranges of the words that a full-text search found.
///
/// ```swift
/// for match in try hotels.matching("sea view", in: \.description).matches() {
///     print(match.snippet().marked())  // A quiet room with a **view** of the **sea**
/// }
/// ```
public struct HighlightedText: Hashable, Sendable {
    /// The path of the property that contains the text.
    public let property: String
    /// The text.
    ///
    /// If the property is an array or a structure, the text contains its strings, separated by line
    /// feeds.
    public let text: String
    /// The ranges of the found words in the text, in order and without overlaps.
    public let highlights: [Range<String.Index>]

    /// Creates a text with highlights.
    ///
    /// - Parameters:
    ///   - text: The complete text of the property.
    ///   - property: The path of the property that contains the text.
    ///   - offsets: The ranges of the words as offsets in the text's UTF-8 bytes, in any order. An
    ///     offset that is not the boundary of a Unicode scalar is rounded down.
    /// - Complexity: O(*n*) in the length of the text.
    public init(_ text: String, of property: String, highlighting offsets: [Range<Int>]) {
        self.property = property
        self.text = text
        let utf8 = text.utf8
        func index(_ offset: Int) -> String.Index {
            var index = utf8.index(utf8.startIndex, offsetBy: min(max(0, offset), utf8.count))
            while index.samePosition(in: text.unicodeScalars) == nil {
                index = utf8.index(before: index)
            }
            return index
        }
        var ranges: [Range<String.Index>] = []
        for offsets in offsets.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            let range = index(offsets.lowerBound)..<index(offsets.upperBound)
            guard !range.isEmpty else { continue }
            if let last = ranges.last, last.upperBound > range.lowerBound {
                ranges[ranges.count - 1] =
                    last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                ranges.append(range)
            }
        }
        highlights = ranges
    }
}
