import Foundation
import Quire

/// A hotel in a repository that preserves unknown fields.
struct HotelModel: DocumentModel, Equatable {
    static let documentType = "hotel"

    @DocumentID var id: String?
    var name: String
    var address: CodedHotel.Address
    var phones: [String]
    var rate: Double
    var stars: Int
    var freeBreakfast: Bool
    var description: String?
    var reviews: [CodedHotel.Review]
    var createdAt: Date

    init(_ hotel: CodedHotel) {
        id = hotel.id
        name = hotel.name
        address = hotel.address
        phones = hotel.phones
        rate = hotel.rate
        stars = hotel.stars
        freeBreakfast = hotel.freeBreakfast
        description = hotel.description
        reviews = hotel.reviews
        createdAt = hotel.createdAt
    }
}

/// The same hotel in a repository that replaces the document.
struct PlainHotelModel: DocumentModel, Equatable {
    static let documentType = "hotel"
    static var unknownFields: UnknownFields { .discard }

    @DocumentID var id: String?
    var name: String
    var address: CodedHotel.Address
    var phones: [String]
    var rate: Double
    var stars: Int
    var freeBreakfast: Bool
    var description: String?
    var reviews: [CodedHotel.Review]
    var createdAt: Date

    init(_ hotel: CodedHotel) {
        id = hotel.id
        name = hotel.name
        address = hotel.address
        phones = hotel.phones
        rate = hotel.rate
        stars = hotel.stars
        freeBreakfast = hotel.freeBreakfast
        description = hotel.description
        reviews = hotel.reviews
        createdAt = hotel.createdAt
    }
}
