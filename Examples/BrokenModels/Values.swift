import Foundation
import Quire

// MARK: A value is encoded in minutes and decoded as seconds

extension Broken {
    struct Massage: DocumentModel {
        @DocumentID var id: String?
        var duration: Length

        struct Length: Codable {
            var seconds: Double

            init(from decoder: any Decoder) throws {
                seconds = try decoder.singleValueContainer().decode(Double.self)
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(seconds / 60)
            }
        }
    }
}

extension Corrected {
    struct Massage: DocumentModel {
        @DocumentID var id: String?
        var duration: Length

        struct Length: Codable {
            var seconds: Double
        }
    }
}

// MARK: A date is encoded without fractional seconds

extension Broken {
    struct Payment: DocumentModel {
        @DocumentID var id: String?
        var time: Timestamp

        struct Timestamp: Codable {
            var date: Date

            init(from decoder: any Decoder) throws {
                let text = try decoder.singleValueContainer().decode(String.self)
                date = try Date(text, strategy: .iso8601)
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(date.formatted(.iso8601))
            }
        }
    }
}

extension Corrected {
    struct Payment: DocumentModel {
        @DocumentID var id: String?
        var time: Date
    }
}

// MARK: A price is a rounded floating-point number

extension Broken {
    struct Invoice: DocumentModel {
        @DocumentID var id: String?
        var total: Double

        enum CodingKeys: String, CodingKey {
            case id, total
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(_id, forKey: .id)
            try container.encode((total * 100).rounded() / 100, forKey: .total)
        }
    }
}

extension Corrected {
    struct Invoice: DocumentModel {
        @DocumentID var id: String?
        var total: Decimal
    }
}

// MARK: A list is encoded as a set

extension Broken {
    struct Tour: DocumentModel {
        @DocumentID var id: String?
        var stops: [String]

        enum CodingKeys: String, CodingKey {
            case id, stops
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(_id, forKey: .id)
            try container.encode(Set(stops).sorted(), forKey: .stops)
        }
    }
}

extension Corrected {
    struct Tour: DocumentModel {
        @DocumentID var id: String?
        var stops: [String]
    }
}
