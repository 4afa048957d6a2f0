import Foundation
import Quire

/// A model whose identity is not stored in the body.
struct Inn: DocumentModel, Equatable {
    @DocumentID var id: String?
    var name: String
    var stars = 3
    var phone: String?
    var tags: [String] = []
    var address: Address?
    var opened = Date(timeIntervalSince1970: 0)
    /// Not stored.
    var note = "none"

    struct Address: Codable, Equatable, Sendable {
        var street: String?
        var city: String
    }

    enum CodingKeys: String, CodingKey {
        case id, name, stars, phone, tags, address, opened = "opened_at"
    }
}

/// A model whose identity is also stored in the body.
struct Seat: DocumentModel, Identifiable, Equatable {
    var id: Int
    var row: Int
}

/// A model without identity.
struct Memo: DocumentModel, Equatable {
    var text: String
}

/// A model that delegates its coding to a value with the identity.
struct Wrapped: DocumentModel {
    var content: Content

    struct Content: Codable {
        @DocumentID var id: String?
        var text: String
    }

    init(content: Content) { self.content = content }

    init(from decoder: any Decoder) throws { content = try Content(from: decoder) }

    func encode(to encoder: any Encoder) throws { try content.encode(to: encoder) }
}

/// A model with two IDs, of which only the second one is its own.
struct Pair: DocumentModel {
    var inner: Inner
    @DocumentID var id: String?

    struct Inner: Codable {
        @DocumentID var id: String?
    }
}

/// A model with an identity that is not coded.
struct Secret: DocumentModel {
    @DocumentID var id: String?
    var text: String

    enum CodingKeys: String, CodingKey { case text }

    init(text: String) { self.text = text }
}

/// A model that fails when it is encoded completely, but not when only its identity is read.
struct Unencodable: DocumentModel {
    @DocumentID var id: String?
    var number = Double.nan
}
