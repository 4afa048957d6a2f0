import Foundation
import Quire

/// A model with delete rules of all kinds.
struct Cabin: ReferencedModel, Equatable {
    @DocumentID var id: String?
    var name = ""
    var isListed: Bool?

    static var deleteRules: [DeleteRule<Cabin>] {
        [
            .deny(\Bill.cabin), .cascade(\Stay.cabin), .nullify(\Visitor.favorite),
            .nullify(\Visitor.wishes), .cascade(\Key.place.cabin), .nullify(\Key.spare?.cabin),
            .deny(\Deed.cabin, in: "deeds"),
        ]
    }
}

/// A document that a cascade deletes, and that has its own rule.
struct Stay: ReferencedModel, Equatable {
    @DocumentID var id: String?
    var cabin: Reference<Cabin>
    var nights = 1

    static var deleteRules: [DeleteRule<Stay>] { [.cascade(\Meal.stay), .nullify(\Bill.stays)] }
}

struct Meal: DocumentModel, Equatable {
    @DocumentID var id: String?
    var stay: Reference<Stay>
    var cabin: Reference<Cabin>?
}

struct Bill: DocumentModel, Equatable {
    @DocumentID var id: String?
    var cabin: Reference<Cabin>?
    var stays: [Reference<Stay>]?
}

struct Deed: DocumentModel, Equatable {
    @DocumentID var id: String?
    var cabin: Reference<Cabin>
}

struct Visitor: DocumentModel, Equatable {
    @DocumentID var id: String?
    var favorite: Reference<Cabin>?
    var wishes: [Reference<Cabin>] = []
    var name = "V"
}

struct Key: DocumentModel, Equatable {
    struct Place: Codable, Equatable {
        var cabin: Reference<Cabin>
        var floor = 1
    }

    struct Spare: Codable, Equatable {
        var cabin: Reference<Cabin>?
        var hook = 1
    }

    @DocumentID var id: String?
    var place: Place
    var spare: Spare?
}

/// A model that references itself.
struct Branch: ReferencedModel, Equatable {
    @DocumentID var id: String?
    var parent: Reference<Branch>?
    var friends: Set<Reference<Branch>> = []

    static var deleteRules: [DeleteRule<Branch>] {
        [.cascade(\Branch.parent), .nullify(\Branch.friends)]
    }
}

/// A model whose referring documents can be marked as deleted.
struct Hut: ReferencedModel, Equatable {
    @DocumentID var id: String?

    static var deleteRules: [DeleteRule<Hut>] {
        [.cascade(\Booking.hut), .nullify(\Booking.former), .deny(\Booking.next)]
    }
}

struct Booking: DocumentModel, Equatable {
    @DocumentID var id: String?
    var hut: Reference<Hut>?
    var former: Reference<Hut>?
    var next: Reference<Hut>?
    var tenant = "a"
    var deletedAt: Date?
}

/// A model whose documents protect each other.
struct Guard: ReferencedModel, Equatable {
    @DocumentID var id: String?
    var protects: [Reference<Guard>] = []

    static var deleteRules: [DeleteRule<Guard>] { [.deny(\Guard.protects)] }
}

/// Members of a family, one of which has delete rules.
struct Inlet: ReferencedModel, Equatable {
    @DocumentID var id: String?

    static var deleteRules: [DeleteRule<Inlet>] { [.cascade(\Boat.home), .deny(\Boat.water)] }
}

struct Lake: DocumentModel, Equatable {
    @DocumentID var id: String?
}

enum Water: DocumentFamily, ReferencedModel {
    case inlet(Inlet)
    case lake(Lake)

    static let members: [FamilyMember<Water>] = [
        FamilyMember(Water.inlet), FamilyMember(Water.lake),
    ]

    static var deleteRules: [DeleteRule<Water>] { [.nullify(\Boat.visited)] }

    var member: any Codable & Sendable {
        switch self {
        case .inlet(let inlet): inlet
        case .lake(let lake): lake
        }
    }
}

struct Boat: DocumentModel, Equatable {
    @DocumentID var id: String?
    var home: Reference<Inlet>?
    var water: Reference<Water>?
    var visited: [Reference<Water>] = []
}

/// A model with rules that cannot be applied.
struct Misused: ReferencedModel {
    @DocumentID var id: String?

    static var deleteRules: [DeleteRule<Misused>] { [.cascade(\Stay.cabin)] }
}

struct Required: ReferencedModel {
    @DocumentID var id: String?

    static var deleteRules: [DeleteRule<Required>] { [.nullify(\Holder.part?.required)] }
}

struct Holder: DocumentModel {
    struct Part: Codable {
        var required: Reference<Required>
    }

    @DocumentID var id: String?
    var part: Part?
}
