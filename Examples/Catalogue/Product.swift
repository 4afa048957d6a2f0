import Quire

/// A product of the shop.
///
/// All types of products share a collection and a repository.
enum Product: DocumentFamily {
    case book(Book)
    case lamp(Lamp)
    case unknown(UnknownDocument)

    static let members: [FamilyMember<Product>] = [
        FamilyMember(Product.book),
        FamilyMember(aliases: ["light"], Product.lamp),
        .unknown(Product.unknown),
    ]

    var member: any Codable & Sendable {
        switch self {
        case .book(let book): book
        case .lamp(let lamp): lamp
        case .unknown(let document): document
        }
    }
}

struct Book: DocumentModel {
    @DocumentID var id: String?
    var title: String
    var author: String
    var subject: String
    var text: String
    var price: Double
}

struct Lamp: DocumentModel {
    @DocumentID var id: String?
    var title: String
    var text: String
    var price: Double
    var watts: Int
}

extension Product: CustomStringConvertible {
    var description: String {
        switch self {
        case .book(let book): "\(book.title) by \(book.author), \(book.price)"
        case .lamp(let lamp): "\(lamp.title), \(lamp.watts) W, \(lamp.price)"
        case .unknown(let document): "a \(document.typeName) (unknown type)"
        }
    }
}
