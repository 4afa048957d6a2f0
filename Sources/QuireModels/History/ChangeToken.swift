/// A position in the changes of a collection, at which `changes(since:limit:)` continues.
///
/// A token remains valid after the program exits. It is `Codable` and has a string form for URLs:
///
/// ```swift
/// let token = try hotels.currentChangeToken()
/// let text = token.description  // for a file or a URL
/// let page = try hotels.changes(since: ChangeToken(text), limit: 100)
/// ```
///
/// A token belongs to one collection of one database. The string is not encrypted. It contains an
/// ID of the database, the name of the collection and a sequence. A modified token gives no
/// additional access: it selects another position in the same collection, or is rejected.
public struct ChangeToken: Hashable, Sendable {
    private struct Content: Hashable, Sendable, Codable {
        /// The version of the token's encoded form.
        var version = 1
        let feed: String
        let store: String
        let sequence: UInt64
        let revision: String?
    }

    private let content: Content

    /// The identity of the list of changes.
    var feedID: String { content.feed }
    var storeName: String { content.store }
    /// The sequence of the last change before the position, or 0.
    var sequence: UInt64 { content.sequence }
    /// The revision that has the sequence, if it is known.
    ///
    /// It detects a database that was replaced by an older copy of its files and then changed.
    var revision: String? { content.revision }

    init(feedID: String, storeName: String, sequence: UInt64, revision: RevisionID?) {
        content = Content(
            feed: feedID, store: storeName, sequence: sequence, revision: revision?.description)
    }
}

extension ChangeToken: LosslessStringConvertible {
    /// The token as a string of letters, digits, `-` and `_`, which a URL can contain unchanged.
    public var description: String { URLSafeText.encode(content) }

    /// Creates a token from its string.
    ///
    /// - Parameter description: The ``description`` of a token. For any other string, such as an
    ///   invalid request parameter, the initializer returns `nil`.
    public init?(_ description: String) {
        guard let content = URLSafeText.decode(Content.self, from: description),
            content.version == 1
        else { return nil }
        self.content = content
    }
}

extension ChangeToken: Codable {
    /// Decodes a token from its string.
    ///
    /// - Throws: `DecodingError` if the value is not the string of a token.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let token = ChangeToken(text) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "\(text.debugDescription) is not a change token"))
        }
        self = token
    }

    /// Encodes the string of the token.
    ///
    /// - Throws: Any error that the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
