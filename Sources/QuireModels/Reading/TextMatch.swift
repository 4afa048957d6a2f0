import SQLPlusPlus

/// A model that a full-text search found, with its rank and the found words.
///
/// You can read the model's properties directly:
///
/// ```swift
/// for match in try hotels.matching("sea view", in: \.name, \.description).matches() {
///     let title = match.highlights(in: \.name)?.marked("[", "]") ?? match.name
///     print(title, match.snippet(maxLength: 80))
/// }
/// ```
@dynamicMemberLookup
public struct TextMatch<Model: DocumentModel>: Sendable {
    /// The model with its document ID and revision.
    public let stored: Stored<Model>

    /// The rank of the model; a better match has a higher rank.
    ///
    /// In a file, the rank counts for each word and property the hits in this document relative to
    /// the hits in all documents. Other engines can rank in other ways. Compare it only with ranks of
    /// the same search.
    public let rank: Double

    /// The texts of the indexed properties that contain a found word.
    public let highlights: [HighlightedText]

    /// The model.
    public var model: Model { stored.value }

    /// Accesses a property of the model.
    public subscript<Member>(dynamicMember keyPath: KeyPath<Model, Member>) -> Member {
        model[keyPath: keyPath]
    }

    /// Returns the text of a property with the found words.
    ///
    /// The text of an array or a structure contains its strings, separated by line feeds.
    ///
    /// - Parameter keyPath: An indexed property.
    /// - Returns: The text, or `nil` if the property contains no found word.
    /// - Complexity: O(*n*) in the number of indexed properties.
    public func highlights<Value>(
        in keyPath: any KeyPath<Model, Value> & Sendable
    ) -> HighlightedText? {
        guard let path = try? SelectionSearch<Model>.path(keyPath).get() else { return nil }
        return highlights.first { $0.property == path.storedText }
    }

    /// Returns the part of the texts with the most found words.
    ///
    /// - Parameter length: The maximum number of characters, without the ellipses at the ends.
    /// - Returns: A part of the property with the most found words.
    /// - Complexity: O(*n*) in the length of the texts.
    public func snippet(maxLength length: Int = 160) -> HighlightedText {
        var best = HighlightedText("", of: "", highlighting: [])
        for text in highlights {
            let snippet = text.snippet(maxLength: length)
            if snippet.highlights.count > best.highlights.count { best = snippet }
        }
        return best
    }
}

extension TextMatch: Identifiable {
    /// The document's ID.
    public var id: String { stored.id }
}
