import Quire

/// Models with one mistake each.
enum Broken {}

/// The same models without the mistake.
enum Corrected {}

// MARK: A property is missing in the coding keys

extension Broken {
    struct Room: DocumentModel {
        @DocumentID var id: String?
        var number: Int
        var note = ""

        enum CodingKeys: String, CodingKey {
            case id, number
        }
    }
}

extension Corrected {
    struct Room: DocumentModel {
        @DocumentID var id: String?
        var number: Int
        var note: String
    }
}

// MARK: A key is misspelled

extension Broken {
    struct Guest: DocumentModel {
        @DocumentID var id: String?
        var name: String
        var phone: String?

        enum CodingKeys: String, CodingKey {
            case id, name, phone = "phnoe"
        }
    }
}

extension Corrected {
    struct Guest: DocumentModel {
        @DocumentID var id: String?
        var name: String
        var phone: String?
    }
}

// MARK: init(from:) omits a property

extension Broken {
    struct Hotel: DocumentModel {
        @DocumentID var id: String?
        var address: Address

        struct Address: Codable {
            var city: String
            var country: String?

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                city = try container.decode(String.self, forKey: .city)
            }
        }
    }
}

extension Corrected {
    struct Hotel: DocumentModel {
        @DocumentID var id: String?
        var address: Address

        struct Address: Codable {
            var city: String
            var country: String?
        }
    }
}

// MARK: A default value hides that another key is decoded

extension Broken {
    struct Review: DocumentModel {
        @DocumentID var id: String?
        var rating: Int

        enum CodingKeys: String, CodingKey {
            case id, rating, stars
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            _id = try container.decode(DocumentID.self, forKey: .id)
            rating = try container.decodeIfPresent(Int.self, forKey: .stars) ?? 3
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(_id, forKey: .id)
            try container.encode(rating, forKey: .rating)
        }
    }
}

extension Corrected {
    struct Review: DocumentModel {
        @DocumentID var id: String?
        var rating: Int
    }
}
