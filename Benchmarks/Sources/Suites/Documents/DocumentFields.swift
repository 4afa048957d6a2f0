import Quire

/// Benchmarks of reading three fields, with the typed accessors and with Fleece's accessors.
enum DocumentFields {
    private static let count = 1000

    /// Compares reads from documents and bodies that are already available.
    static func compareReads() throws -> Comparison {
        let bench = try StoreBench(count: count)
        let documents = try bench.hotels.compactMap { try bench.collection.document(id: $0.id) }
        let bodies = try bench.hotels.compactMap { try bench.collection.body(id: $0.id) }
        return Comparison(
            subject: .time(
                ours: Workload(operations: documents.count) {
                    for document in documents { blackHole(read(document)) }
                },
                peer: Workload(operations: bodies.count) {
                    for body in bodies { blackHole(read(body)) }
                }),
            verify: { try verify(bench) })
    }

    /// Compares reads including getting the documents and bodies.
    static func compareGets() throws -> Comparison {
        let bench = try StoreBench(count: count)
        return Comparison(
            subject: .time(
                ours: Workload(operations: count) {
                    for hotel in bench.hotels {
                        blackHole(try bench.collection.document(id: hotel.id).map(read))
                    }
                },
                peer: Workload(operations: count) {
                    for hotel in bench.hotels {
                        blackHole(try bench.collection.body(id: hotel.id).map(read))
                    }
                }),
            verify: { try verify(bench) })
    }

    /// Compares reads of three nested values, including getting the documents and bodies.
    static func compareNestedGets() throws -> Comparison {
        let bench = try RepositoryBench(count: count)
        try bench.saveAll()
        let ids = bench.models.compactMap(\.id)
        return Comparison(
            subject: .time(
                ours: Workload(operations: ids.count) {
                    for id in ids {
                        blackHole(try bench.collection.document(id: id).map(readNested))
                    }
                },
                peer: Workload(operations: ids.count) {
                    for id in ids { blackHole(try bench.collection.body(id: id).map(readNested)) }
                }),
            verify: {
                for model in bench.models {
                    let id = model.id ?? ""
                    let values: [String?] = [
                        model.address.city, model.address.code, model.phones.first,
                    ]
                    guard try bench.collection.document(id: id).map(readNested) == values,
                        try bench.collection.body(id: id).map(readNested) == values
                    else { throw Disagreement("\(id) is read differently") }
                }
            })
    }

    private static func readNested(_ document: Document) -> [String?] {
        [
            document["address"]["city"].string, document["address"]["code"].string,
            document["phones"][0].string,
        ]
    }

    private static func readNested(_ body: FleeceDictionary) -> [String?] {
        [
            body["address"]?.dictionary?["city"]?.string,
            body["address"]?.dictionary?["code"]?.string,
            body["phones"]?.array?.value(at: 0)?.string,
        ]
    }

    private static func read(_ document: Document) -> (String?, Double, Int64) {
        (
            document.string(forKey: "name"), document.double(forKey: "rate"),
            document.int64(forKey: "stars")
        )
    }

    private static func read(_ body: FleeceDictionary) -> (String?, Double, Int64) {
        (body["name"]?.string, body["rate"]?.double ?? 0, body["stars"]?.int64 ?? 0)
    }

    private static func verify(_ bench: StoreBench) throws {
        for hotel in bench.hotels {
            guard let document = try bench.collection.document(id: hotel.id),
                let body = try bench.collection.body(id: hotel.id), read(document) == read(body),
                read(document) == (hotel.name, hotel.rate, Int64(hotel.stars))
            else { throw Disagreement("\(hotel.id) is read differently by the peer") }
        }
    }
}
