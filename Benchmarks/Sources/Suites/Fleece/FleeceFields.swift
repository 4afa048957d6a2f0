import Foundation
import Quire

/// Benchmarks of reading six fields of a body in place, against an existing dictionary.
enum FleeceFields {
    struct Fields: Equatable {
        let name: String?
        let city: String?
        let country: String?
        let rate: Double?
        let acceptsPets: Bool?
        let latitude: Double?
    }

    /// A body with 25 keys.
    private static let json = """
        {"type":"hotel","name":"The Old Harbour","title":"Bergen/Vagen","city":"Bergen",\
        "country":"Norway","state":null,"address":"Vagen 12","phone":"+47 55 00 00 00",\
        "tollfree":null,"email":"desk@example.com","fax":null,"url":"https://example.com/harbour",\
        "checkin":"15:00","checkout":"11:00","price":"from 900","rate":129.95,"vacancy":true,\
        "pets_ok":true,"free_breakfast":true,"free_internet":false,"free_parking":false,\
        "description":"A timber house at the quay, with eleven rooms.","directions":null,\
        "geo":{"lat":60.3946,"lon":5.3259,"accuracy":"ROOFTOP"},\
        "public_likes":["Anders Hagen","Siri Moen"]}
        """

    private static let reads = 1000

    /// Compares lookups by string.
    static func compareByString() throws -> Comparison { try compare(read(byString:)) }

    /// Compares lookups by prepared keys.
    static func compareByPreparedKey() throws -> Comparison { try compare(read(byPreparedKey:)) }

    private static func compare(
        _ read: @escaping (FleeceDictionary) -> Fields
    ) throws -> Comparison {
        guard let body = try SharedBody.storage(of: json).root?.dictionary,
            let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any],
            body.count == 25
        else { throw Disagreement("the body is not the expected dictionary") }
        return Comparison(
            subject: .time(
                ours: Workload(operations: reads) {
                    for _ in 0..<reads { blackHole(read(body)) }
                },
                peer: Workload(operations: reads) {
                    for _ in 0..<reads { blackHole(peerRead(object)) }
                }),
            verify: {
                let expected = Fields(
                    name: "The Old Harbour", city: "Bergen", country: "Norway", rate: 129.95,
                    acceptsPets: true, latitude: 60.3946)
                let (ours, peer) = (read(body), peerRead(object))
                guard ours == expected, peer == expected else {
                    throw Disagreement("the fields are \(ours), the peer's \(peer)")
                }
            })
    }

    static func read(byString body: FleeceDictionary) -> Fields {
        Fields(
            name: body["name"]?.string, city: body["city"]?.string,
            country: body["country"]?.string, rate: body["rate"]?.double,
            acceptsPets: body["pets_ok"]?.boolean,
            latitude: body["geo"]?.dictionary?["lat"]?.double)
    }

    /// The prepared keys.
    private enum Key {
        static let name = FleeceKey("name")
        static let city = FleeceKey("city")
        static let country = FleeceKey("country")
        static let rate = FleeceKey("rate")
        static let acceptsPets = FleeceKey("pets_ok")
        static let geo = FleeceKey("geo")
        static let latitude = FleeceKey("lat")
    }

    static func read(byPreparedKey body: FleeceDictionary) -> Fields {
        Fields(
            name: body.string(Key.name), city: body.string(Key.city),
            country: body.string(Key.country), rate: body.double(Key.rate),
            acceptsPets: body.boolean(Key.acceptsPets),
            latitude: body.dictionary(Key.geo)?.double(Key.latitude))
    }

    private static func peerRead(_ body: [String: Any]) -> Fields {
        Fields(
            name: body["name"] as? String, city: body["city"] as? String,
            country: body["country"] as? String, rate: body["rate"] as? Double,
            acceptsPets: body["pets_ok"] as? Bool,
            latitude: (body["geo"] as? [String: Any])?["lat"] as? Double)
    }
}
