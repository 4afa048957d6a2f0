import Quire

// MARK: An enumeration cannot decode the values of newer programs

extension Broken {
    struct Order: DocumentModel {
        @DocumentID var id: String?
        var status: Status

        enum Status: String, Codable {
            case open, paid
        }
    }
}

extension Corrected {
    struct Order: DocumentModel {
        @DocumentID var id: String?
        var status: Status

        enum Status: RawRepresentable, Codable, Equatable {
            case open, paid
            case unknown(String)

            init(rawValue: String) {
                switch rawValue {
                case "open": self = .open
                case "paid": self = .paid
                default: self = .unknown(rawValue)
                }
            }

            var rawValue: String {
                switch self {
                case .open: "open"
                case .paid: "paid"
                case .unknown(let value): value
                }
            }
        }
    }
}

// MARK: The document ID is also stored in the body

extension Broken {
    struct Customer: DocumentModel {
        @DocumentID var id: String?
        var name: String

        enum CodingKeys: String, CodingKey {
            case id, name
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            id = try container.decodeIfPresent(String.self, forKey: .id)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
            try container.encode(name, forKey: .name)
        }
    }
}

extension Corrected {
    struct Customer: DocumentModel {
        @DocumentID var id: String?
        var name: String
    }
}
