// swift-format-ignore-file
// Generated from the documents in SwiftModelTests.swift.

import Foundation
import Quire

struct OddHotel: DocumentModel {
    static let documentType = "odd_hotel"

    @DocumentID var documentID: String?
    var id: String
    var `class`: Int
    var _2nd: Bool
    var dates: [Date]?
    var reviews: [Review]?
    var string: StringValue?
    var address: Address?
    var roomRate: Double
    @ExplicitNull var maybe: String?
    var url: String?
    var picture: Blob?
    var aB: [Int?]?
    var überschrift: String?
    var aB_: Bool?
    // mixed is a string or an integer.
    // none is null.
    // empty is an empty array.
    // nothing is an object.

    enum CodingKeys: String, CodingKey {
        case documentID = "_id"
        case id
        case `class`
        case _2nd = "2nd"
        case dates
        case reviews
        case string = "String"
        case address
        case roomRate = "room_rate"
        case maybe
        case url = "URL"
        case picture
        case aB = "a b"
        case überschrift = "Überschrift"
        case aB_ = "a-b"
    }

    struct Review: Codable {
        var stars: Double
        var text: String?
    }

    struct StringValue: Codable {
        var a: Int
    }

    struct Address: Codable {
        var zipCode: String

        enum CodingKeys: String, CodingKey {
            case zipCode = "zip_code"
        }
    }
}
